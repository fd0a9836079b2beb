// Options of `Chatroom.getInstance` and of sending. Names and shapes follow im-sdk-api.md.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { RoomInfo, RoomMember } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import type { AddressOptions } from '../nim/core/addresses.ts'
import type { NimDisconnect, NimError } from '../nim/core/options.ts'
import type { ChatroomMessage } from './present.ts'

/** Callbacks of the page. */
export type ChatroomCallbacks = {
  onconnect: (info: { chatroom: RoomInfo; member: RoomMember }) => void
  /** Called before each try; a promise is awaited, for example to fetch a new token. */
  onwillreconnect: (info: { retryCount: number; duration: number }) => unknown
  /** `reason` of a kick: chatroomClosed, managerKick, blacked, samePlatformKick or serverKick. */
  ondisconnect: (end: NimDisconnect) => void
  onerror: (error: NimError) => void
  onmsgs: (msgs: ChatroomMessage[]) => void
  /** An extension of this SDK: a text of this page sounds like a person in danger, so the page offers help. */
  oncare: (care: { level: CrisisLevel }) => void
  /** Another device of the account has changed its tags in this room. */
  onTagsUpdate: (change: { tags: string[]; notifyTargetTags: string }) => void
  /** Receives the proposed delay before the next try in milliseconds. Returns the delay to use. */
  reconnectDelayProvider: (delay: number) => number
}

export type ChatroomOptions = Partial<ChatroomCallbacks> &
  Pick<AddressOptions, 'defaultLink' | 'uploadLinks' | 'privateConf' | 'secure'> & {
    appKey?: string
    chatroomId: string
    /** Account and token, unless the visitor is anonymous. */
    account?: string
    token?: string
    /** With true, the page enters without an account. The visitor may only read. */
    isAnonymous?: boolean
    /** Addresses of the server from `getChatroomAddress`, tried in turn. */
    chatroomAddresses?: string[]
    chatroomNick?: string
    chatroomAvatar?: string
    chatroomCustom?: string
    /** Passed to the others with the notice of entering. */
    chatroomEnterCustom?: string
    tags?: string[]
    /** Expression of tags: the visitors who receive the notices of entering and leaving. */
    notifyTargetTags?: string
    loc_x?: number
    loc_y?: number
    loc_z?: number
    /** Messages with coordinates from farther away do not arrive. */
    distance?: number
    transports?: ('websocket' | 'polling')[]
    needReconnect?: boolean
    reconnectionAttempts?: number
    quickReconnect?: boolean
    heartbeatInterval?: number
    /** With true, the page calls `connect` itself. */
    skipConnectionOnInitialize?: boolean
    /** Further options and callbacks have no effect. The console names each one, once. */
    [other: string]: unknown
  }

export type ChatroomSendOptions = {
  custom?: string
  subType?: number
  /** Always delivered, however busy the room is. For the creator and the managers. */
  highPriority?: boolean
  /** Expression of tags: the visitors who receive the message. */
  notifyTargetTags?: string
  /** Only these accounts receive the message. */
  toAccids?: string[]
  loc_x?: number
  loc_y?: number
  loc_z?: number
  env?: string
  idClient?: string
  resend?: boolean
  /** Every message is stored, so true is refused with 414. */
  skipHistory?: boolean
  /** The opposite of `skipHistory`: false is refused. */
  isHistoryable?: boolean
  beforesend?: (msg: ChatroomMessage) => void
  done?: (error: NimError | null, msg: ChatroomMessage) => void
}

export type ChatroomResendOptions = { msg: ChatroomMessage } & Pick<ChatroomSendOptions, 'done'>
