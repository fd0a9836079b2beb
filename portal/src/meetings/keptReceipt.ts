// A receipt that is being filled in: a reload, a login that ended, or going back to the choice of channel loses nothing.
import type { OwnRegistration } from '@xinqiao/contract/http/meetings.ts'
import { keepDraft, readDraft } from '../forms/kept.ts'

type Receipt = Partial<OwnRegistration['receipt']>
const placeOf = (meetingId: number) => `receipt:${meetingId}`

export const readKeptReceipt = (meetingId: number): Receipt | undefined =>
  (JSON.parse(readDraft(placeOf(meetingId)) || 'null') as Receipt | null) ?? undefined

/** @param receipt null once it has been handed in */
export const keepReceipt = (meetingId: number, receipt: object | null): void =>
  keepDraft(placeOf(meetingId), receipt ? JSON.stringify(receipt) : '')
