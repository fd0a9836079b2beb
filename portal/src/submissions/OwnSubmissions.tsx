// The user's submissions: status, date of the decision, result.
import { useState } from 'react'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import type { OwnSubmission } from '@xinqiao/contract/http/submissions/submissions.ts'
import { callKinds, submissionStates } from '@xinqiao/contract/submissions.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { formatMinute } from '../frame/format-time.ts'
import { api } from '../session/api.ts'

type OwnSubmissionsProps = {
  submissions: readonly OwnSubmission[]
  onOpen: (submission: OwnSubmission) => void
  onChanged: () => Promise<void>
  onFailed: (error: unknown) => void
}

const isWithAuthor = (submission: OwnSubmission) => ['draft', 'returned', 'withdrawn'].includes(submission.state)
export const isSubmissionEditable = (submission: OwnSubmission): boolean =>
  isWithAuthor(submission) && !submission.obstacle

export function OwnSubmissions({ submissions, onOpen, onChanged, onFailed }: OwnSubmissionsProps) {
  const [submissionToWithdraw, setSubmissionToWithdraw] = useState<OwnSubmission | null>(null)
  const withdraw = async (id: number) => {
    setSubmissionToWithdraw(null)
    try {
      await api('POST /submission/withdraw', { id })
      showToast('已撤回')
      await onChanged()
    } catch (error) {
      onFailed(error)
    }
  }
  return (
    <>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {submissions.map((item) => (
          <li key={item.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold text-ink">{item.fields.title || '（未填写题目）'}</p>
              <p className="text-compact text-muted">
                {callKinds[item.kind].title}，{item.result || submissionStates[item.state]}
                {item.submitTime && `，${formatMinute(item.submitTime)}提交`}
              </p>
              {item.dueTime && (
                <p className="text-compact text-brand-deep">{`预计${item.dueTime.slice(0, 10)}前完成审核`}</p>
              )}
              {item.note && <p className="text-compact text-warm-ink">{item.note}</p>}
              {isWithAuthor(item) && item.obstacle && <p className="text-compact text-muted">{item.obstacle}</p>}
              {item.certificateNumber && (
                <a
                  href={withQuery(routes.certificate, { no: item.certificateNumber })}
                  className="text-compact text-brand-deep underline underline-offset-4"
                >
                  证书编号 {item.certificateNumber}
                </a>
              )}
            </div>
            {isSubmissionEditable(item) && (
              <Button
                look="ghost"
                onClick={() => onOpen(item)}
                aria-label={`继续填写：${item.fields.title || '未填写题目'}`}
              >
                继续填写
              </Button>
            )}
            {item.state === 'submitted' && !item.obstacle && (
              <Button
                look="plain"
                onClick={() => setSubmissionToWithdraw(item)}
                aria-label={`撤回：${item.fields.title}`}
              >
                撤回
              </Button>
            )}
          </li>
        ))}
      </ul>
      {submissionToWithdraw && (
        <Confirm
          title="撤回"
          text="撤回后可以修改，须在截止前再次提交。"
          yes="确认撤回"
          no="取消"
          onYes={() => void withdraw(submissionToWithdraw.id)}
          onNo={() => setSubmissionToWithdraw(null)}
        />
      )}
    </>
  )
}
