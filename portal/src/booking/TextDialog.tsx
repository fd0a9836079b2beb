// Dialog for a short text, with stars for the rating of a session.
import { useId, useState } from 'react'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { FieldError } from '@xinqiao/ui/Field.tsx'
import { DraftHelpCard } from '../crisis/DraftHelpCard.tsx'

type TextDialogProps = {
  title: string
  label: string
  maxLength: number
  /** Error for an empty text; absent where it is optional. */
  missing?: string
  stars?: number
  /** The earlier text, if it is being changed. */
  written?: string
  /** True for records of counsellors, which are not read for signs of danger. */
  isProfessional?: boolean
  onClose: () => void
  onSend: (text: string, stars: number) => Promise<void>
}

export function TextDialog({
  title,
  label,
  maxLength,
  missing,
  stars: first,
  written = '',
  isProfessional = false,
  onClose,
  onSend,
}: TextDialogProps) {
  const id = useId()
  const [text, setText] = useState(written)
  const [stars, setStars] = useState(first ?? 0)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const sendText = async () => {
    if (missing && text.trim() === '') {
      setError(missing)
      return
    }
    setBusy(true)
    await onSend(text.trim(), stars)
    setBusy(false)
  }
  return (
    <Dialog title={title} onClose={onClose} closesLightly={text === written}>
      {first !== undefined && (
        <fieldset className="mb-4">
          <legend className="mb-1.5 font-semibold text-ink">评分</legend>
          <div className="flex gap-2">
            {[1, 2, 3, 4, 5].map((value) => (
              <button
                key={value}
                type="button"
                aria-pressed={value === stars}
                onClick={() => setStars(value)}
                className="min-h-11 min-w-11 rounded-lg border border-control aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-white"
              >
                {value}分
              </button>
            ))}
          </div>
        </fieldset>
      )}
      <label htmlFor={id} className="mb-1.5 block font-semibold text-ink">
        {label}
      </label>
      <textarea
        id={id}
        value={text}
        rows={5}
        maxLength={maxLength}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
        onChange={(event) => setText(event.target.value)}
        className="w-full rounded-lg border border-control bg-surface px-3.5 py-2.5 text-base text-ink"
      />
      <FieldError id={`${id}-error`} error={error} />
      {!isProfessional && <DraftHelpCard draft={text} className="mt-3" />}
      <Button className="mt-4" busy={isBusy} busyText="正在提交…" onClick={sendText}>
        提交
      </Button>
    </Dialog>
  )
}
