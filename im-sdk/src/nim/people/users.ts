// Users that this device knows, and the account's own lists on this device.
import { findState, listLatestStates } from '../../sync/merge/changes.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import { presentUser, type NimUser } from '../present/people.ts'

type AccountInput = { account: string }

export function createUsersApi(core: Pick<NimCore, 'client' | 'options' | 'serverUrl'>) {
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

  return {
    /** Reads from this device, or from the server with `sync`. */
    getUser({ account, sync = false, done }: AccountInput & { sync?: boolean } & WithDone<NimUser | null>): void {
      callDone(done, async () => (await findUsers([account], sync))[0] ?? null)
    },
    getMyInfo({ done }: WithDone<NimUser | null> = {}): void {
      callDone(done, async () => (await findUsers([core.options.account], false))[0] ?? null)
    },
    getUsers({ accounts, sync = false, done }: { accounts: string[]; sync?: boolean } & WithDone<NimUser[]>): void {
      callDone(done, () => findUsers(accounts, sync))
    },
    getUsersFromDB({ accountIds, done }: { accountIds?: string[] } & WithDone<NimUser[]> = {}): void {
      callDone(done, async () =>
        [...client.store.users.values()]
          .filter(({ account }) => accountIds?.includes(account) ?? true)
          .map((user) => presentUser(user, core.serverUrl)),
      )
    },
    isUserInBlackList({ account = '', done }: Partial<AccountInput> & WithDone<boolean> = {}): boolean {
      const isIn = findState(client.store, 'relation', account)?.isBlacked === true
      callDone(done, () => Promise.resolve(isIn))
      return isIn
    },
    getDonnop(): boolean {
      return listLatestStates(client.store, 'settings')[0]?.isPushedBesideDesktop ?? true
    },
  }
}
