// Messages of the check-in screen about a scanned ticket.
import type { Ticket } from '@xinqiao/contract/http/conference/days.ts'
import { attendTypeTitle } from '@xinqiao/contract/meetings.ts'

export type CheckInMessage = { tone: 'good' | 'warm' | 'bad'; name: string; text: string }

/** Mark in place of a time, when another device has reported the check-in. */
export const otherDeviceNote = 'elsewhere'

/** @param earlier time of an earlier check-in in the wire format, or `otherDeviceNote` */
export function describeCheckIn(ticket: Ticket, earlier: string | null, session: string): CheckInMessage {
  const name = ticket.name || ticket.companyName
  if (earlier === otherDeviceNote) return { tone: 'warm', name, text: `已在“${session}”签到` }
  if (earlier) {
    const minute = earlier.slice(5, 16)
    return {
      tone: 'warm',
      name,
      text: session ? `已于${minute}在“${session}”签到` : `已于${minute}签到，请勿重复领取资料`,
    }
  }
  const target = session ? `“${session}”` : ''
  const type = attendTypeTitle(ticket.activityAttendTypeId)
  return { tone: 'good', name, text: `${target}签到成功：${type}，${ticket.companyName}` }
}
