// A labelled field of several lines, like Field.
import type { TextareaHTMLAttributes } from 'react'
import { FieldError, fieldId } from './Field.tsx'

type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & {
  name: string
  label: string
  error?: string | undefined
  hint?: string | undefined
}

export function TextArea({ name, label, error, hint, required, ...input }: TextAreaProps) {
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
      <textarea
        rows={4}
        {...input}
        id={id}
        name={name}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        className={`block min-h-24 w-full rounded-lg border bg-surface px-3.5 py-2.5 text-base text-ink transition-colors duration-150 read-only:bg-page read-only:text-muted ${error ? 'border-danger bg-danger-tint/40' : 'border-control hover:border-brand'}`}
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
