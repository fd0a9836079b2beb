// The guardian of a client under age, or the contact that an adult has named, for the counsellor during a call.
import { Icon } from '@xinqiao/ui/Icon.tsx'

const phonePattern = /[\d-]{7,}/

type EmergencyContactProps = {
  /** Name and phone number. */
  contact: string
  isGuardian: boolean
}

export function EmergencyContact({ contact, isGuardian }: EmergencyContactProps) {
  const [phone] = phonePattern.exec(contact) ?? []
  return (
    <p className="call-contact">
      <Icon name="shield" />
      {isGuardian ? '紧急联系人（监护人）' : '紧急联系人'}：{phone ? contact.replace(phone, '') : contact}
      {phone && <a href={`tel:${phone}`}>{phone}</a>}
    </p>
  )
}
