// What a door keeps on its own device, so that it works without a network and over a reload: the list of tickets as
// digests, and the check-ins that the server has not heard of yet. Telling the server twice does no harm.
import type { Ticket } from '@xinqiao/contract/http/meeting-days.ts'

export type Waiting = { ticket: string; at: string }
type Kept = { tickets: Ticket[]; waiting: Waiting[]; seen: Record<string, string> }

const empty: Kept = { tickets: [], waiting: [], seen: {} }
const nameOf = (meetingId: number) => `door:${meetingId}`

export function readDoor(meetingId: number): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(meetingId)) ?? 'null') as Partial<Kept> | null
    return { ...empty, ...kept }
  } catch {
    return { ...empty }
  }
}

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
