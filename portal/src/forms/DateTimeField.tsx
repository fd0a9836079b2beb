// Date and time input as `2026-11-21 08:30:00` (portal.md 5): typed, or chosen in the browser's picker.
import { useRef, useState } from 'react'
import { Field } from '@xinqiao/ui/Field.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'

type DateTimeFieldProps = {
  name: string
  label: string
  initial?: string
  required?: boolean
  error: string | undefined
}

/** The picked time in the format of the server. The picker omits seconds when they are zero. */
const toServerTime = (picked: string) =>
  picked ? `${picked.replace('T', ' ')}${picked.length === 16 ? ':00' : ''}` : ''
const toPickerValue = (text: string) => (/^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/.test(text) ? text.replace(' ', 'T') : '')

export function DateTimeField({ name, label, initial = '', required = false, error }: DateTimeFieldProps) {
  const [text, setText] = useState(initial)
  const picker = useRef<HTMLInputElement>(null)
  const open = () => {
    const input = picker.current
    if (!input) return
    input.value = toPickerValue(text)
    // older browsers cannot open the picker, only focus the field
    if ('showPicker' in input) input.showPicker()
    else (input as HTMLInputElement).focus()
  }
  return (
    <Field
      name={name}
      label={label}
      required={required}
      value={text}
      onChange={(event) => setText(event.target.value)}
      placeholder="年-月-日 时:分:秒"
      inputMode="text"
      maxLength={19}
      autoComplete="off"
      error={error}
      end={
        <>
          <input
            ref={picker}
            type="datetime-local"
            data-field={name}
            step="1"
            tabIndex={-1}
            aria-hidden="true"
            className="pointer-events-none absolute right-2 bottom-0 h-px w-px opacity-0"
            onChange={(event) => setText(toServerTime(event.target.value))}
          />
          <button
            type="button"
            aria-label={`选择${label}`}
            className="grid size-11 place-items-center rounded-lg text-muted hover:text-brand"
            onClick={open}
          >
            <Icon name="clock" />
          </button>
        </>
      }
    />
  )
}
