// Friends of the account in a chat session, and accounts that it has blocked.
import { friendRequests } from '@xinqiao/contract/im/accounts/friend.ts'
import type { Client } from '../client.ts'
import { findState } from '../sync/merge/changes.ts'

export const createFriendActions = ({ request, store }: Client) => ({
  isFriend: (account: string): boolean => findState(store, 'friend', account)?.valid === true,
  /** True after one side has ended the friendship. */
  wasFriend: (account: string): boolean => findState(store, 'friend', account)?.valid === false,
  /** The name that the account gave a friend, or knows from a group of both; empty for others. */
  nameFriend: (account: string): string => findState(store, 'friend', account)?.alias ?? '',
  hasBlocked: (account: string): boolean => findState(store, 'relation', account)?.isBlacked === true,
  /** Asks for consent without a text, because members of groups receive none from strangers. */
  async applyAsFriend(account: string): Promise<void> {
    await request('friend.friendRequest', { account, type: friendRequests.applyFriend })
  },
  async answerFriend({ from: account, idServer }: { from: string; idServer: string }, isAccepted: boolean) {
    const type = isAccepted ? friendRequests.passFriendApply : friendRequests.rejectFriendApply
    await request('friend.friendRequest', { account, type, idServer })
  },
  async deleteFriend(account: string): Promise<void> {
    await request('friend.deleteFriend', { account })
  },
  async setBlocked(account: string, isBlocked: boolean): Promise<void> {
    await request('user.markInBlacklist', { account, isAdd: isBlocked })
  },
})
