// Form message and submit button: shows progress, and ignores presses meanwhile.
import { Button } from '@xinqiao/ui/Button.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import type { FormState } from './use-form.ts'

type SubmitButtonProps = {
  form: FormState
  label: string
  busyLabel: string
  isSolving?: boolean
  /** True while nothing may be sent: the button is grey. */
  isResting?: boolean
  className?: string
}

export const SubmitButton = ({
  form,
  label,
  busyLabel,
  isSolving = false,
  isResting = false,
  className = '',
}: SubmitButtonProps) => (
  <>
    {form.message && (
      <Notice tone="error" role="alert">
        {form.message}
      </Notice>
    )}
    <Button
      type="submit"
      disabled={!form.isReady || isResting}
      data-resting={isResting || undefined}
      busy={form.isBusy}
      busyText={isSolving ? '正在进行安全验证…' : busyLabel}
      className={`min-h-12 ${className}`}
    >
      {label}
    </Button>
  </>
)
