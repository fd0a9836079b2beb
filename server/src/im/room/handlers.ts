// Handlers of chatroom commands, without those that the connection handles.
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import type { ImHandlers } from '../../kit/chat/im-ctx.ts'
import type { SitePort } from '../../kit/site-port.ts'
import { enterChatroom, getRoomAddress } from './visits/enter.ts'
import { countRoomMembersByTag, getRoomMembers, getRoomMembersByTag, getRoomMembersInfo } from './members/members.ts'
import { hintModerators } from './messages/danger-hints.ts'
import { getRoomHistory, sendRoomMessage, type RoomFileFunctions } from './messages/messages.ts'
import { kickRoomMember, markRoomMember, muteRoomMember, muteRoomTag } from './moderation/moderation.ts'
import { changeElements, dropQueue, getFirstElement, listElements, offerElement, pollElement } from './queue/queue.ts'
import {
  closeOwnRoom,
  getRoomInfo,
  updateMyRoomInfo,
  updateRoomInfo,
  updateVisitorPosition,
  updateRoomTags,
} from './settings/settings.ts'

export type RoomCommand = Exclude<Extract<CommandName, `chatroom.${string}`>, 'chatroom.logout'>

export const createRoomHandlers = (
  files: RoomFileFunctions,
  site: Pick<SitePort, 'findRoomRefusal' | 'lowerHandOfRemovedVisitor'>,
): ImHandlers<RoomCommand> => ({
  'chatroom.getAddress': getRoomAddress,
  'chatroom.login': (input, ctx) => enterChatroom(input, ctx, { ...site, ...files }),
  async 'chatroom.sendMsg'(draft, ctx) {
    const reply = await sendRoomMessage(draft, ctx, files)
    if (ctx.crisisLevel) await hintModerators(ctx)
    return reply
  },
  'chatroom.getHistory': (input, ctx) => getRoomHistory(input, ctx, files.signFile),
  'chatroom.updateMyInfo': updateMyRoomInfo,
  'chatroom.getMembers': getRoomMembers,
  'chatroom.getMembersByTag': getRoomMembersByTag,
  'chatroom.getMembersInfo': getRoomMembersInfo,
  'chatroom.countMembersByTag': countRoomMembersByTag,
  'chatroom.markMember': (input, ctx) => markRoomMember(input, ctx, site),
  'chatroom.kickMember': kickRoomMember,
  'chatroom.tempMute': muteRoomMember,
  'chatroom.tempMuteTag': muteRoomTag,
  'chatroom.getRoom': getRoomInfo,
  'chatroom.updateRoom': updateRoomInfo,
  'chatroom.closeRoom': closeOwnRoom,
  'chatroom.updateTags': updateRoomTags,
  'chatroom.updatePlace': updateVisitorPosition,
  'chatroom.queueOffer': offerElement,
  'chatroom.queuePoll': pollElement,
  'chatroom.queueList': listElements,
  'chatroom.queuePeak': getFirstElement,
  'chatroom.queueDrop': dropQueue,
  'chatroom.queueChange': changeElements,
})
