// The field of a mobile number, as phones and password managers know it.
import { Field } from '@xinqiao/ui/Field.tsx'

export const PhoneField = ({ error }: { error: string | undefined }) => (
  <Field
    name="phone"
    label="手机号"
    required
    type="tel"
    inputMode="tel"
    autoComplete="tel-national"
    maxLength={20}
    error={error}
  />
)
