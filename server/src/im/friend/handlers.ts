// Handlers of friend commands.
import { newFriendsTip } from '@xinqiao/contract/im/accounts/friend.ts'
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import type { ImCtx, ImHandlers } from '../../kit/chat/im-ctx.ts'
import { deleteFriend, getFriends, requestFriend, updateFriend, type NotifyOfFriend } from './friends.ts'

type TipMessage = {
  idClient: string
  to: string
  content: { type: typeof chatMessageTypes.tip; tip: string; isUnreadable: 0 }
}
export type FriendPort = {
  notify: NotifyOfFriend
  /** Writes a message into the conversation of the caller with this account. */
  write: (message: TipMessage, ctx: ImCtx) => Promise<void>
}

export const createFriendHandlers = ({
  notify,
  write,
}: FriendPort): ImHandlers<Extract<CommandName, `friend.${string}`>> => ({
  async 'friend.friendRequest'(input, ctx) {
    const { acceptedId } = await requestFriend(input, ctx, notify)
    // apps write their own messages
    if (acceptedId === null || ctx.viewer.roleId === null) return null
    // the bell notifies the applicant, so that the tip is no unread message
    const content = { type: chatMessageTypes.tip, tip: newFriendsTip, isUnreadable: 0 } as const
    await write({ idClient: `friend-${acceptedId}`, to: input.account, content }, ctx)
    return null
  },
  'friend.deleteFriend': deleteFriend,
  'friend.updateFriend': updateFriend,
  'friend.getFriends': getFriends,
})
