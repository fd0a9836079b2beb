// After a call: what happened, and where to go on.
import { useState } from 'react'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import type { WaitingRoom } from '@xinqiao/contract/http/booking/waiting-rooms.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { useExclusiveTask } from '../../forms/use-action.ts'
import { api } from '../../session/api.ts'
import type { CallState } from '../session/call-state.ts'
import { useRingPause } from '../use-ring-pause.ts'
import { useCallLength } from '../use-call-length.ts'
import { describeDrop, describeEnding, missingCallMessage, peerLeftMessage } from './call-texts.ts'
import { BookingsLink } from './BookingsLink.tsx'
import { CallEndHead } from './CallEndHead.tsx'

type CallEndProps = {
  state: CallState
  /** The channel of the address; null for addresses without one. */
  addressId: string | null
  /** Calls again; null where this person cannot call. */
  onCallAgain: (() => void) | null
  /** Why a counsellor may want to call the duty staff now; null without a reason. */
  concern: string | null
  /** When the duty staff were last notified of a dropped call of this client, such as 22:51; null without a notice. */
  dropTime: string | null
  /** When this counsellor called the duty staff for the open alert, such as 22:51; null without a call. */
  dutyCallTime: string | null
  /** Called when the duty staff were called. */
  onDutyCalled: () => void
  /** The booking to whose waiting room the person returns; null for other calls. */
  booking: Pick<WaitingRoom, 'id' | 'isCounsellor'> | null
}

export function CallEnd({
  state: { ending, fault, peer, channelId, hasPeerLeft },
  addressId,
  onCallAgain,
  concern,
  dropTime,
  dutyCallTime,
  onDutyCalled,
  booking,
}: CallEndProps) {
  const { seconds, isMissing } = useCallLength(channelId ?? addressId)
  const pause = useRingPause(onCallAgain ? peer : null)
  const hasMoved = ending === 'elsewhere' && seconds === null
  const isLeft = ending === 'lost' && hasPeerLeft
  // the address may be that of a call that took place, or of the caller; a tab may have waited beside another one
  const isTalk =
    (ending === 'missed' && (seconds !== 0 || onCallAgain !== null)) ||
    (ending === 'peerGone' && seconds !== null && seconds > 0)
  const isOver = ending === null || isTalk || (ending === 'elsewhere' && !hasMoved)
  const words = isMissing && ending === 'missed' ? missingCallMessage : describeEnding(isOver ? 'over' : ending)
  const title = isLeft ? `${peerLeftMessage}，通话已结束` : words
  return (
    <section className="call-end" aria-label="通话结束">
      <CallEndHead {...{ title, fault, seconds }} />
      {pause !== null && fault === null && <output>{pause}</output>}
      {concern !== null && peer !== null && (
        <NotifyDutyButton accid={peer} {...{ concern, dropTime, dutyCallTime, onDutyCalled }} />
      )}
      <div>
        {hasMoved && (
          <ButtonLink href={withQuery(routes.call, { channel: channelId, booking: booking?.id ?? null })}>
            转回此设备
          </ButtonLink>
        )}
        {onCallAgain && !hasMoved && (
          <Button disabled={pause !== null} data-resting={pause !== null || undefined} onClick={onCallAgain}>
            再次呼叫
          </Button>
        )}
        {booking && (
          <>
            <ButtonLink look={hasMoved ? 'ghost' : 'primary'} href={withQuery(routes.call, { booking: booking.id })}>
              返回等候室
            </ButtonLink>
            <BookingsLink isCounsellor={booking.isCounsellor} look="ghost" />
          </>
        )}
        <ButtonLink
          look={onCallAgain || booking || hasMoved ? 'ghost' : 'primary'}
          href={withQuery(routes.im, { to: peer })}
        >
          返回聊天
        </ButtonLink>
      </div>
    </section>
  )
}

type NotifyDutyButtonProps = Pick<CallEndProps, 'dropTime' | 'dutyCallTime' | 'onDutyCalled'> & {
  accid: string
  concern: string
}

/** A client who drops out may be in danger. */
function NotifyDutyButton({ accid, concern, dropTime, dutyCallTime, onDutyCalled }: NotifyDutyButtonProps) {
  // the notice of an earlier call does not count
  const [earlierDropTime] = useState(dropTime)
  const isNotified = dropTime !== null && dropTime !== earlierDropTime
  const { isBusy, run } = useExclusiveTask()
  const callDuty = () =>
    run(async () => {
      await api('POST /care/step', { accid, step: 'callDuty' })
      onDutyCalled()
    })
  return (
    <>
      <Notice tone="warm">{isNotified ? describeDrop(dropTime, dutyCallTime) : concern}</Notice>
      <Button look="accent" busy={isBusy} onClick={callDuty}>
        {dutyCallTime !== null ? '再次呼叫值班人员' : '呼叫值班人员'}
      </Button>
    </>
  )
}
