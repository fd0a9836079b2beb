// Local state of a check-in device, which survives a reload without a network: ticket digests, and check-ins that are
// not reported yet. Reporting a check-in twice has no further effect.
import { checkInMessages } from '@xinqiao/contract/meetings.ts'
import type { CheckInProgrammeSession, Ticket } from '@xinqiao/contract/http/conference/days.ts'

/** The target of a check-in: the meeting, or one of its sessions. */
export type PendingCheckIn = { ticket: string; at: string; sessionId?: number }
/** Days of check-in in the wire format, and the offset from this device's clock to the server's. */
export type CheckInDays = { from: string; until: string; behindMs: number }
/** `seen`: when this device scanned a ticket, by digest and target. */
export type CheckInDeviceData = {
  tickets: Ticket[]
  sessions: CheckInProgrammeSession[]
  waiting: PendingCheckIn[]
  seen: Record<string, string>
  days: CheckInDays | null
}

export const checkInKeyOf = (digest: string, sessionId: number | undefined) =>
  sessionId === undefined ? digest : `${digest} ${sessionId}`

export const emptyDeviceData: CheckInDeviceData = { tickets: [], sessions: [], waiting: [], seen: {}, days: null }
const storageKeyOf = (meetingId: number) => `door:${meetingId}`

export function readDeviceData(meetingId: number): CheckInDeviceData {
  try {
    const deviceData = JSON.parse(
      localStorage.getItem(storageKeyOf(meetingId)) ?? 'null',
    ) as Partial<CheckInDeviceData> | null
    return { ...emptyDeviceData, ...deviceData }
  } catch {
    return { ...emptyDeviceData }
  }
}

export const hasDeviceTickets = (meetingId: number): boolean => readDeviceData(meetingId).tickets.length > 0

export function saveDeviceData(meetingId: number, stored: CheckInDeviceData): void {
  localStorage.setItem(storageKeyOf(meetingId), JSON.stringify(stored))
}

/** Deletes the data of a meeting from the device after its end. */
export const deleteDeviceData = (meetingId: number): void => localStorage.removeItem(storageKeyOf(meetingId))

export async function digestTicket(ticket: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(ticket))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The server's time as this device estimates it: China time in the contract's format. */
export const estimateServerNow = (behindMs = 0): string =>
  new Date(Date.now() + behindMs).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })

export const computeClockOffsetMs = (serverNow: string): number =>
  Date.parse(`${serverNow.replace(' ', 'T')}+08:00`) - Date.now()

/** The reason why check-in is closed; null on the days of the meeting, and until the server has sent them. */
export function explainClosed(days: CheckInDays | null): string | null {
  if (!days) return null
  const now = estimateServerNow(days.behindMs)
  if (now < days.from) return checkInMessages.early(days.from)
  return now < days.until ? null : checkInMessages.over
}
