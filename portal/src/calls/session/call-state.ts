// The state of a call, as the screen shows it.
import { busyReason } from '@xinqiao/contract/calls.ts'
import type { SignalEvent } from '@xinqiao/contract/im/signalling/signalling-model.ts'
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
  | 'peerGone'
  | 'elsewhere'
  | 'over'
  | 'missed'
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
  /** True after the other side has closed its page, until it is back. */
  hasPeerLeft: boolean
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
  /** Message to the user for a call that has failed; null for other endings. */
  fault: string | null
}

/** How a call ends for this side when the other one closes its channel. */
export function endingOfClose(
  { time, channelExpireTime }: Pick<SignalEvent, 'time' | 'channelExpireTime'>,
  { attachExt, isRinging, isCaller }: { attachExt: string; isRinging: boolean; isCaller: boolean },
): CallEnding {
  if (isRinging) return isCaller ? 'unanswered' : 'cancelled'
  if (attachExt === reasons.lost) return 'lost'
  if (time >= channelExpireTime) return 'timeUp'
  return attachExt === reasons.hangUp ? 'peerHungUp' : 'over'
}

export const idleState: CallState = {
  phase: 'idle',
  channelId: null,
  peer: null,
  hasVideo: true,
  connectionState: 'connecting',
  isOffline: false,
  peerMedia: { hasVideo: false, isMuted: false, isSharing: false },
  remote: null,
  audio: null,
  hasPeerLeft: false,
  hasConnected: false,
  beginTime: null,
  limitTime: null,
  ending: null,
  fault: null,
}
