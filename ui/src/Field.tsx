// A labelled text field with hint and error, and the frame of all labelled fields. Ids derive from the field's name, so
// that server markup and hydration match.
import type { InputHTMLAttributes, ReactNode } from 'react'

export const fieldId = (name: string) => `field-${name}`

export type FieldTextProps = {
  name: string
  label: string
  error?: string | undefined
  hint?: string | undefined
}
type ControlAttributes = {
  id: string
  name: string
  'aria-required': true | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type LabelledControlProps = FieldTextProps & {
  required: boolean | undefined
  /** The control. It gets the attributes for label, hint and error, and the classes of its border. */
  children: (tied: ControlAttributes, edge: string) => ReactNode
}

export function LabelledControl({ name, label, error, hint, required, children }: LabelledControlProps) {
  const id = fieldId(name)
  const descriptionIds = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const tied: ControlAttributes = {
    id,
    name,
    'aria-required': required || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': descriptionIds || undefined,
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-compact font-semibold text-ink">
        {label}
        {required && (
          <span className="ml-1 text-danger" aria-hidden="true">
            *
          </span>
        )}
      </label>
      {children(tied, error ? 'border-danger bg-danger-tint/40' : 'border-control hover:border-brand')}
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

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name'> &
  FieldTextProps & {
    /** A control inside the field's box, at its end. */
    end?: ReactNode
    /** A control beside the field's box. */
    beside?: ReactNode
  }

export const Field = ({ name, label, error, hint, end, beside, required, ...input }: FieldProps) => (
  <LabelledControl {...{ name, label, error, hint, required }}>
    {(tied, edge) => (
      <div className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <input
            type="text"
            {...input}
            {...tied}
            className={`min-h-12 w-full rounded-lg border bg-surface px-3.5 text-base text-ink transition-colors duration-150 read-only:bg-page read-only:text-muted ${end ? 'pr-13' : ''} ${edge}`}
          />
          {end && <div className="absolute inset-y-0 right-0.5 flex items-center">{end}</div>}
        </div>
        {beside}
      </div>
    )}
  </LabelledControl>
)
