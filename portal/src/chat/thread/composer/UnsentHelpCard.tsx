// Help card for the words that the server has not received yet: of the messages that wait, and of the draft.
import type { Thread } from '@xinqiao/im-sdk/chat/state/state.ts'
import { DraftHelpCard } from '../../../crisis/DraftHelpCard.tsx'

type UnsentHelpCardProps = { thread: Pick<Thread, 'lines'> | null; draft: string }

export function UnsentHelpCard({ thread, draft }: UnsentHelpCardProps) {
  const waitingTexts = (thread?.lines ?? []).flatMap(({ status, content }) =>
    status === 'sending' && 'text' in content ? [content.text] : [],
  )
  return (
    <DraftHelpCard
      draft={[...waitingTexts, draft].join('\n')}
      note={draft.trim() === '' ? '消息还在等待发送。' : '消息可以照常发送。'}
      className="chat-draft-care"
    />
  )
}
