// Shown to the writer alone when a message sounds like danger. Nothing was held back; this only says where help is.
import type { CrisisLevel } from '@xinqiao/contract/care.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'

type CareCardProps = { level: CrisisLevel; onClose: () => void }

const words = {
  self: {
    title: '您的话我们很在意，您不必一个人扛',
    lead: '如果此刻有伤害自己的念头，请先让自己安全：',
    steps: [
      '现在就拨打心理援助热线12356，和一个人说说话',
      '已经受伤或有生命危险，请立即拨打120或110',
      '离开高处、水边等地方，把药品、刀具交给身边的人',
      '告诉一位您信任的家人或朋友，请他来陪着您',
    ],
    note: '消息已照常送达。协会值班人员也收到了提醒，会尽快关注您。',
  },
  other: {
    title: '担心身边的人？您可以这样帮他',
    lead: '认真对待他说的话，不争辩、不评判：',
    steps: [
      '陪在他身边或保持通话，不要让他独自一人',
      '直接而平和地询问：“你是不是想过结束生命？”',
      '帮他远离药品、刀具和高处',
      '一起拨打12356；情况紧急时拨打120或110',
    ],
    note: '您自己也需要支持，同样可以拨打12356。',
  },
}

export function CareCard({ level, onClose }: CareCardProps) {
  const { title, lead, steps, note } = level === 'other' ? words.other : words.self
  return (
    <section className="chat-care" role="alert" aria-label={title}>
      <h3>{title}</h3>
      <p>{lead}</p>
      <ul>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <p className="chat-care-note">{note}</p>
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
