// Answer form: 回答问题 opens it, 放弃回答 closes it. Shown only to administrators and counsellors.
import { useId, useState } from 'react'
import { answerDisclaimer } from '@xinqiao/contract/questions.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { FieldError } from '@xinqiao/ui/Field.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { replies } from '../session/api.ts'
import { useDraft } from '../forms/use-draft.ts'
import { useExclusiveTask } from '../forms/use-action.ts'
import { questionHref } from './question-addresses.ts'

export function AnswerForm({ problemId }: { problemId: number }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [content, setContent] = useDraft(`answer ${problemId}`)
  const [error, setError] = useState<string>()
  const { isBusy, run } = useExclusiveTask()
  const sendAnswer = () => {
    const isEmpty = content.trim() === ''
    setError(isEmpty ? '请填写您的回答' : undefined)
    if (isEmpty) {
      document.querySelector<HTMLElement>(`#${CSS.escape(id)}`)?.focus()
      return
    }
    void run(async () => {
      const { data, msg } = await replies('POST /problemAnswer/add', { problemId, content })
      setContent('')
      setOpen(false)
      showToast(data.state === 'held' ? '回复已提交，审核通过后显示' : msg)
      if (data.state === 'shown') location.assign(questionHref(problemId))
    })
  }
  return (
    <div className="mt-3">
      <Button look={isOpen ? 'plain' : 'ghost'} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? '放弃回答' : '回答问题'}
      </Button>
      {isOpen && (
        <div className="mt-3 rounded-card bg-page p-4">
          <label htmlFor={id} className="mb-1.5 block text-compact font-semibold text-ink">
            您的回答
          </label>
          <textarea
            id={id}
            value={content}
            rows={6}
            maxLength={2000}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={(event) => setContent(event.target.value)}
            className={`w-full rounded-lg border bg-surface px-3.5 py-2.5 text-base text-ink ${error ? 'border-danger' : 'border-control'}`}
          />
          <FieldError id={`${id}-error`} error={error} />
          <p className="mt-1 text-sm text-muted">{answerDisclaimer}</p>
          <Button className="mt-3" busy={isBusy} busyText="正在发布…" onClick={sendAnswer}>
            发布回答
          </Button>
        </div>
      )}
    </div>
  )
}
