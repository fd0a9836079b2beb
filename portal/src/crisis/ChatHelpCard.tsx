// Help card of a conversation, shown only to the writer. The card folds, so that the conversation
// stays readable, and remains until the writer dismisses it.
import type { CrisisCard } from '@xinqiao/im-sdk/chat/state/crisis-levels.ts'
import { recallKeyOf } from '@xinqiao/im-sdk/chat/state/recall-key.ts'
import type { Thread } from '@xinqiao/im-sdk/chat/state/state.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { HelpContent } from './HelpContent.tsx'
import { helpTexts } from './help-texts.ts'

type ChatHelpCardProps = {
  card: CrisisCard
  /** The conversation, whose lines say whether the messages of the writer were delivered. */
  thread: Pick<Thread, 'lines'> | null
  onClose: () => void
}

/**
 * What became of the messages that raised the card. Empty if the name of a group raised it, or if the thread does not
 * show them.
 */
function describeDelivery({ messages }: CrisisCard, thread: ChatHelpCardProps['thread']): string {
  const lines = (thread?.lines ?? []).filter(({ isOwn }) => isOwn)
  const statuses = lines.flatMap(({ key, idServer, status }) =>
    messages.includes(key) || (idServer !== null && messages.includes(idServer)) ? [status] : [],
  )
  if (statuses.includes('fail')) return '消息没有送达对方。'
  if (statuses.includes('sending')) return '消息正在发送。'
  const isAnyRecalled = lines.some(({ key }) => messages.some((message) => key === recallKeyOf(message)))
  if (!isAnyRecalled) return statuses.length === 0 ? '' : '消息已照常送达。'
  return statuses.length === 0 ? '消息已撤回，别人已看不到。' : '撤回的消息别人已看不到，其他消息已照常送达。'
}

export const ChatHelpCard = ({ card, thread, onClose }: ChatHelpCardProps) => (
  <section className="chat-care" role="alert" aria-label={helpTexts[card.level].title}>
    <details open>
      <summary>
        <h3>{helpTexts[card.level].title}</h3>
        <Icon name="arrowDown" />
      </summary>
      <HelpContent level={card.level} also={card.also} fate={describeDelivery(card, thread)} onClose={onClose} />
    </details>
  </section>
)
