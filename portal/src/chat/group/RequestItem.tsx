// A request that waits for an answer, with its two buttons.
import { Button } from '@xinqiao/ui/Button.tsx'
import { Avatar } from '../Avatar.tsx'
import { useAction } from '../use-action.ts'

type RequestItemProps = {
  /** Name of the account that asks. */
  name: string
  text: string
  /** The words of the account. */
  note: string
  onAccept: () => Promise<unknown>
  onRefuse: () => Promise<unknown>
}

export function RequestItem({ name, text, note, onAccept, onRefuse }: RequestItemProps) {
  const { isBusy, run } = useAction()
  return (
    <li className="group-request">
      <Avatar name={name} small />
      <div>
        <p>{text}</p>
        {note !== '' && <p className="group-none">{note}</p>}
      </div>
      <span className="group-request-buttons">
        <Button look="ghost" disabled={isBusy} aria-label={`拒绝${name}`} onClick={() => void run(onRefuse, '已拒绝')}>
          拒绝
        </Button>
        <Button disabled={isBusy} aria-label={`同意${name}`} onClick={() => void run(onAccept, '已同意')}>
          同意
        </Button>
      </span>
    </li>
  )
}
