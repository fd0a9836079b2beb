// Handlers of the commands of chatrooms, without those that the connection handles.
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import type { ImHandlers } from '../../kit/chat/im-ctx.ts'
import { enterChatroom, getRoomAddress } from './enter.ts'
import { getRoomHistory, sendRoomMessage, type SignFile } from './messages.ts'

export type RoomCommand = Exclude<Extract<CommandName, `chatroom.${string}`>, 'chatroom.logout'>

export const createRoomHandlers = (signFile: SignFile): ImHandlers<RoomCommand> => ({
  'chatroom.getAddress': getRoomAddress,
  'chatroom.login': enterChatroom,
  'chatroom.sendMsg': (draft, ctx) => sendRoomMessage(draft, ctx, signFile),
  'chatroom.getHistory': (input, ctx) => getRoomHistory(input, ctx, signFile),
})
