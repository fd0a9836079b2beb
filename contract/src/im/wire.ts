// Socket packets: small arrays under three event names. Before it disconnects, the server sends a last packet.

import type { CrisisLevel } from '../crisis.ts'

/** Path of the socket, on the port of pages and API. */
export const socketPath = '/socket.io'
/** Highest sequence number of a packet; 1 follows it (messaging.md 9). */
export const lastSequence = 32_767
export const success = 200

export type RequestPacket = [service: number, command: number, sequence: number, input: unknown]
/** `care`: the level of a text of a successful command that sounds like danger. A refusal has it in its data. */
export type ReplyPacket = [sequence: number, code: number, data: unknown, message?: string, care?: CrisisLevel]
export type PushPacket = [service: number, push: number, data: unknown]
/** A code from `disconnects`. Its range means reconnect or stop. */
export type ByePacket = [code: number, detail: ByeDetail]

export const kickReasons = [
  ...(['samePlatformKick', 'serverKick', 'otherPlatformKick', 'silentlyKick'] as const),
  // reasons of chatrooms
  ...(['chatroomClosed', 'managerKick', 'blacked'] as const),
] as const
export type KickReason = (typeof kickReasons)[number]
export type ByeDetail = {
  message: string
  /** Error code of a refused login. */
  refusal?: number
  /** Milliseconds after which the client reconnects, because the node restarts. */
  reconnectMs?: number
  reason?: KickReason
  custom?: string
  from?: string
  customClientType?: number
}

export type ServerToClient = {
  reply: (packet: ReplyPacket) => void
  push: (packet: PushPacket) => void
  bye: (packet: ByePacket) => void
}
export type ClientToServer = { request: (packet: RequestPacket) => void }
