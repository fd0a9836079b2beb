// Raised hands, for moderators.
import type { RaisedHand } from '@xinqiao/contract/http/lectures/lectures.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { api } from '../../session/api.ts'

type HandsProps = {
  id: number
  hands: readonly RaisedHand[]
  onChange: () => void
  moderate: (work: () => Promise<unknown>) => Promise<void>
}

export function Hands({ id, hands, onChange, moderate }: HandsProps) {
  const lower = (account: string) =>
    moderate(async () => {
      await api('POST /lecture/lowerHand', { id, account })
      onChange()
    })
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
      {hands.length === 0 ? (
        <p className="py-8 text-center text-muted">现在没有人举手</p>
      ) : (
        <ol className="divide-y divide-line">
          {hands.map((hand, index) => (
            <li key={hand.account} className="flex items-center gap-3 py-2.5">
              <span className="min-w-0 flex-1 text-ink">
                {index + 1}. {hand.name}
                <span className="ml-2 text-sm text-muted">{hand.since.slice(11, 16)}</span>
              </span>
              <Button look="ghost" aria-label={`放下${hand.name}的手`} onClick={() => void lower(hand.account)}>
                放下
              </Button>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
