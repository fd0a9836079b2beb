// List helpers for pages: merge, cut, search. They always return new arrays.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { listSessions, NimCore, tell } from './core.ts'
import type { Done } from './options.ts'
import { presentUser } from './people.ts'

type Row = Record<string, unknown>
type OneOrMore = Row | readonly Row[] | null | undefined

const rows = (given: OneOrMore): readonly Row[] => (given ? [given].flat<(Row | readonly Row[])[]>() : [])

/** The later row of the same key wins; `before` orders, and the sort is stable. */
function merge(
  olds: OneOrMore,
  news: OneOrMore,
  key: (row: Row) => unknown,
  before?: string,
  isNewestFirst = false,
): Row[] {
  const found = new Map([...rows(olds), ...rows(news)].map((row) => [key(row), row]))
  const list = [...found.values()]
  if (before === undefined) return list
  const by = (row: Row) => Number(row[before] ?? 0)
  return list.sort((a, b) => (isNewestFirst ? by(b) - by(a) : by(a) - by(b)))
}
function cut(olds: OneOrMore, gone: OneOrMore, key: (row: Row) => unknown): Row[] {
  const keys = new Set(rows(gone).map(key))
  return rows(olds).filter((row) => !keys.has(key(row)))
}
const cutKeys = (olds: OneOrMore, gone: string | readonly string[], name: string): Row[] =>
  rows(olds).filter((row) => ![gone].flat().includes(row[name] as string))
const find = (list: OneOrMore, name: string, value: unknown): Row | null =>
  rows(list).find((row) => row[name] === value) ?? null

const field = (name: string) => (row: Row) => row[name]
const account = field('account')
const memberKey = (row: Row) => row.id ?? `${row.teamId as string}-${row.account as string}`
/** A resent message keeps its id. */
const msgKey = field('idClient')

/** messaging.md 5: a search path begins with `user` or `session`. */
const places = /^(user|session)(\.|$)/
function textAt(row: object, path: readonly string[]): string {
  const value = path.reduce<unknown>((inner, name) => (inner as Row | null | undefined)?.[name], row)
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
}

export class NimLists extends NimCore {
  mergeLoginPorts(olds: OneOrMore, news: OneOrMore) {
    return merge(olds, news, field('deviceId'))
  }
  cutLoginPorts(olds: OneOrMore, gone: OneOrMore) {
    return cut(olds, gone, field('deviceId'))
  }
  mergeRelations(olds: OneOrMore, news: OneOrMore) {
    return merge(olds, news, account)
  }
  cutRelations(olds: OneOrMore, gone: OneOrMore) {
    return cut(olds, gone, account)
  }
  findRelation(list: OneOrMore, one: string) {
    return find(list, 'account', one)
  }
  mergeFriends(olds: OneOrMore, news: OneOrMore) {
    return merge(olds, news, account)
  }
  cutFriends(olds: OneOrMore, gone: OneOrMore) {
    return cut(olds, gone, account)
  }
  cutFriendsByAccounts(olds: OneOrMore, accounts: string | string[]) {
    return cutKeys(olds, accounts, 'account')
  }
  findFriend(list: OneOrMore, one: string) {
    return find(list, 'account', one)
  }
  mergeUsers(olds: OneOrMore, news: OneOrMore) {
    return merge(olds, news, account)
  }
  findUser(list: OneOrMore, one: string) {
    return find(list, 'account', one)
  }
  mergeTeams(olds: OneOrMore, news: OneOrMore) {
    return merge(olds, news, field('teamId'))
  }
  cutTeams(olds: OneOrMore, gone: OneOrMore) {
    return cut(olds, gone, field('teamId'))
  }
  findTeam(list: OneOrMore, teamId: string) {
    return find(list, 'teamId', teamId)
  }
  mergeTeamMembers(olds: OneOrMore, news: OneOrMore) {
    return merge(olds, news, memberKey)
  }
  cutTeamMembers(olds: OneOrMore, gone: OneOrMore) {
    return cut(olds, gone, memberKey)
  }
  cutTeamMembersByAccounts(olds: OneOrMore, accounts: string | string[]) {
    return cutKeys(olds, accounts, 'account')
  }
  findTeamMember(list: OneOrMore, one: string) {
    return find(list, 'account', one)
  }
  mergeSessions(olds: OneOrMore, news: OneOrMore) {
    return merge(olds, news, field('id'), 'updateTime', true)
  }
  cutSessions(olds: OneOrMore, gone: OneOrMore) {
    return cut(olds, gone, field('id'))
  }
  cutSessionsByIds(olds: OneOrMore, ids: string | string[]) {
    return cutKeys(olds, ids, 'id')
  }
  findSession(list: OneOrMore, id: string) {
    return find(list, 'id', id)
  }
  mergeMsgs(olds: OneOrMore, news: OneOrMore) {
    return merge(olds, news, msgKey, 'time')
  }
  cutMsgs(olds: OneOrMore, gone: OneOrMore) {
    return cut(olds, gone, msgKey)
  }
  findMsg(list: OneOrMore, idClient: string) {
    return find(list, 'idClient', idClient)
  }
  mergeSysMsgs(olds: OneOrMore, news: OneOrMore) {
    return merge(olds, news, field('idServer'), 'time', true)
  }
  cutSysMsgs(olds: OneOrMore, gone: OneOrMore) {
    return cut(olds, gone, field('idServer'))
  }
  findSysMsg(list: OneOrMore, idServer: string) {
    return find(list, 'idServer', idServer)
  }
  /** Searches the users or sessions of this device: `user.nick`, `session.lastMsg.text`. */
  searchLocal(options: { keyword: string; keyPath: string | string[]; done?: Done<object[]> }): void {
    const work = async () => {
      const paths = [options.keyPath].flat()
      if (!options.keyword || paths.length === 0 || !paths.every((path) => places.test(path)))
        throw imFail('invalid', 'searchLocal需要keyword，以及以user或session开头的keyPath')
      const wanted = options.keyword.toLowerCase()
      const found = paths.flatMap((path) => {
        const [place, ...rest] = path.split('.')
        const list: object[] =
          place === 'user' ? [...this.client.store.users.values()].map(presentUser) : listSessions(this)
        const inside = rest.length > 0 ? rest : [place === 'user' ? 'nick' : 'to']
        return list.filter((row) => textAt(row, inside).toLowerCase().includes(wanted))
      })
      return Promise.resolve(found)
    }
    tell(work(), options.done)
  }
}
