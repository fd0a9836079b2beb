// Input of a mobile number, with the attributes that phones and password managers expect.
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
