// A request that waits for an answer, with its two buttons.
import { useRef } from 'react'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Avatar } from '../../Avatar.tsx'
import { findFocusFallback } from '../focus-fallback.ts'
import { useChatAction } from '../../use-chat-action.ts'

type RequestItemProps = {
  /** Name of the account that asks. */
  name: string
  text: string
  /** The words of the account. */
  note: string
  /** Describes the group of an invitation. */
  about?: string
  onAccept?: () => Promise<unknown>
  /** Shows more, instead of accepting at once. */
  onReview?: () => void
  onRefuse: () => Promise<unknown>
}

export function RequestItem({ name, text, note, about = '', onAccept, onReview, onRefuse }: RequestItemProps) {
  const { isBusy, run } = useChatAction()
  const entry = useRef<HTMLLIElement>(null)
  const answer = async (work: () => Promise<unknown>, doneMessage: string) => {
    const home = findFocusFallback(entry.current)
    if (await run(work, doneMessage)) home?.focus()
  }
  return (
    <li ref={entry} className="group-request">
      <Avatar name={name} small />
      <div>
        <p>{text}</p>
        {about !== '' && <p className="group-none group-request-about">{about}</p>}
        {note !== '' && <p className="group-none">{note}</p>}
      </div>
      <span className="group-request-buttons">
        <Button
          look="ghost"
          disabled={isBusy}
          aria-label={`拒绝${name}`}
          onClick={() => void answer(onRefuse, '已拒绝')}
        >
          拒绝
        </Button>
        <Button
          disabled={isBusy}
          aria-label={`同意${name}`}
          aria-haspopup={onReview && 'dialog'}
          onClick={() => (onAccept ? void answer(onAccept, '已同意') : onReview?.())}
        >
          同意
        </Button>
      </span>
    </li>
  )
}
