// Messages of a chatroom for pages (im-sdk-api.md). Every call returns new objects, because pages change and keep them.
import type { RoomMessage, RoomNotice } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import { messageTypeOf } from '@xinqiao/contract/im/messages/messages.ts'
import { nameClientType } from '../nim/present/login-ports.ts'
import type { NimMessage, NimStatus } from '../nim/present/messages.ts'

export type ChatroomMessage = Pick<NimMessage, 'text' | 'tip' | 'content' | 'geo' | 'file'> & {
  chatroomId: string
  idClient: string
  from: string
  fromNick: string
  fromAvatar: string
  fromCustom: string
  fromClientType: string
  type: string
  flow: 'in' | 'out'
  status: NimStatus
  time: number
  userUpdateTime: number
  resend: boolean
  custom?: string
  subType?: number
  highPriority: boolean
  notifyTargetTags?: string
  toAccids?: string[]
  /** In rooms of lectures: the sender moderated the room at the time of the message. */
  isFromModerator?: boolean
  loc_x?: number
  loc_y?: number
  loc_z?: number
  /** A notice of the room. */
  attach?: RoomNotice
}

/** @param account of this page */
export function presentRoomMessage(
  { content, fromClientType, ...msg }: RoomMessage,
  account: string,
  { status = 'success', resend = false }: { status?: NimStatus; resend?: boolean } = {},
): ChatroomMessage {
  const { type, ...parts } = structuredClone(content)
  return {
    ...parts,
    ...structuredClone(msg),
    highPriority: msg.highPriority === true,
    fromClientType: nameClientType(fromClientType) || 'Web',
    type: messageTypeOf(type),
    userUpdateTime: msg.time,
    flow: msg.from === account ? 'out' : 'in',
    status,
    resend,
  } as ChatroomMessage // no record of a call is in a room
}
