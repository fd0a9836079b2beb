// The reactions under a message, each with its number; a press adds or removes the reader's own.
import type { Reaction } from '@xinqiao/im-sdk/chat/state/state.ts'
import { findReactionKind } from './reactions.ts'

type ReactionListProps = {
  reactions: readonly Reaction[]
  /** Null where the reader cannot write. */
  onReact: ((body: number) => void) | null
}

export function ReactionList({ reactions, onReact }: ReactionListProps) {
  const knownReactions = reactions.flatMap((reaction) => {
    const kind = findReactionKind(reaction.body)
    return kind ? [{ ...reaction, ...kind }] : []
  })
  if (knownReactions.length === 0) return null
  return (
    <ul className="chat-reactions" aria-label="回应">
      {knownReactions.map(({ body, emoji, name, count, isOwn }) => (
        <li key={body}>
          <button
            type="button"
            aria-pressed={isOwn}
            aria-label={`${name}，${count}人${isOwn ? '，您已选' : ''}`}
            disabled={onReact === null}
            onClick={() => onReact?.(body)}
          >
            <span aria-hidden="true">{emoji}</span>
            {count}
          </button>
        </li>
      ))}
    </ul>
  )
}
