// One choice among many, as the browser's own list: phones show it as they show every other.
import { FieldError, fieldId } from './Field.tsx'

type SelectFieldProps = {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  chosen?: string | undefined
  required?: boolean
  error?: string | undefined
}

export function SelectField({ name, label, options, chosen = '', required = false, error }: SelectFieldProps) {
  const id = fieldId(name)
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
        id={id}
        name={name}
        defaultValue={chosen}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={`min-h-12 w-full rounded-lg border bg-surface px-3 text-base text-ink transition-colors duration-150 ${error ? 'border-danger bg-danger-tint/40' : 'border-control hover:border-brand'}`}
      >
        <option value="">请选择</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
