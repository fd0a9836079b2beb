// A labelled choice out of a list, as the browser draws it, like Field.
import type { SelectHTMLAttributes } from 'react'
import { FieldError, fieldId } from './Field.tsx'

type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** What stands there while nothing is chosen. */
  placeholder?: string
  error?: string | undefined
  hint?: string | undefined
}

export function Select({ name, label, options, placeholder, error, hint, required, ...input }: SelectProps) {
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
      <select
        {...input}
        id={id}
        name={name}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        className={`min-h-12 w-full rounded-lg border bg-surface px-3 text-base text-ink transition-colors duration-150 ${error ? 'border-danger bg-danger-tint/40' : 'border-control hover:border-brand'}`}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
