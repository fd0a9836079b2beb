// The person whom a client has named for emergencies, hidden until the counsellor looks. Each look is logged.
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { TextDialog } from './TextDialog.tsx'
import { useContactAccess, type ContactAccess, type OfferedContact } from './use-contact-access.ts'

const phonePattern = /\+?\d[\d\s-]{5,}\d/

/** Classes of the line and of its button or link. */
type ContactLooks = { line: string; action: string }

type ContactLineProps = { access: ContactAccess; looks: ContactLooks }

export function ContactLine({ access: { contact, label, isBusy, open }, looks }: ContactLineProps) {
  const [phone] = phonePattern.exec(contact ?? '') ?? []
  return (
    <p className={looks.line}>
      <Icon name="shield" />
      {contact === null ? (
        <button type="button" disabled={isBusy} className={looks.action} onClick={() => void open()}>
          查看{label}
        </button>
      ) : (
        <output>
          {label}：{phone ? contact.replace(phone, '') : contact}
          {phone && (
            <a href={`tel:${phone.replaceAll(/\s/g, '')}`} className={looks.action}>
              {phone}
            </a>
          )}
        </output>
      )}
    </p>
  )
}

/** Asks for the reason. It holds the typed text, so that a page keeps it in one place while its other parts change. */
export const ContactReason = ({ access: { label, isAsking, open, close } }: { access: ContactAccess }) =>
  isAsking && (
    <TextDialog
      title={`查看${label}`}
      label="为什么需要查看？只在情况紧急、联系不上来访者时使用；每次查看和理由都会记录"
      maxLength={200}
      missing="请填写查看理由"
      isProfessional
      onClose={close}
      onSend={open}
    />
  )

export function ClientContact({ looks, ...offered }: OfferedContact & { looks: ContactLooks }) {
  const access = useContactAccess(offered)
  if (!access) return null
  return (
    <>
      <ContactLine access={access} looks={looks} />
      <ContactReason access={access} />
    </>
  )
}
