// Notices of a chatroom: notification messages that the server writes.
import { randomUUID } from 'node:crypto'
import { clientTypes } from '@xinqiao/contract/im/accounts/auth.ts'
import type { RoomMessage, RoomNotice } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import type { ImRoom } from '../../../kit/chat/im-ctx.ts'
import type { RoomPort, RoomVisit } from '../../../kit/chat/rooms.ts'

/** The account that acts, as the room shows it. */
export type RoomActor = { account: string; nick: string; avatar?: string; custom?: string }

export const toActor = ({ account, nick, avatar, custom }: RoomVisit): RoomActor => ({ account, nick, avatar, custom })

/** @param notifyTargetTags restricts the receivers; empty for all */
export const createNotice = (
  roomId: number,
  actor: RoomActor,
  notice: Omit<RoomNotice, 'from' | 'fromNick'>,
  notifyTargetTags = '',
): RoomMessage => ({
  chatroomId: `${roomId}`,
  idClient: randomUUID().replaceAll('-', ''),
  time: Date.now(),
  from: actor.account,
  fromNick: actor.nick,
  fromAvatar: actor.avatar ?? '',
  fromCustom: actor.custom ?? '',
  fromClientType: clientTypes.Server,
  content: {
    type: chatMessageTypes.notification,
    attach: { ...notice, from: actor.account, fromNick: actor.nick },
  },
  ...(notifyTargetTags && { notifyTargetTags }),
})

/** Tells the room that an account has entered or left. The history does not keep these notices. */
export function announceVisit(
  rooms: RoomPort,
  { roomId, visit }: ImRoom,
  type: 'memberEnter' | 'memberExit',
  custom = '',
): void {
  const { account, nick, notifyTargetTags } = visit
  const notice = { type, to: [account], toNick: [nick], custom }
  const msg = createNotice(roomId, toActor(visit), notice, notifyTargetTags)
  rooms.deliver(roomId, { msg, priority: 'visit' })
}
