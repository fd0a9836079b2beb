// A password field whose text can be revealed.
import { useState } from 'react'
import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'

type PasswordFieldProps = {
  name: string
  label: string
  autoComplete: 'current-password' | 'new-password'
  error?: string | undefined
  hint?: string
}

export function PasswordField({ label, ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const toggle = (
    <button
      type="button"
      aria-label={isShown ? `隐藏${label}` : `显示${label}`}
      onClick={() => setShown(!isShown)}
      className="grid size-11 place-items-center rounded-lg text-muted hover:text-brand-deep"
    >
      <Icon name={isShown ? 'eyeOff' : 'eye'} />
    </button>
  )
  return (
    <Field
      {...rest}
      label={label}
      required
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      end={toggle}
    />
  )
}
