// After a call: what happened, and where to go on.
import { formatDuration } from '@xinqiao/contract/calls.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import type { CallState } from '../session/call.ts'
import { describeEnding } from './call-texts.ts'

type CallEndProps = {
  state: CallState
  /** Calls again; null where this person cannot call. */
  onCallAgain: (() => void) | null
  /** The booking to whose waiting room the person returns; null for other calls. */
  bookingId: number | null
}

export function CallEnd({
  state: { ending, fault, peer, connectedTime, endTime },
  onCallAgain,
  bookingId,
}: CallEndProps) {
  return (
    <section className="call-end" aria-label="通话结束">
      <h2>{describeEnding(ending ?? 'over')}</h2>
      <output>
        {fault ??
          (connectedTime === null || endTime === null
            ? ''
            : `通话时长 ${formatDuration((endTime - connectedTime) / 1000)}`)}
      </output>
      <div>
        {onCallAgain && <Button onClick={onCallAgain}>再次呼叫</Button>}
        {bookingId !== null && (
          <>
            <ButtonLink href={withQuery(routes.call, { booking: bookingId })}>返回等候室</ButtonLink>
            <ButtonLink look="ghost" href={routes.booking}>
              我的预约
            </ButtonLink>
          </>
        )}
        <ButtonLink
          look={onCallAgain || bookingId !== null ? 'ghost' : 'primary'}
          href={withQuery(routes.im, { to: peer })}
        >
          返回聊天
        </ButtonLink>
      </div>
    </section>
  )
}
