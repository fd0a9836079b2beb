// One question with its answers, reviews and earlier versions.
import { App, Button, Descriptions, InputNumber, Modal, Tag } from 'antd'
import { useState } from 'react'
import { decisions, reviewCauses } from '@xinqiao/contract/questions.ts'
import { ReasonDialog } from '../crisis/ReasonDialog.tsx'
import { useAction, useLoaded } from '../frame/calls.ts'
import type { ScreenProps } from '../frame/screen-props.ts'
import { LoadFailed, EmptyList, ScreenHead, LoadingView } from '../frame/states.tsx'
import { api } from '../session/api.ts'
import { SettleDialog, type ReviewedText } from './SettleDialog.tsx'
import { StateTag } from './tags.tsx'

type AskerContact = { username: string; nickname: string; phone: string }

export function QuestionPage({ id: idParam }: ScreenProps) {
  const id = Number(idParam)
  const { message } = App.useApp()
  const loaded = useLoaded(idParam, () => api('GET /admin/question', { id }))
  const [subject, setSubject] = useState<ReviewedText | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [asker, setAsker] = useState<AskerContact | null>(null)
  const [isMerging, setMerging] = useState(false)
  const [into, setInto] = useState<number | null>(null)
  const [close, isClosing] = useAction(async (closed: boolean) => {
    await api('POST /admin/question/close', { id, closed })
    loaded.reload()
  })
  const [merge, isBusy] = useAction(async () => {
    if (into === null) return
    await api('POST /admin/question/merge', { id, into })
    message.success('合并成功')
    setMerging(false)
    loaded.reload()
  })
  if (loaded.error) return <LoadFailed message={loaded.error} onRetry={loaded.reload} />
  const { data } = loaded
  if (!data) return <LoadingView />
  return (
    <>
      <ScreenHead title={data.title} lead={`问题 ${id} · ${data.createTime.slice(0, 16)}`}>
        <Button loading={isClosing} onClick={() => close(!data.closed)}>
          {data.closed ? '重新开放' : '关闭问题'}
        </Button>
        {data.state !== 'merged' && <Button onClick={() => setMerging(true)}>合并</Button>}
        <Button type="primary" onClick={() => setSubject({ id })}>
          审核
        </Button>
      </ScreenHead>
      <section className="panel">
        <p className="keeps-lines">{data.content}</p>
        <Descriptions column={{ xs: 1, md: 2 }} size="small">
          <Descriptions.Item label="状态">
            <StateTag state={data.state} />
            {data.closed && <Tag>已关闭</Tag>}
            {data.mergedInto !== null && `并入问题 ${data.mergedInto}`}
          </Descriptions.Item>
          <Descriptions.Item label="标签">{data.tags.join('、') || '—'}</Descriptions.Item>
          <Descriptions.Item label="提问者">
            {asker ? `${asker.nickname}（${asker.username}，${asker.phone}）` : data.askerName}
            {data.anonymous && !asker && (
              <Button type="link" size="small" onClick={() => setAsking(true)}>
                查看提问者
              </Button>
            )}
          </Descriptions.Item>
          {data.stateReason && <Descriptions.Item label="原因">{data.stateReason}</Descriptions.Item>}
        </Descriptions>
      </section>
      <section className="panel">
        <h2>回答（{data.answerList.length}）</h2>
        {data.answerList.length === 0 ? (
          <EmptyList message="还没有回答" />
        ) : (
          <ul className="cards">
            {data.answerList.map((answer) => (
              <li key={answer.id}>
                <strong>{answer.author}</strong>
                <p className="keeps-lines">{answer.content}</p>
                <div className="cards-facts">
                  <StateTag state={answer.state} />
                  <span>{answer.likes}个赞</span>
                  <span>{answer.createTime.slice(0, 16)}</span>
                  {answer.stateReason && <span>{answer.stateReason}</span>}
                </div>
                <Button size="small" onClick={() => setSubject({ id, answerId: answer.id })}>
                  审核回答
                </Button>
              </li>
            ))}
          </ul>
        )}
      </section>
      {data.reviews.length > 0 && (
        <section className="panel">
          <h2>审核记录</h2>
          <ul className="cards">
            {data.reviews.map((review) => (
              <li key={review.id}>
                <div className="cards-facts">
                  <Tag>{reviewCauses[review.cause]}</Tag>
                  <span>{review.answerId === null ? '问题' : `回答 ${review.answerId}`}</span>
                  <span>{review.createTime.slice(0, 16)}</span>
                  <span>{review.decision ? decisions[review.decision] : '待处理'}</span>
                </div>
                {[review.detail, review.note].filter(Boolean).join('；')}
              </li>
            ))}
          </ul>
        </section>
      )}
      {data.revisions.length > 0 && (
        <section className="panel">
          <h2>修改记录</h2>
          <ul className="cards">
            {data.revisions.map((revision) => (
              <li key={revision.id}>
                <div className="cards-facts">
                  <span>{revision.answerId === null ? '问题' : `回答 ${revision.answerId}`}</span>
                  <span>{revision.time.slice(0, 16)} 之前</span>
                </div>
                {revision.title && <strong>{revision.title}</strong>}
                <p className="keeps-lines">{revision.content}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <SettleDialog
        subject={subject}
        onClose={() => setSubject(null)}
        onSettled={() => {
          setSubject(null)
          loaded.reload()
        }}
      />
      <ReasonDialog
        title={isAsking ? '查看匿名提问者' : null}
        onClose={() => setAsking(false)}
        onGiven={async (reason) => {
          setAsker(await api('POST /admin/question/reveal', { id, reason }))
          setAsking(false)
        }}
      />
      <Modal
        open={isMerging}
        title="合并到另一个问题"
        okText="合并"
        cancelText="取消"
        confirmLoading={isBusy}
        okButtonProps={{ disabled: into === null }}
        onOk={() => merge()}
        onCancel={() => setMerging(false)}
      >
        <p>这个问题的回答会移到另一个问题下，访问旧地址的人会看到新的问题。</p>
        <label>
          目标问题的编号{' '}
          <InputNumber
            min={1}
            precision={0}
            value={into}
            onChange={(value) => setInto(value)}
            aria-label="目标问题的编号"
          />
        </label>
      </Modal>
    </>
  )
}
