// One submission: content, author, reviews, and the decision.
import { App, Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { StaffSubmissionDetail } from '@xinqiao/contract/http/submissions/staff.ts'
import { documentKindOf, previewUrlOf } from '@xinqiao/contract/documents.ts'
import { callKinds, reviewStates, submissionStates } from '@xinqiao/contract/submissions.ts'
import { ReasonDialog } from '../kit/forms/ReasonDialog.tsx'
import { errorMessageOf } from '../kit/api/hooks.ts'
import { useFormAction } from '../kit/forms/forms.ts'
import { Link } from '../kit/navigation/router.tsx'
import type { ScreenProps } from '../kit/navigation/screen-props.ts'
import { LoadFailed, ScreenHead, LoadingView } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import './submissions.css'

type FormalDecision = 'accepted' | 'returned' | 'rejected'

function DecisionForm({ id, onDone }: { id: number; onDone: () => void }) {
  const { message } = App.useApp()
  const [form] = Form.useForm<{ note?: string }>()
  const [decide, busy] = useFormAction(form, async (decision: FormalDecision) => {
    const note = ((form.getFieldValue('note') as string | undefined) ?? '').trim()
    await api('POST /admin/submission/decide', { id, decision, note })
    message.success('已处理，作者会收到通知')
    onDone()
  })
  return (
    <section className="panel">
      <h2>处理</h2>
      <Form form={form} layout="vertical">
        <Form.Item name="note" label="说明" extra="退回或不录用时必填，会告知作者">
          <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
        <div className="screen-actions">
          <Button type="primary" loading={busy} onClick={() => decide('accepted')}>
            录用（通过）
          </Button>
          <Button loading={busy} onClick={() => decide('returned')}>
            退回修改
          </Button>
          <Button danger loading={busy} onClick={() => decide('rejected')}>
            不录用（不通过）
          </Button>
        </div>
      </Form>
    </section>
  )
}

type SubmissionPart = { label: string; text: string }
const SubmissionParts = ({ parts }: { parts: SubmissionPart[] }) => (
  <dl className="submission-parts">
    {parts.map((part) => (
      <div key={part.label}>
        <dt>{part.label}</dt>
        <dd>{part.text}</dd>
      </div>
    ))}
  </dl>
)

export function SubmissionPage({ id: idParam }: ScreenProps) {
  const { message, modal } = App.useApp()
  const id = Number(idParam)
  const { data, error, reload } = useApi('GET /admin/submission', { id })
  const [isRevealing, setRevealing] = useState(false)
  const [full, setFull] = useState<{ person: SubmissionPart[]; parts: SubmissionPart[]; fileUrl: string } | null>(null)
  if (error) return <LoadFailed message={error} onRetry={reload} extra={<Link to="/submissions">返回列表</Link>} />
  if (!data) return <LoadingView />
  const fileUrl = full?.fileUrl || data.fileUrl
  const withdrawAssignment = ({
    reviewerId,
    reviewer,
  }: Pick<StaffSubmissionDetail['reviewList'][number], 'reviewerId' | 'reviewer'>) =>
    modal.confirm({
      title: `收回${reviewer}的评审任务吗？`,
      content: '专家会收到通知，之后不能再为这件作品评分；需要时可以重新分配。',
      okText: '收回',
      cancelText: '取消',
      onOk: async () => {
        try {
          await api('POST /admin/submission/unassign', { submissionId: id, accountId: reviewerId })
          message.success('已收回，专家会收到通知')
        } catch (refusal) {
          message.error(errorMessageOf(refusal))
        }
        reload()
      },
    })
  return (
    <>
      <ScreenHead
        title={data.title}
        lead={`${callKinds[data.kind].title}，${submissionStates[data.state]}${data.isOverdue ? '，已超过三个工作日' : ''}`}
      >
        <Link to={`/submissions?call=${data.callId}`}>返回列表</Link>
        {fileUrl && documentKindOf(data.fileName) && (
          <Button href={previewUrlOf(fileUrl)} target="_blank" rel="noreferrer">
            预览
          </Button>
        )}
        {fileUrl && <Button href={fileUrl}>{`下载${data.fileName}`}</Button>}
      </ScreenHead>
      <section className="panel">
        <h2>作者与联系人</h2>
        <SubmissionParts parts={full?.person ?? data.person} />
        {!full && (
          <Button onClick={() => setRevealing(true)}>{data.fileName ? '查看完整资料与文件' : '查看完整资料'}</Button>
        )}
      </section>
      <ReasonDialog
        title={isRevealing ? '查看作者的完整资料' : null}
        onClose={() => setRevealing(false)}
        onConfirm={async (reason) => {
          setFull(await api('POST /admin/submission/reveal', { id, reason }))
          setRevealing(false)
        }}
      />
      <section className="panel">
        <h2>内容</h2>
        <SubmissionParts parts={full?.parts ?? data.parts} />
      </section>
      {data.reviewList.length > 0 && (
        <section className="panel">
          <h2>评审</h2>
          <ul className="cards">
            {data.reviewList.map((review) => (
              <li key={review.reviewerId}>
                <strong>{review.reviewer}</strong>
                <div className="cards-facts">
                  <span>{reviewStates[review.state]}</span>
                  {review.total !== null && <span>{`${review.total.toFixed(2)}分`}</span>}
                </div>
                {review.comment}
                {review.mayTakeBack && (
                  <div className="row-links">
                    <Button
                      type="link"
                      size="small"
                      aria-label={`收回评审任务：${review.reviewer}`}
                      onClick={() => withdrawAssignment(review)}
                    >
                      收回评审任务
                    </Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {data.note && (
        <section className="panel">
          <h2>处理说明</h2>
          <p>{data.note}</p>
        </section>
      )}
      {data.state === 'submitted' && <DecisionForm id={id} onDone={reload} />}
    </>
  )
}
