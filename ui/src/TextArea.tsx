// A labelled multi-line field.
import type { TextareaHTMLAttributes } from 'react'
import { LabelledControl, type FieldTextProps } from './Field.tsx'

type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'name'> & FieldTextProps

export const TextArea = ({ name, label, error, hint, required, ...input }: TextAreaProps) => (
  <LabelledControl {...{ name, label, error, hint, required }}>
    {(tied, edge) => (
      <textarea
        rows={4}
        {...input}
        {...tied}
        className={`block min-h-24 w-full rounded-lg border bg-surface px-3.5 py-2.5 text-base text-ink transition-colors duration-150 read-only:bg-page read-only:text-muted ${edge}`}
      />
    )}
  </LabelledControl>
)
