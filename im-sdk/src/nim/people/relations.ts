// Users, and the accounts that are blocked or muted.
import type { CommandInput } from '@xinqiao/contract/im/index.ts'
import { chatGenders, type Gender, type Relation } from '@xinqiao/contract/im/user.ts'
import { findState, listStates } from '../../sync/changes.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone, RelationChange } from '../core/options.ts'
import { presentMark, presentUser, type NimMark, type NimUser } from '../present/people.ts'
import { omitUndefined } from '../../omit-undefined.ts'

type AccountInput = { account: string }
type MarkOptions = AccountInput & WithDone<RelationChange>
type MyInfoInput = Omit<CommandInput<'user.updateMyInfo'>['user'], 'gender'> & { gender?: Gender }
type NimRelation = NimMark & { isMuted: boolean; isBlack: boolean }

const presentRelation = (relation: Relation): NimRelation => ({
  ...presentMark(relation),
  isMuted: relation.isMuted,
  isBlack: relation.isBlacked,
})

export function createRelationsApi(core: Pick<NimCore, 'client' | 'serverUrl'>) {
  const { client } = core

  async function findUsers(accounts: string[], sync: boolean): Promise<NimUser[]> {
    const { users } = client.store
    const requestedAccounts = [...new Set(accounts)]
    const missing = sync ? requestedAccounts : requestedAccounts.filter((account) => !users.has(account))
    if (missing.length > 0) await client.fetchUsers(missing)
    return requestedAccounts.flatMap((account) => {
      const user = users.get(account)
      return user ? [presentUser(user, core.serverUrl)] : []
    })
  }

  function markAccount(list: 'Blacklist' | 'Mutelist', isAdd: boolean, { account, done }: MarkOptions): void {
    callDone(done, async () => {
      await client.request(`user.markIn${list}`, { account, isAdd })
      const updateTime = findState(client.store, 'relation', account)?.updateTime ?? 0
      return { account, isAdd, record: { account, updateTime } }
    })
  }

  return {
    /** Reads from this device, or from the server with `sync`. */
    getUser({ account, sync = false, done }: AccountInput & { sync?: boolean } & WithDone<NimUser | null>): void {
      callDone(done, async () => (await findUsers([account], sync))[0] ?? null)
    },
    getUsers({ accounts, sync = false, done }: { accounts: string[]; sync?: boolean } & WithDone<NimUser[]>): void {
      callDone(done, () => findUsers(accounts, sync))
    },
    getUsersFromDB({ accountIds, done }: { accountIds?: string[] } & WithDone<NimUser[]> = {}): void {
      const users = [...client.store.users.values()]
      done?.(
        null,
        users
          .filter(({ account }) => accountIds?.includes(account) ?? true)
          .map((user) => presentUser(user, core.serverUrl)),
      )
    },
    updateMyInfo({ done, ...options }: MyInfoInput & WithDone<NimUser>): void {
      const { nick, avatar, sign, gender, email, birth, tel, custom } = options
      const fields = { nick, avatar, sign, email, birth, tel, custom, ...(gender && { gender: chatGenders[gender] }) }
      callDone(done, () =>
        client
          .request('user.updateMyInfo', { user: omitUndefined(fields) })
          .then((reply) => presentUser(reply.user, core.serverUrl)),
      )
    },

    getRelations({ done }: WithDone<{ blacklist: NimRelation[]; mutelist: NimRelation[] }> = {}): void {
      callDone(done, async () => {
        const { relations } = await client.request('user.getRelations', {})
        return {
          blacklist: relations.filter(({ isBlacked }) => isBlacked).map(presentRelation),
          mutelist: relations.filter(({ isMuted }) => isMuted).map(presentRelation),
        }
      })
    },
    markInBlacklist: (options: MarkOptions & { isAdd: boolean }): void =>
      markAccount('Blacklist', options.isAdd, options),
    addToBlacklist: (options: MarkOptions): void => markAccount('Blacklist', true, options),
    removeFromBlacklist: (options: MarkOptions): void => markAccount('Blacklist', false, options),
    markInMutelist: (options: MarkOptions & { isAdd: boolean }): void =>
      markAccount('Mutelist', options.isAdd, options),
    addToMutelist: (options: MarkOptions): void => markAccount('Mutelist', true, options),
    removeFromMutelist: (options: MarkOptions): void => markAccount('Mutelist', false, options),
    isUserInBlackList({ account, done }: AccountInput & WithDone<boolean>): boolean {
      const isIn = findState(client.store, 'relation', account)?.isBlacked === true
      done?.(null, isIn)
      return isIn
    },
    /** messaging.md 3: true sends push notifications even while a desktop client is online. */
    updateDonnop({ donnop, done }: { donnop: boolean } & WithDone<null>): void {
      callDone(done, () => client.request('user.updateDonnop', { isPushedBesideDesktop: donnop }))
    },
    getDonnop(): boolean {
      return listStates(client.store, 'settings')[0]?.isPushedBesideDesktop ?? true
    },
  }
}
