// List helpers for pages: merge, cut, search. They always return new arrays.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { callDone, listSessions, type NimCore } from './core.ts'
import type { WithDone } from './options.ts'
import { presentUser } from './people.ts'

type Row = Record<string, unknown>
type RowOrRows = Row | readonly Row[] | null | undefined
type KeyOf = (row: Row) => unknown

const toRows = (list: RowOrRows): readonly Row[] => (list ? [list].flat<(Row | readonly Row[])[]>() : [])

/** The later row of the same key wins. Sorted by the time field, if there is one; the sort is stable. */
const mergeBy =
  (keyOf: KeyOf, timeField?: string, isNewestFirst = false) =>
  (olds: RowOrRows, news: RowOrRows): Row[] => {
    const merged = [...new Map([...toRows(olds), ...toRows(news)].map((row) => [keyOf(row), row])).values()]
    if (timeField === undefined) return merged
    const timeOf = (row: Row) => Number(row[timeField] ?? 0)
    return merged.sort((a, b) => (isNewestFirst ? timeOf(b) - timeOf(a) : timeOf(a) - timeOf(b)))
  }
const cutBy =
  (keyOf: KeyOf) =>
  (olds: RowOrRows, gone: RowOrRows): Row[] => {
    const keys = new Set(toRows(gone).map(keyOf))
    return toRows(olds).filter((row) => !keys.has(keyOf(row)))
  }
const cutByKeys =
  (name: string) =>
  (olds: RowOrRows, keys: string | readonly string[]): Row[] =>
    toRows(olds).filter((row) => ![keys].flat().includes(row[name] as string))
const findBy =
  (name: string) =>
  (list: RowOrRows, value: unknown): Row | null =>
    toRows(list).find((row) => row[name] === value) ?? null

const field = (name: string) => (row: Row) => row[name]
const accountOf = field('account')
const memberKeyOf = (row: Row) => row.id ?? `${row.teamId as string}-${row.account as string}`

/** messaging.md 5: a search path begins with `user` or `session`. */
const searchPath = /^(user|session)(\.|$)/
function textAt(row: object, path: readonly string[]): string {
  const value = path.reduce<unknown>((inner, name) => (inner as Row | null | undefined)?.[name], row)
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
}

export const listsApi = (core: NimCore) => ({
  mergeLoginPorts: mergeBy(field('deviceId')),
  cutLoginPorts: cutBy(field('deviceId')),
  mergeRelations: mergeBy(accountOf),
  cutRelations: cutBy(accountOf),
  findRelation: findBy('account'),
  mergeFriends: mergeBy(accountOf),
  cutFriends: cutBy(accountOf),
  cutFriendsByAccounts: cutByKeys('account'),
  findFriend: findBy('account'),
  mergeUsers: mergeBy(accountOf),
  findUser: findBy('account'),
  mergeTeams: mergeBy(field('teamId')),
  cutTeams: cutBy(field('teamId')),
  findTeam: findBy('teamId'),
  mergeTeamMembers: mergeBy(memberKeyOf),
  cutTeamMembers: cutBy(memberKeyOf),
  cutTeamMembersByAccounts: cutByKeys('account'),
  findTeamMember: findBy('account'),
  mergeSessions: mergeBy(field('id'), 'updateTime', true),
  cutSessions: cutBy(field('id')),
  cutSessionsByIds: cutByKeys('id'),
  findSession: findBy('id'),
  // a resent message keeps its idClient
  mergeMsgs: mergeBy(field('idClient'), 'time'),
  cutMsgs: cutBy(field('idClient')),
  findMsg: findBy('idClient'),
  mergeSysMsgs: mergeBy(field('idServer'), 'time', true),
  cutSysMsgs: cutBy(field('idServer')),
  findSysMsg: findBy('idServer'),
  /** Searches the users or sessions of this device: `user.nick`, `session.lastMsg.text`. */
  searchLocal(options: { keyword: string; keyPath: string | string[] } & WithDone<object[]>): void {
    callDone(options.done, async () => {
      const paths = [options.keyPath].flat()
      if (!options.keyword || paths.length === 0 || !paths.every((path) => searchPath.test(path)))
        throw imFail('invalid', 'searchLocal需要keyword，以及以user或session开头的keyPath')
      const keyword = options.keyword.toLowerCase()
      const found = paths.flatMap((path) => {
        const [place, ...rest] = path.split('.')
        const list: object[] =
          place === 'user' ? [...core.client.store.users.values()].map(presentUser) : listSessions(core)
        const inside = rest.length > 0 ? rest : [place === 'user' ? 'nick' : 'to']
        return list.filter((row) => textAt(row, inside).toLowerCase().includes(keyword))
      })
      return Promise.resolve(found)
    })
  },
})
