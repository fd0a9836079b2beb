// Actions on a registration, and reasons against them: one table for the server's checks and for the screen.
import { isLiveState } from '@xinqiao/contract/meetings.ts'
import type { MeetingRow, RegistrationRow } from '../records/store.ts'

/** Reason against the action; empty when it is allowed. */
export type ActionObstacles = { change: string; cancel: string; transfer: string }

type CheckInMoment = { now: Date; isCheckedIn: boolean }

export function listObstacles(
  { state }: Pick<RegistrationRow, 'state'>,
  meeting: Pick<MeetingRow, 'starts_at' | 'ends_at'>,
  { now, isCheckedIn }: CheckInMoment,
): ActionObstacles {
  if (!isLiveState(state)) {
    const endedMessage = '这份报名已失效，请重新报名'
    return { change: endedMessage, cancel: endedMessage, transfer: endedMessage }
  }
  const hasBegun = now >= meeting.starts_at
  return {
    change: now >= meeting.ends_at ? '会议已结束' : '',
    cancel: isCheckedIn ? '您已签到，不能取消' : hasBegun ? '会议已开始，不能取消' : '',
    transfer:
      state !== 'paid'
        ? '缴费后才能转让名额'
        : isCheckedIn
          ? '您已签到，不能转让'
          : hasBegun
            ? '会议已开始，不能转让'
            : '',
  }
}
