// Form of a report to the association: a reason, and optional words.
import { useId, useRef, useState } from 'react'
import { Button } from '@xinqiao/ui/Button.tsx'
import { FieldError } from '@xinqiao/ui/Field.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { DraftHelpCard } from '../crisis/DraftHelpCard.tsx'

const maxTextLength = 200

type ReportFormProps<Reason extends string> = {
  /** Labels of the reasons. */
  reasons: Record<Reason, string>
  isBusy: boolean
  isTextRequired?: boolean
  /** Name of the draft that keeps the words. The caller deletes it with a sent report. */
  draftName: string
  onSend: (reason: Reason, text: string) => void
  onCancel: () => void
}

export function ReportForm<Reason extends string>({
  reasons,
  isBusy,
  isTextRequired = false,
  draftName,
  onSend,
  onCancel,
}: ReportFormProps<Reason>) {
  const id = useId()
  const choices = useRef<HTMLFieldSetElement>(null)
  const words = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState<Reason | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [text, setText] = useDraft(draftName)
  const [isTextMissing, setTextMissing] = useState(false)
  const send = () => {
    const hasNoText = isTextRequired && text.trim() === ''
    setMissing(reason === null)
    setTextMissing(hasNoText)
    if (reason === null) choices.current?.querySelector('input')?.focus()
    else if (hasNoText) words.current?.focus()
    else onSend(reason, text.trim())
  }
  return (
    <>
      <fieldset ref={choices}>
        <legend className="text-sm text-muted">请选择举报原因</legend>
        <div className="mt-1 grid">
          {(Object.keys(reasons) as Reason[]).map((key) => (
            <label key={key} className="flex min-h-11 cursor-pointer items-center gap-2.5">
              <input
                type="radio"
                name={id}
                checked={reason === key}
                onChange={() => {
                  setReason(key)
                  setMissing(false)
                }}
                className="size-4.5 accent-brand"
              />
              {reasons[key]}
            </label>
          ))}
        </div>
        <FieldError id={`${id}-error`} error={isMissing ? '请选择举报原因' : undefined} />
      </fieldset>
      <label className="mt-3 block text-sm text-muted">
        {isTextRequired ? '发生了什么，是谁（对方的称呼）' : '补充说明（选填）'}
        <textarea
          ref={words}
          value={text}
          maxLength={maxTextLength}
          rows={3}
          onChange={(event) => setText(event.target.value)}
          className="mt-1 w-full rounded-lg border border-control bg-surface px-3 py-2 text-base text-ink"
        />
      </label>
      <FieldError id={`${id}-text-error`} error={isTextMissing ? '请写下发生了什么' : undefined} />
      <DraftHelpCard draft={text} className="mt-3" />
      <div className="mt-4 flex justify-end gap-3">
        <Button
          look="ghost"
          onClick={() => {
            setText('')
            onCancel()
          }}
        >
          取消
        </Button>
        <Button busy={isBusy} busyText="正在提交…" onClick={send}>
          提交
        </Button>
      </div>
    </>
  )
}
