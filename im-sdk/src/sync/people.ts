// Users known by name: fetched once, then updated by pushes.
import type { User } from '@xinqiao/contract/im/user.ts'
import type { Request } from '../request.ts'
import type { Store } from '../store/store.ts'
import { mergeUser } from './changes.ts'

const askedAtOnce = 150 // messaging.md 5
/** Names of older conversations are fetched on demand. */
const maxAfterSync = 900

export function makePeople(store: Store, request: Request, account: string) {
  async function fetch(accounts: readonly string[]): Promise<User[]> {
    const all = [...new Set(accounts)]
    const found: User[] = []
    for (let i = 0; i < all.length; i += askedAtOnce) {
      const { users } = await request('user.getUsers', { accounts: all.slice(i, i + askedAtOnce) })
      for (const user of users) mergeUser(store, user)
      found.push(...users)
    }
    return found
  }

  /** Fetches the account itself and the other sides of the latest conversations. @returns the new users */
  async function fetchUnknown(): Promise<User[]> {
    const latest = [...store.conversations.values()].sort((a, b) => b.session.updateTime - a.session.updateTime)
    const wanted = [account, ...latest.slice(0, maxAfterSync).map(({ session }) => session.to)]
    return fetch(wanted.filter((one) => !store.users.has(one)))
  }
  return { fetch, fetchUnknown }
}
