// Friends of the account in a chat session, and accounts that it has blocked.
import { friendRequests } from '@xinqiao/contract/im/accounts/friend.ts'
import { withoutDirectionControls } from '@xinqiao/contract/visible-text.ts'
import type { Client } from '../../client.ts'
import { findState } from '../../sync/merge/changes.ts'

/** The name of a friend as the account knows it, or the name that another account has in the chat; empty if unknown. */
export const nameAccount = (store: Client['store'], account: string): string =>
  withoutDirectionControls(findState(store, 'friend', account)?.alias || store.users.get(account)?.nick || '')

export function createFriendActions({ request, store }: Client) {
  /** Accounts to which this page has sent a friend request. */
  const appliedAccounts = new Set<string>()
  const wasFriend = (account: string): boolean => findState(store, 'friend', account)?.valid === false
  return {
    isFriend: (account: string): boolean => findState(store, 'friend', account)?.valid === true,
    /** True after one side has ended the friendship. */
    wasFriend,
    /** The name of a friend, and otherwise the one that the account has in the chat; empty while it is unknown. */
    nameAccount: (account: string): string => nameAccount(store, account),
    hasApplied: (account: string): boolean => appliedAccounts.has(account) && !wasFriend(account),
    hasBlocked: (account: string): boolean => findState(store, 'relation', account)?.isBlacked === true,
    /**
     * Sends a friend request without a text, because strangers may not send texts to members of groups.
     * @param teamId the team whose names both will have for each other
     */
    async applyAsFriend(account: string, teamId: string): Promise<void> {
      await request('friend.friendRequest', { account, type: friendRequests.applyFriend, teamId })
      appliedAccounts.add(account)
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
  }
}
