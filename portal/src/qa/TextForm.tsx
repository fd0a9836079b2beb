// Form of a single text, with its button below.
import { type ReactNode, useId, useState } from 'react'
import { Button } from '@xinqiao/ui/Button.tsx'
import { FieldError } from '@xinqiao/ui/Field.tsx'
import { useExclusiveTask } from '../forms/use-action.ts'

type TextFormProps = {
  label: string
  initial?: string
  rows: number
  maxLength: number
  /** Error for an empty text. */
  missingMessage: string
  button: string
  busyText: string
  send: (text: string) => Promise<void>
  /** Shown between the field and the button. */
  renderBelow?: (text: string) => ReactNode
}

export function TextForm(props: TextFormProps) {
  const { label, initial = '', rows, maxLength, missingMessage, button, busyText, send, renderBelow } = props
  const errorId = useId()
  const [text, setText] = useState(initial)
  const [error, setError] = useState<string>()
  const { isBusy, run } = useExclusiveTask()
  const submit = () => {
    const isEmpty = text.trim() === ''
    setError(isEmpty ? missingMessage : undefined)
    if (!isEmpty) void run(() => send(text))
  }
  return (
    <div className="mt-3 grid gap-3 rounded-card bg-page p-4">
      <label className="block text-compact font-semibold text-ink">
        {label}
        <textarea
          value={text}
          maxLength={maxLength}
          rows={rows}
          aria-describedby={errorId}
          onChange={(event) => setText(event.target.value)}
          className="mt-1.5 w-full rounded-lg border border-control bg-surface px-3.5 py-2.5 text-base font-normal text-ink"
        />
        <FieldError id={errorId} error={error} />
      </label>
      {renderBelow?.(text)}
      <Button className="justify-self-start" busy={isBusy} busyText={busyText} onClick={submit}>
        {button}
      </Button>
    </div>
  )
}
