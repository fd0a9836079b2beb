// Local state of a check-in device, which survives a reload without a network: ticket digests, and check-ins not
// reported yet. Reporting twice is harmless.
import { doorWords } from '@xinqiao/contract/meetings.ts'
import type { DoorSession, Ticket } from '@xinqiao/contract/http/meeting-days.ts'

/** To the meeting, or to one of its sessions. */
export type Waiting = { ticket: string; at: string; sessionId?: number }
/** The days of check-in in the wire format, and this device's offset to the server's clock. */
export type DoorDays = { from: string; until: string; behindMs: number }
/** `seen` holds when this device saw a ticket, by digest and target. */
export type DoorData = {
  tickets: Ticket[]
  sessions: DoorSession[]
  waiting: Waiting[]
  seen: Record<string, string>
  days: DoorDays | null
}

export const seenKey = (digest: string, sessionId: number | undefined) =>
  sessionId === undefined ? digest : `${digest} ${sessionId}`

export const emptyDoor: DoorData = { tickets: [], sessions: [], waiting: [], seen: {}, days: null }
const nameOf = (meetingId: number) => `door:${meetingId}`

export function readDoor(meetingId: number): DoorData {
  try {
    const stored = JSON.parse(localStorage.getItem(nameOf(meetingId)) ?? 'null') as Partial<DoorData> | null
    return { ...emptyDoor, ...stored }
  } catch {
    return { ...emptyDoor }
  }
}

export const hasDoorList = (meetingId: number): boolean => readDoor(meetingId).tickets.length > 0

export function saveDoor(meetingId: number, stored: DoorData): void {
  localStorage.setItem(nameOf(meetingId), JSON.stringify(stored))
}

/** Deletes the data of a meeting from the device after its end. */
export const forgetDoor = (meetingId: number): void => localStorage.removeItem(nameOf(meetingId))

export async function digestOf(ticket: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(ticket))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The server's time as far as this device knows it, as China time in the contract's format. */
export const chinaNow = (behindMs = 0): string =>
  new Date(Date.now() + behindMs).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })

export const behindBy = (serverNow: string): number => Date.parse(`${serverNow.replace(' ', 'T')}+08:00`) - Date.now()

/** Why check-in is closed; null on the days of the meeting, and until the server has sent them. */
export function closedBecause(days: DoorDays | null): string | null {
  if (!days) return null
  const now = chinaNow(days.behindMs)
  if (now < days.from) return doorWords.early(days.from)
  return now < days.until ? null : doorWords.over
}
