// Raised hands, for moderators.
import type { RaisedHand } from '@xinqiao/contract/http/lectures/lectures.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { api } from '../../../session/api.ts'

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
  const callOn = (account: string) =>
    // a refusal says that the hand was lowered
    moderate(() => api('POST /lecture/callHand', { id, account }).finally(onChange))
  return (
    <div className="min-h-40 flex-1 overflow-y-auto px-4 py-3 contain-size">
      <p className="text-sm text-muted">
        直播里不能连麦。点“请他发言”，对方会看到提示，在聊天里写下想说的话；说完后请放下他的手。
      </p>
      {hands.length === 0 ? (
        <p className="py-8 text-center text-muted">现在没有人举手</p>
      ) : (
        <ol className="divide-y divide-line">
          {hands.map((hand, index) => (
            <li key={hand.account} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
              <span className="min-w-0 flex-1 basis-full text-ink sm:basis-0">
                {index + 1}. {hand.name}
                <span className="ml-2 text-sm text-muted">{hand.since.slice(11, 16)}</span>
              </span>
              {hand.isCalled ? (
                <span className="text-sm font-semibold text-brand-deep">已请他发言</span>
              ) : (
                <Button aria-label={`请他发言：${hand.name}`} onClick={() => void callOn(hand.account)}>
                  请他发言
                </Button>
              )}
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
