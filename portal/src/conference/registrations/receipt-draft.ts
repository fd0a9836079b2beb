// Draft of a receipt, which survives reloads, an ended session, and a change of channel or meeting.
import type { OwnRegistration } from '@xinqiao/contract/http/conference/meetings.ts'
import { saveDraft, readDraft } from '../../forms/draft-storage.ts'

type ReceiptDraft = Partial<OwnRegistration['receipt']>
type StoredReceiptDraft = { meetingId: number; receipt: ReceiptDraft }
const draftName = 'receipt'

/** The stored draft; without its days when it was written for another meeting. */
export function readReceiptDraft(meetingId: number): ReceiptDraft | undefined {
  const draft = JSON.parse(readDraft(draftName) || 'null') as StoredReceiptDraft | null
  if (!draft || draft.meetingId === meetingId) return draft?.receipt
  const { arrivalTime: _arrival, leaveTime: _leave, ...receipt } = draft.receipt
  return receipt
}

/** @param receipt null once it has been submitted */
export const saveReceiptDraft = (meetingId: number, receipt: object | null): void =>
  saveDraft(draftName, receipt ? JSON.stringify({ meetingId, receipt }) : '')
