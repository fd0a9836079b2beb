// What a door keeps on its own device, so that it works without a network and over a reload: the list of tickets as
// digests, and the check-ins that the server has not heard of yet. Telling the server twice does no harm.
import type { DoorSession, Ticket } from '@xinqiao/contract/http/meeting-days.ts'

/** Into the meeting, or into one of its sessions. */
export type Waiting = { ticket: string; at: string; sessionId?: number }
/** `seen` has when this door saw a ticket, by its digest and what it was for. */
type Kept = { tickets: Ticket[]; sessions: DoorSession[]; waiting: Waiting[]; seen: Record<string, string> }

export const seenKey = (digest: string, sessionId: number | undefined) =>
  sessionId === undefined ? digest : `${digest} ${sessionId}`

const empty: Kept = { tickets: [], sessions: [], waiting: [], seen: {} }
const nameOf = (meetingId: number) => `door:${meetingId}`

export function readDoor(meetingId: number): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(meetingId)) ?? 'null') as Partial<Kept> | null
    return { ...empty, ...kept }
  } catch {
    return { ...empty }
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

/** China's clock as the contract writes moments. */
export const chinaNow = (): string => new Date().toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })
