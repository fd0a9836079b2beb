// A receipt that is being filled in, kept in this tab: a reload, or going back to the choice of channel, loses nothing.
import type { OwnRegistration } from '@xinqiao/contract/http/meetings.ts'

type Receipt = Partial<OwnRegistration['receipt']>
const keyOf = (meetingId: number) => `receipt:${meetingId}`

export function readKeptReceipt(meetingId: number): Receipt | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(keyOf(meetingId)) ?? 'null') as Receipt | null) ?? undefined
  } catch {
    return undefined
  }
}

/** @param receipt null once it has been handed in */
export function keepReceipt(meetingId: number, receipt: object | null): void {
  try {
    if (receipt) sessionStorage.setItem(keyOf(meetingId), JSON.stringify(receipt))
    else sessionStorage.removeItem(keyOf(meetingId))
  } catch {
    // a private window, or full: then it is typed again
  }
}
