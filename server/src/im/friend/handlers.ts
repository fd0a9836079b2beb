// Handlers of friend commands.
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import type { ImHandlers } from '../../kit/chat/im-ctx.ts'
import { deleteFriend, getFriends, requestFriend, updateFriend } from './friends.ts'

export const friendHandlers: ImHandlers<Extract<CommandName, `friend.${string}`>> = {
  'friend.friendRequest': requestFriend,
  'friend.deleteFriend': deleteFriend,
  'friend.updateFriend': updateFriend,
  'friend.getFriends': getFriends,
}
