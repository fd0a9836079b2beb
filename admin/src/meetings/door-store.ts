// What a door keeps on its own device, so that it works without a network and over a reload: the list of tickets as
// digests, and the check-ins that the server has not heard of yet. Telling the server twice does no harm.
import { doorWords } from '@xinqiao/contract/meetings.ts'
import type { DoorSession, Ticket } from '@xinqiao/contract/http/meeting-days.ts'

/** Into the meeting, or into one of its sessions. */
export type Waiting = { ticket: string; at: string; sessionId?: number }
/** The days on which people are let in, as the wire writes them, and how far this device's clock is behind the server's. */
export type DoorDays = { from: string; until: string; behindMs: number }
/** `seen` has when this door saw a ticket, by its digest and what it was for. */
export type Kept = {
  tickets: Ticket[]
  sessions: DoorSession[]
  waiting: Waiting[]
  seen: Record<string, string>
  days: DoorDays | null
}

export const seenKey = (digest: string, sessionId: number | undefined) =>
  sessionId === undefined ? digest : `${digest} ${sessionId}`

export const emptyDoor: Kept = { tickets: [], sessions: [], waiting: [], seen: {}, days: null }
const nameOf = (meetingId: number) => `door:${meetingId}`

export function readDoor(meetingId: number): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(meetingId)) ?? 'null') as Partial<Kept> | null
    return { ...emptyDoor, ...kept }
  } catch {
    return { ...emptyDoor }
  }
}

export const hasDoorList = (meetingId: number): boolean => readDoor(meetingId).tickets.length > 0

export function keepDoor(meetingId: number, kept: Kept): void {
  localStorage.setItem(nameOf(meetingId), JSON.stringify(kept))
}

/** After the meeting nothing of it stays on the device. */
export const forgetDoor = (meetingId: number): void => localStorage.removeItem(nameOf(meetingId))

export async function digestOf(ticket: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(ticket))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The server's clock as far as this device knows it, in China's time as the contract writes moments. */
export const chinaNow = (behindMs = 0): string =>
  new Date(Date.now() + behindMs).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })

export const behindBy = (serverNow: string): number => Date.parse(`${serverNow.replace(' ', 'T')}+08:00`) - Date.now()

/** Why nobody is let in now; null on the days of the meeting, and as long as no server has told of them. */
export function closedBecause(days: DoorDays | null): string | null {
  if (!days) return null
  const now = chinaNow(days.behindMs)
  if (now < days.from) return doorWords.early(days.from)
  return now < days.until ? null : doorWords.over
}
