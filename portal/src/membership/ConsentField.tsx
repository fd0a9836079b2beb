// Separate consent to sensitive data: full text, and a box that is never preselected (PIPL 29).
import type { ConsentText } from '@xinqiao/contract/http/consents.ts'
import { FieldError, fieldId } from '@xinqiao/ui/Field.tsx'

type ConsentFieldProps = { consent: ConsentText; error: string | undefined }

export function ConsentField({ consent, error }: ConsentFieldProps) {
  const id = fieldId('consent')
  return (
    <section aria-labelledby={`${id}-title`} className="rounded-card border border-line bg-page p-4 sm:p-5">
      <h3 id={`${id}-title`} className="font-semibold text-ink">
        {consent.title}
      </h3>
      {/* the text scrolls, so the keyboard must be able to focus it */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard */}
      <section tabIndex={0} aria-label={`${consent.title}全文`} className="mt-2 max-h-52 overflow-y-auto pr-2 text-sm">
        {consent.sections.map(({ heading, text }) => (
          <div key={heading} className="mb-2.5">
            <h4 className="font-semibold text-ink">{heading}</h4>
            <p>{text}</p>
          </div>
        ))}
        <p className="text-muted">版本 {consent.version}</p>
      </section>
      <label className="mt-3 flex min-h-11 cursor-pointer items-start gap-2.5 text-ink">
        <input
          id={id}
          type="checkbox"
          name="consent"
          value="1"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="mt-1 size-5 shrink-0 accent-brand"
        />
        我已阅读，单独同意按上述说明处理我的身份证号码等敏感个人信息
      </label>
      <FieldError id={`${id}-error`} error={error} />
    </section>
  )
}
