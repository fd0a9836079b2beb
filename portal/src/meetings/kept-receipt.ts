// Draft of a receipt, which survives reloads, an ended session, and a change of channel or meeting.
import type { OwnRegistration } from '@xinqiao/contract/http/meetings.ts'
import { keepDraft, readDraft } from '../forms/kept.ts'

type Receipt = Partial<OwnRegistration['receipt']>
type Kept = { meetingId: number; receipt: Receipt }
const place = 'receipt'

/** For another meeting, without the days. */
export function readKeptReceipt(meetingId: number): Receipt | undefined {
  const kept = JSON.parse(readDraft(place) || 'null') as Kept | null
  if (!kept || kept.meetingId === meetingId) return kept?.receipt
  const { arrivalTime: _arrival, leaveTime: _leave, ...receipt } = kept.receipt
  return receipt
}

/** @param receipt null once it has been submitted */
export const keepReceipt = (meetingId: number, receipt: object | null): void =>
  keepDraft(place, receipt ? JSON.stringify({ meetingId, receipt }) : '')
