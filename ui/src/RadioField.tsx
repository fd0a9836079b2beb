// One choice among a few, as native radio buttons under a common legend.
import { FieldError, fieldId } from './Field.tsx'

type RadioFieldProps = {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  chosen?: string
  error?: string | undefined
  hint?: string | undefined
}

export function RadioField({ name, label, options, chosen, error, hint }: RadioFieldProps) {
  const errorId = `${fieldId(name)}-error`
  const hintId = `${fieldId(name)}-hint`
  const descriptionIds = [error && errorId, hint && hintId].filter(Boolean).join(' ')
  return (
    <fieldset>
      <legend className="mb-1.5 text-compact font-semibold text-ink">
        {label}
        <span className="ml-1 text-danger" aria-hidden="true">
          *
        </span>
      </legend>
      <div className="flex flex-wrap gap-3">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-12 min-w-24 cursor-pointer items-center gap-2.5 rounded-lg border border-control px-4 text-ink has-checked:border-brand has-checked:bg-tint"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === chosen}
              data-invalid={error ? '' : undefined}
              aria-describedby={descriptionIds || undefined}
              className="size-4.5 accent-brand"
            />
            {option.label}
          </label>
        ))}
      </div>
      {hint && (
        <p id={hintId} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={errorId} error={error} />
    </fieldset>
  )
}
