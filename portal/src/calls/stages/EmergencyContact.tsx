// The guardian of a client under age, for the counsellor during a call.
import { Icon } from '@xinqiao/ui/Icon.tsx'

const phonePattern = /[\d-]{7,}/

export function EmergencyContact({ contact }: { contact: string }) {
  const [phone] = phonePattern.exec(contact) ?? []
  return (
    <p className="call-contact">
      <Icon name="shield" />
      紧急联系人（监护人）：{phone ? contact.replace(phone, '') : contact}
      {phone && <a href={`tel:${phone}`}>{phone}</a>}
    </p>
  )
}
