// Help card of a conversation, shown only to the writer. The card folds, so that the conversation
// stays readable, and remains until the writer dismisses it.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { HelpContent } from './HelpContent.tsx'
import { helpTexts } from './help-texts.ts'

type ChatHelpCardProps = {
  level: CrisisLevel
  /** False when a message of the writer was refused. */
  isDelivered: boolean
  onClose: () => void
}

export const ChatHelpCard = ({ level, isDelivered, onClose }: ChatHelpCardProps) => (
  <section className="chat-care" role="alert" aria-label={helpTexts[level].title}>
    <details open>
      <summary>
        <h3>{helpTexts[level].title}</h3>
        <Icon name="arrowDown" />
      </summary>
      <HelpContent level={level} fate={isDelivered ? '消息已照常送达。' : '消息没有送达对方。'} onClose={onClose} />
    </details>
  </section>
)
