// Friends. The store is updated before `done` is called. Loaded on first use.
import { friendRequests, type FriendRequest } from '@xinqiao/contract/im/accounts/friend.ts'
import { findState, listLatestStates } from '../../sync/merge/changes.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import type { NimFriend } from '../present/people.ts'
import { omitUndefined, pickDefined } from '../../base/omit-undefined.ts'

/** `friend` and `alias` of an account that is or was a friend. */
type FriendResult = { account: string; friend?: NimFriend; alias?: string; custom?: string }
type RequestOptions = { account: string; ps?: string } & WithDone<FriendResult>
type FriendAnswerOptions = RequestOptions & { idServer?: string }

export function createFriendsApi(core: Pick<NimCore, 'client'>) {
  const { client } = core

  function sendRequest(type: FriendRequest, { account, ps, done, ...options }: FriendAnswerOptions): void {
    const isAnswer = type === 'passFriendApply' || type === 'rejectFriendApply'
    const idServer = options.idServer ?? (isAnswer ? findApplication(account) : undefined)
    const input = { account, type: friendRequests[type], ...omitUndefined({ ps, idServer: idServer || undefined }) }
    callDone(done, () => client.request('friend.friendRequest', input).then(() => presentResult(account)))
  }

  function presentResult(account: string): FriendResult {
    const friend = findState(client.store, 'friend', account)
    return { account, ...(friend && { friend: { ...friend }, alias: friend.alias, custom: friend.custom }) }
  }

  /** The latest open application of this account. */
  function findApplication(account: string): string | undefined {
    return listLatestStates(client.store, 'sysMsg')
      .filter(
        ({ from, attach, state }) => from === account && attach === `${friendRequests.applyFriend}` && state === 'init',
      )
      .sort((a, b) => b.time - a.time)[0]?.idServer
  }

  return {
    /** Returns at most 3,000 friends, oldest change first; pass the last one's `updateTime` for the next page. */
    getFriends({ updateTime = 0, done }: { updateTime?: number } & WithDone<NimFriend[]> = {}): void {
      callDone(done, async () => {
        const { friends } = await client.request('friend.getFriends', { timetag: updateTime })
        return friends.filter(({ valid }) => valid)
      })
    },
    getFriendsFromDB({ accountIds, done }: { accountIds?: string[] } & WithDone<NimFriend[]> = {}): void {
      const friends = listLatestStates(client.store, 'friend').filter(
        ({ account, valid }) => valid && (accountIds?.includes(account) ?? true),
      )
      done?.(null, structuredClone(friends))
    },
    isMyFriend({ account, done }: { account: string } & WithDone<boolean>): void {
      done?.(null, findState(client.store, 'friend', account)?.valid === true)
    },
    /** `type`: the number or the name of a request. */
    friendRequest({ type, ...options }: FriendAnswerOptions & { type: number | FriendRequest }): void {
      sendRequest((Object.keys(friendRequests)[(type as number) - 1] ?? type) as FriendRequest, options)
    },
    addFriend: (options: RequestOptions): void => sendRequest('addFriend', options),
    applyFriend: (options: RequestOptions): void => sendRequest('applyFriend', options),
    passFriendApply: (options: FriendAnswerOptions): void => sendRequest('passFriendApply', options),
    rejectFriendApply: (options: FriendAnswerOptions): void => sendRequest('rejectFriendApply', options),
    deleteFriend({
      account,
      delAlias = false,
      done,
    }: { account: string; delAlias?: boolean } & WithDone<FriendResult>): void {
      callDone(done, () =>
        client.request('friend.deleteFriend', { account, delAlias }).then(() => presentResult(account)),
      )
    },
    updateFriend(options: { account: string; alias?: string; custom?: string } & WithDone<FriendResult>): void {
      const { account, done } = options
      const input = { account, ...pickDefined(options, ['alias', 'custom']) }
      callDone(done, () => client.request('friend.updateFriend', input).then(() => presentResult(account)))
    },
  }
}
