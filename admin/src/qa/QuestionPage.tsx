// One question with its answers, reviews and earlier versions.
import { Button } from 'antd'
import { useState } from 'react'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { useAction } from '../kit/api/hooks.ts'
import type { ScreenProps } from '../kit/navigation/screen-props.ts'
import { LoadFailed, ScreenHead, LoadingView } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import { MergeDialog } from './MergeDialog.tsx'
import { Answers, Reviews, Revisions } from './question-parts.tsx'
import { QuestionFacts } from './QuestionFacts.tsx'
import { SettleDialog, type ReviewedText } from './SettleDialog.tsx'

export function QuestionPage({ id: idParam }: ScreenProps) {
  const id = Number(idParam)
  const loaded = useApi('GET /admin/question', { id })
  const [subject, setSubject] = useState<ReviewedText | null>(null)
  const [isMerging, setMerging] = useState(false)
  const [close, isClosing] = useAction(async (closed: boolean) => {
    await api('POST /admin/question/close', { id, closed })
    loaded.reload()
  })
  if (loaded.error) return <LoadFailed message={loaded.error} onRetry={loaded.reload} />
  const { data } = loaded
  if (!data) return <LoadingView />
  return (
    <>
      <ScreenHead title={data.title} lead={`问题 ${id} · ${formatMinuteOrDash(data.createTime)}`}>
        <Button loading={isClosing} onClick={() => close(!data.closed)}>
          {data.closed ? '重新开放' : '关闭问题'}
        </Button>
        {data.state !== 'merged' && <Button onClick={() => setMerging(true)}>合并</Button>}
        <Button type="primary" onClick={() => setSubject({ id })}>
          审核
        </Button>
      </ScreenHead>
      <QuestionFacts question={data} />
      <Answers answers={data.answerList} onReview={(answerId) => setSubject({ id, answerId })} />
      {data.reviews.length > 0 && <Reviews reviews={data.reviews} />}
      {data.revisions.length > 0 && <Revisions revisions={data.revisions} />}
      <SettleDialog
        subject={subject}
        onClose={() => setSubject(null)}
        onSettled={() => {
          setSubject(null)
          loaded.reload()
        }}
      />
      <MergeDialog
        id={id}
        isOpen={isMerging}
        onClose={() => setMerging(false)}
        onMerged={() => {
          setMerging(false)
          loaded.reload()
        }}
      />
    </>
  )
}
