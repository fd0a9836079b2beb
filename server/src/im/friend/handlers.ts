// Handlers of friend commands.
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import type { ImHandlers } from '../../kit/chat/im-ctx.ts'
import { deleteFriend, getFriends, requestFriend, updateFriend, type NotifyOfFriend } from './friends.ts'

export const createFriendHandlers = (notify: NotifyOfFriend): ImHandlers<Extract<CommandName, `friend.${string}`>> => ({
  'friend.friendRequest': (input, ctx) => requestFriend(input, ctx, notify),
  'friend.deleteFriend': deleteFriend,
  'friend.updateFriend': updateFriend,
  'friend.getFriends': getFriends,
})
