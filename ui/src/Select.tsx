// A labelled native select.
import type { SelectHTMLAttributes } from 'react'
import { LabelledControl, type FieldTextProps } from './Field.tsx'

type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'name'> &
  FieldTextProps & {
    options: readonly { value: string; label: string }[]
    /** Label of the option for no choice. */
    placeholder?: string
  }

export const Select = ({ name, label, options, placeholder, error, hint, required, ...input }: SelectProps) => (
  <LabelledControl {...{ name, label, error, hint, required }}>
    {(tied, edge) => (
      <select
        {...input}
        {...tied}
        className={`min-h-12 w-full rounded-lg border bg-surface px-3 text-base text-ink transition-colors duration-150 ${edge}`}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </LabelledControl>
)
