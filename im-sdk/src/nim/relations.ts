// Users, and the accounts that are blocked or muted.
import type { CommandInput } from '@xinqiao/contract/im/index.ts'
import { genders, type Gender, type Relation } from '@xinqiao/contract/im/user.ts'
import { thingOf, thingsOf } from '../sync/changes.ts'
import { tell } from './core.ts'
import type { Done, Marked } from './options.ts'
import { markOf, presentUser, type NimMark, type NimUser } from './people.ts'
import { NimRoaming } from './roaming.ts'

type Account = { account: string }
type MarkOptions = Account & { done?: Done<Marked> }
type MyInfo = Omit<CommandInput<'user.updateMyInfo'>['user'], 'gender'> & { gender?: Gender }
type NimRelation = NimMark & { isMuted: boolean; isBlack: boolean }

const both = (relation: Relation): NimRelation => ({
  ...markOf(relation),
  isMuted: relation.isMuted,
  isBlack: relation.isBlacked,
})

export class NimRelations extends NimRoaming {
  /** Reads from this device, or from the server with `sync`. */
  getUser({ account, sync = false, done }: Account & { sync?: boolean; done?: Done<NimUser | null> }): void {
    const work = async () => (await this.findUsers([account], sync))[0] ?? null
    tell(work(), done)
  }
  getUsers({ accounts, sync = false, done }: { accounts: string[]; sync?: boolean; done?: Done<NimUser[]> }): void {
    tell(this.findUsers(accounts, sync), done)
  }
  getUsersFromDB({ accountIds, done }: { accountIds?: string[]; done?: Done<NimUser[]> } = {}): void {
    const users = [...this.client.store.users.values()]
    done?.(null, users.filter(({ account }) => accountIds?.includes(account) ?? true).map(presentUser))
  }
  updateMyInfo({ done, ...options }: MyInfo & { done?: Done<NimUser> }): void {
    const { nick, avatar, sign, gender, email, birth, tel, custom } = options
    const given = { nick, avatar, sign, email, birth, tel, custom, ...(gender && { gender: genders[gender] }) }
    const user = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    tell(
      this.client.request('user.updateMyInfo', { user }).then((reply) => presentUser(reply.user)),
      done,
    )
  }

  getRelations({ done }: { done?: Done<{ blacklist: NimRelation[]; mutelist: NimRelation[] }> } = {}): void {
    const work = async () => {
      const { relations } = await this.client.request('user.getRelations', {})
      return {
        blacklist: relations.filter(({ isBlacked }) => isBlacked).map(both),
        mutelist: relations.filter(({ isMuted }) => isMuted).map(both),
      }
    }
    tell(work(), done)
  }
  markInBlacklist({ account, isAdd, done }: MarkOptions & { isAdd: boolean }): void {
    tell(this.mark('user.markInBlacklist', account, isAdd), done)
  }
  addToBlacklist({ account, done }: MarkOptions): void {
    tell(this.mark('user.markInBlacklist', account, true), done)
  }
  removeFromBlacklist({ account, done }: MarkOptions): void {
    tell(this.mark('user.markInBlacklist', account, false), done)
  }
  markInMutelist({ account, isAdd, done }: MarkOptions & { isAdd: boolean }): void {
    tell(this.mark('user.markInMutelist', account, isAdd), done)
  }
  addToMutelist({ account, done }: MarkOptions): void {
    tell(this.mark('user.markInMutelist', account, true), done)
  }
  removeFromMutelist({ account, done }: MarkOptions): void {
    tell(this.mark('user.markInMutelist', account, false), done)
  }
  isUserInBlackList({ account, done }: Account & { done?: Done<boolean> }): boolean {
    const isIn = thingOf(this.client.store, 'relation', account)?.isBlacked === true
    done?.(null, isIn)
    return isIn
  }
  /** messaging.md 3: true sends push notifications even while a desktop client is online. */
  updateDonnop({ donnop, done }: { donnop: boolean; done?: Done<null> }): void {
    tell(this.client.request('user.updateDonnop', { isPushedBesideDesktop: donnop }), done)
  }
  getDonnop(): boolean {
    return thingsOf(this.client.store, 'settings')[0]?.isPushedBesideDesktop ?? true
  }

  private async findUsers(accounts: string[], sync: boolean): Promise<NimUser[]> {
    const { users } = this.client.store
    const wanted = [...new Set(accounts)]
    const asked = sync ? wanted : wanted.filter((account) => !users.has(account))
    if (asked.length > 0) await this.client.fetchUsers(asked)
    return wanted.flatMap((account) => {
      const user = users.get(account)
      return user ? [presentUser(user)] : []
    })
  }

  private async mark(
    command: 'user.markInBlacklist' | 'user.markInMutelist',
    account: string,
    isAdd: boolean,
  ): Promise<Marked> {
    await this.client.request(command, { account, isAdd })
    const updateTime = thingOf(this.client.store, 'relation', account)?.updateTime ?? 0
    return { account, isAdd, record: { account, updateTime } }
  }
}
