// Text input whose limit may be exceeded while typing: it warns and cuts nothing. It counts like the server.
import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { countGraphemes } from '@xinqiao/contract/questions.ts'
import { fieldId, FieldError } from '@xinqiao/ui/Field.tsx'

type CountedFieldProps = {
  /** Id of the field, if its name is not unique in the page. */
  id?: string
  name: string
  label: string
  maxLength: number
  rows?: number
  initial?: string
  placeholder?: string
  error: string | undefined
  onBlur?: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => void
}

export function CountedField({ name, label, maxLength, rows, initial = '', error, ...rest }: CountedFieldProps) {
  const { id = fieldId(name), ...input } = rest
  const box = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(() => countGraphemes(initial))
  useEffect(() => {
    // needed for changes without typing: a restored draft, a form reset
    const field = box.current?.querySelector<HTMLInputElement>('[name]')
    const recount = () => setCount(countGraphemes(field?.value ?? ''))
    const countAfterReset = () => queueMicrotask(recount)
    recount()
    field?.addEventListener('input', recount)
    field?.form?.addEventListener('reset', countAfterReset)
    return () => {
      field?.removeEventListener('input', recount)
      field?.form?.removeEventListener('reset', countAfterReset)
    }
  }, [])
  const isLong = count > maxLength
  const props = {
    ...input,
    id,
    name,
    defaultValue: initial,
    'aria-required': true,
    'aria-invalid': error || isLong ? true : undefined,
    'aria-describedby': `${id}-count${error ? ` ${id}-error` : ''}`,
    className: `w-full rounded-lg border bg-surface px-3.5 text-base text-ink ${rows ? 'py-2.5' : 'min-h-12'} ${error || isLong ? 'border-danger' : 'border-control hover:border-brand'}`,
  } as const
  return (
    <div ref={box}>
      <label htmlFor={id} className="mb-1.5 block text-compact font-semibold text-ink">
        {label}
        <span className="ml-1 text-danger" aria-hidden="true">
          *
        </span>
      </label>
      {rows ? <textarea {...props} rows={rows} /> : <input {...props} type="text" />}
      <div className="flex gap-3">
        <FieldError id={`${id}-error`} error={error} />
        <p id={`${id}-count`} className={`mt-1 ml-auto text-sm ${isLong ? 'text-danger' : 'text-muted'}`}>
          {isLong && `超出${count - maxLength}个字，请删减 · `}
          {count}/{maxLength}
        </p>
      </div>
    </div>
  )
}
