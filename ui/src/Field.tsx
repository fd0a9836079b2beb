// A labelled text field with its hint and its error. Ids come from the field's name, so that the server's
// markup and the hydrated one agree wherever the form stands in the page.
import type { InputHTMLAttributes, ReactNode } from 'react'

export const fieldId = (name: string) => `field-${name}`

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  name: string
  label: string
  error?: string | undefined
  hint?: string
  /** A control inside the field's box, at its end. */
  end?: ReactNode
  /** A control beside the field's box. */
  beside?: ReactNode
}

export function Field({ name, label, error, hint, end, beside, required, ...input }: FieldProps) {
  const id = fieldId(name)
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-[0.9375rem] font-semibold text-ink">
        {label}
        {required && (
          <span className="ml-1 text-danger" aria-hidden="true">
            *
          </span>
        )}
      </label>
      <div className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <input
            type="text"
            {...input}
            id={id}
            name={name}
            aria-required={required || undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={described || undefined}
            className={`min-h-12 w-full rounded-lg border bg-surface px-3.5 text-base text-ink transition-colors duration-150 read-only:bg-page read-only:text-muted ${end ? 'pr-13' : ''} ${error ? 'border-danger bg-danger-tint/40' : 'border-control hover:border-brand'}`}
          />
          {end && <div className="absolute inset-y-0 right-0.5 flex items-center">{end}</div>}
        </div>
        {beside}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

export const FieldError = ({ id, error }: { id: string; error: string | undefined }) =>
  error ? (
    <p id={id} className="mt-1 text-sm text-danger">
      {error}
    </p>
  ) : null
