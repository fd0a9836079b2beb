// Fetches the users whose names the device displays, once each. Pushes update them later.
import type { ChatUser } from '@xinqiao/contract/im/accounts/user.ts'
import type { SendCommand } from '../../base/send-command.ts'
import type { Store } from '../../store/store.ts'
import { mergeUser } from '../merge/changes.ts'
import { listDisplayedAccounts } from './named-accounts.ts'

const maxAccountsPerRequest = 150 // maximum per look-up (messaging.md 5)
/** Limit of conversations whose names a sync fetches. Names of older ones are fetched when needed. */
const maxUsersAfterSync = 900

export function createUserFetcher(store: Store, request: SendCommand, account: string) {
  async function fetch(accounts: readonly string[]): Promise<ChatUser[]> {
    const uniqueAccounts = [...new Set(accounts)]
    const fetched: ChatUser[] = []
    for (let i = 0; i < uniqueAccounts.length; i += maxAccountsPerRequest) {
      const { users } = await request('user.getUsers', { accounts: uniqueAccounts.slice(i, i + maxAccountsPerRequest) })
      for (const user of users) mergeUser(store, user)
      fetched.push(...users)
    }
    return fetched
  }

  /**
   * Fetches the account itself, the other sides of the latest conversations, and those whom messages of teams name.
   * @returns the new users
   */
  async function fetchUnknownUsers(): Promise<ChatUser[]> {
    const latest = [...store.conversations.values()]
      .map(({ session }) => session)
      .filter(({ scene }) => scene === 'p2p')
      .sort((a, b) => b.updateTime - a.updateTime)
    // a team shows the names of senders: fetch those of its last message and of the messages already loaded
    const senders = [...store.conversations.values()]
      .flatMap(({ lastMsg, msgs }) => (lastMsg ? [lastMsg, ...msgs] : msgs))
      .flatMap((msg) => (msg.scene === 'p2p' ? [] : listDisplayedAccounts(msg, account)))
    const accounts = [account, ...latest.slice(0, maxUsersAfterSync).map(({ to }) => to), ...senders]
    return fetch(accounts.filter((wantedAccount) => !store.users.has(wantedAccount)))
  }
  return { fetch, fetchUnknownUsers }
}
export type UserFetcher = ReturnType<typeof createUserFetcher>
