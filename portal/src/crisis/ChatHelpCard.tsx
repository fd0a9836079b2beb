// Help card of a conversation, shown only to the writer. The card folds, so that the conversation
// stays readable, and remains until the writer dismisses it.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { Thread } from '@xinqiao/im-sdk/chat/state.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { HelpContent } from './HelpContent.tsx'
import { helpTexts } from './help-texts.ts'

type ChatHelpCardProps = {
  level: CrisisLevel
  /** The conversation, whose lines say whether the messages of the writer were delivered. */
  thread: Pick<Thread, 'lines'> | null
  onClose: () => void
}

function describeDelivery(thread: ChatHelpCardProps['thread']): string {
  const statuses = thread?.lines.map(({ status }) => status) ?? []
  if (statuses.includes('fail')) return '消息没有送达对方。'
  return statuses.includes('sending') ? '消息正在发送。' : '消息已照常送达。'
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
