// Crisis card, shown only to the writer of a message that sounds like danger. The message was sent; the card only says
// where help is.
import type { CrisisLevel } from '@xinqiao/contract/care.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { careWords } from '../frame/care-words.ts'

type CareCardProps = { level: CrisisLevel; onClose: () => void }

const notes = {
  self: '消息已照常送达。协会值班人员也收到了提醒，会尽快关注您。',
  other: '您自己也需要支持，同样可以拨打12356。',
}

export function CareCard({ level, onClose }: CareCardProps) {
  const whom = level === 'other' ? 'other' : 'self'
  const { title, lead, steps } = careWords[whom]
  return (
    <section className="chat-care" role="alert" aria-label={title}>
      <h3>{title}</h3>
      <p>{lead}</p>
      <ul>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <p className="chat-care-note">{notes[whom]}</p>
      <div className="chat-care-ways">
        <a href="tel:12356" className="chat-care-call">
          <Icon name="phone" className="size-4.5" />
          拨打12356
        </a>
        <button type="button" onClick={onClose}>
          我知道了
        </button>
      </div>
    </section>
  )
}
