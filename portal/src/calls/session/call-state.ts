// The state of a call, as the screen shows it.
import { busyReason } from '@xinqiao/contract/calls.ts'
import type { LinkState } from '../media/link.ts'
import type { PeerMediaState } from './peer-messages.ts'

/** Reasons that a page attaches to the end of a call or a refusal. */
export const reasons = { hangUp: 'hangUp', lost: 'lost', busy: busyReason } as const

export type CallEnding =
  | 'hungUp'
  | 'peerHungUp'
  | 'refused'
  | 'busy'
  | 'unanswered'
  | 'cancelled'
  | 'lost'
  | 'elsewhere'
  | 'over'
  | 'timeUp'
  | 'failed'
export type CallState = {
  phase: 'idle' | 'ringing' | 'talking' | 'ended'
  channelId: string | null
  peer: string | null
  hasVideo: boolean
  connectionState: LinkState
  /** True while the server cannot be reached; sound and picture go on. */
  isOffline: boolean
  peerMedia: PeerMediaState
  /** The picture of the other side, and its sound; null before the connection. */
  remote: MediaStream | null
  audio: MediaStream | null
  /** True after the first connection of this page. */
  hasConnected: boolean
  /** Time of this device in milliseconds at which the call began for both sides; null until the server has named it. */
  beginTime: number | null
  /** Time of this device in milliseconds at which the server ends the call; null while it is unknown. */
  limitTime: number | null
  ending: CallEnding | null
  /** The server's reason against the call. */
  fault: string | null
}

export const idleState: CallState = {
  ...{ phase: 'idle', channelId: null, peer: null, hasVideo: true, connectionState: 'connecting', isOffline: false },
  ...{ peerMedia: { hasVideo: false, isMuted: false, isSharing: false }, remote: null, audio: null },
  ...{ hasConnected: false, beginTime: null, limitTime: null, ending: null, fault: null },
}

/** The channel names the called account, so that a page that loads again while it rings knows it. */
export const toChannelExt = (to: string) => JSON.stringify({ to })
export function readCalledAccount(ext: string): string | null {
  try {
    const { to } = JSON.parse(ext) as { to?: unknown }
    return typeof to === 'string' ? to : null
  } catch {
    return null
  }
}
