// The state of a group call, as its screen shows it.
import { groupCallEndings, type GroupCallEnding } from '@xinqiao/contract/group-calls.ts'
import type { GroupCallPerson } from '@xinqiao/contract/http/group-calls.ts'
import type { LinkState } from '../../media/link.ts'
import type { RoomStreams } from '../media/room.ts'

export type OwnEnding = 'left' | 'removed' | 'elsewhere' | 'lost' | 'noMember' | 'failed' | GroupCallEnding

export type GroupCallClientState = {
  phase: 'lobby' | 'joining' | 'talking' | 'ended'
  callId: number | null
  connectionState: LinkState
  /** True while reports do not reach the server; sound and picture may go on. */
  isOffline: boolean
  people: readonly GroupCallPerson[]
  streams: RoomStreams
  /** Begin, limit and end of the call are times of this device, in milliseconds. */
  beginTime: number | null
  limitTime: number | null
  endTime: number | null
  ending: OwnEnding | null
  /** Message of the server about a failure; null for other endings. */
  fault: string | null
}

export const idleGroupState: GroupCallClientState = {
  phase: 'lobby',
  callId: null,
  connectionState: 'connecting',
  isOffline: false,
  people: [],
  streams: new Map(),
  beginTime: null,
  limitTime: null,
  endTime: null,
  ending: null,
  fault: null,
}

const endingMessages: Record<OwnEnding, string> = {
  ...groupCallEndings,
  left: '您已离开通话',
  removed: '带领者已请您离开这次通话',
  elsewhere: '通话已转到您的另一台设备或另一个窗口',
  lost: '网络中断，通话没有接上',
  noMember: '您已不在这个小组里，通话已结束',
  failed: '没有加入通话',
}
export const describeOwnEnding = (ending: OwnEnding): string => endingMessages[ending]

/** Endings after which the person may enter the call again. */
export const canReturn = (ending: OwnEnding | null): boolean =>
  ending === 'left' || ending === 'lost' || ending === 'elsewhere' || ending === 'failed'
