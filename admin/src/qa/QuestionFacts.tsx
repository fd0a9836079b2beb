// Text and facts of a question. The name of an anonymous asker is shown for a reason only.
import { Button, Descriptions, Tag } from 'antd'
import { useState } from 'react'
import { ReasonDialog } from '../kit/forms/ReasonDialog.tsx'
import { api } from '../kit/api/api.ts'
import type { QuestionDetail } from './question-parts.tsx'
import { QuestionStateTag } from './QuestionStateTag.tsx'

type AskerContact = { username: string; nickname: string; phone: string }

export function QuestionFacts({ question }: { question: QuestionDetail }) {
  const [asker, setAsker] = useState<AskerContact | null>(null)
  const [isRevealing, setRevealing] = useState(false)
  return (
    <section className="panel">
      <p className="keeps-lines">{question.content}</p>
      <Descriptions column={{ xs: 1, md: 2 }} size="small">
        <Descriptions.Item label="状态">
          <QuestionStateTag state={question.state} />
          {question.closed && <Tag>已关闭</Tag>}
          {question.mergedInto !== null && `并入问题 ${question.mergedInto}`}
        </Descriptions.Item>
        <Descriptions.Item label="标签">{question.tags.join('、') || '—'}</Descriptions.Item>
        <Descriptions.Item label="提问者">
          {asker ? `${asker.nickname}（${asker.username}，${asker.phone}）` : question.askerName}
          {question.anonymous && !asker && (
            <Button type="link" size="small" onClick={() => setRevealing(true)}>
              查看提问者
            </Button>
          )}
        </Descriptions.Item>
        {question.stateReason && <Descriptions.Item label="原因">{question.stateReason}</Descriptions.Item>}
      </Descriptions>
      <ReasonDialog
        title={isRevealing ? '查看匿名提问者' : null}
        onClose={() => setRevealing(false)}
        onConfirm={async (reason) => {
          setAsker(await api('POST /admin/question/reveal', { id: question.id, reason }))
          setRevealing(false)
        }}
      />
    </section>
  )
}
