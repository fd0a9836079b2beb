// The actions of a message in a dialog, which fits a finger and the keyboard.
import type { Reaction } from '@xinqiao/im-sdk/chat/state/state.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { copyText } from './copy-text.ts'
import { reactionKinds } from './reactions.ts'

export type LineActions = {
  onReply: (() => void) | null
  onRecall: (() => void) | null
  onReport: (() => void) | null
}
type LineMenuProps = LineActions & {
  /** The beginning of the message. */
  text: string
  /** The text to copy; null for a message without one. */
  copied: string | null
  reactions: readonly Reaction[]
  /** Adds or removes a reaction of the reader; null where there are none. */
  onReact: ((body: number) => void) | null
  onClose: () => void
}

export function LineMenu({ text, copied, reactions, onReact, onReply, onRecall, onReport, onClose }: LineMenuProps) {
  const items = [
    { label: '回复', act: onReply },
    { label: '复制', act: copied === null ? null : () => void copyText(copied) },
    { label: '撤回', act: onRecall },
    { label: '举报', act: onReport },
  ]
  return (
    <Dialog title="这条消息" onClose={onClose}>
      <p className="chat-menu-text">{text}</p>
      {onReact && (
        <fieldset className="chat-menu-reactions">
          <legend className="sr-only">回应</legend>
          {reactionKinds.map(({ body, emoji, name }) => (
            <button
              key={body}
              type="button"
              aria-pressed={reactions.some((reaction) => reaction.body === body && reaction.isOwn)}
              onClick={() => {
                onClose()
                onReact(body)
              }}
            >
              <span aria-hidden="true">{emoji}</span>
              <small>{name}</small>
            </button>
          ))}
        </fieldset>
      )}
      <div className="chat-menu">
        {items.map(
          ({ label, act }) =>
            act && (
              <Button
                key={label}
                look="ghost"
                onClick={() => {
                  onClose()
                  act()
                }}
              >
                {label}
              </Button>
            ),
        )}
      </div>
    </Dialog>
  )
}
