// Help card of a conversation, shown only to the writer. The card folds, so that the conversation
// stays readable, and remains until the writer dismisses it.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { ChatLine, Thread } from '@xinqiao/im-sdk/chat/state.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { HelpContent } from './HelpContent.tsx'
import { helpTexts } from './help-texts.ts'

type ChatHelpCardProps = {
  level: CrisisLevel
  /** The conversation, whose lines say whether the messages of the writer were delivered. */
  thread: Pick<Thread, 'lines'> | null
  onClose: () => void
}

/** True for the notice that replaces a recalled message. */
const isRecalled = ({ key }: ChatLine): boolean => key.startsWith('recall-')

/** Empty without messages: the name of a group raised the card, or the page was reloaded after a recall. */
function describeDelivery(thread: ChatHelpCardProps['thread']): string {
  const lines = (thread?.lines ?? []).filter(({ isOwn, isNotice }) => isOwn && !isNotice)
  const recalled = (thread?.lines ?? []).filter((line) => line.isOwn && isRecalled(line))
  const statuses = lines.map(({ status }) => status)
  if (statuses.includes('fail')) return '消息没有送达对方。'
  if (statuses.includes('sending')) return '消息正在发送。'
  if (recalled.length === 0) return lines.length === 0 ? '' : '消息已照常送达，撤回的除外。'
  // the recalled message may be the one that raised the card
  return lines.length === 0 ? '消息已撤回，别人已看不到。' : '撤回的消息别人已看不到，其他消息已照常送达。'
}

export const ChatHelpCard = ({ level, thread, onClose }: ChatHelpCardProps) => (
  <section className="chat-care" role="alert" aria-label={helpTexts[level].title}>
    <details open>
      <summary>
        <h3>{helpTexts[level].title}</h3>
        <Icon name="arrowDown" />
      </summary>
      <HelpContent level={level} fate={describeDelivery(thread)} onClose={onClose} />
    </details>
  </section>
)
