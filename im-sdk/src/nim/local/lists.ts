// List helpers for pages: merge, cut, search. They return new arrays.

export type ListItem = Record<string, unknown>
export type ItemOrItems<Item extends ListItem> = Item | readonly Item[] | null | undefined
type KeyOrKeys = string | readonly string[]
type KeyOf = (row: ListItem) => unknown

/** Entries that are no objects are left out. */
export const toItems = <Item extends ListItem>(list: ItemOrItems<Item>): Item[] =>
  ([list].flat() as unknown[]).filter((row): row is Item => typeof row === 'object' && row !== null)

/**
 * Rows with the same key are merged; the later one wins. Sorted by the time field if there is one; the sort is stable.
 */
export const mergeBy =
  (keyOf: KeyOf, timeField?: string, isNewestFirst = false) =>
  <Item extends ListItem>(olds: ItemOrItems<Item>, news: ItemOrItems<ListItem>): Item[] => {
    const byKey = new Map<unknown, Item>()
    for (const row of [...toItems(olds), ...(toItems(news) as Item[])])
      byKey.set(keyOf(row), { ...byKey.get(keyOf(row)), ...row })
    const mergedItems = [...byKey.values()]
    if (timeField === undefined) return mergedItems
    const timeOfItem = (row: ListItem) => Number(row[timeField] ?? 0)
    return mergedItems.sort((a, b) => (isNewestFirst ? timeOfItem(b) - timeOfItem(a) : timeOfItem(a) - timeOfItem(b)))
  }
export const cutBy =
  (keyOf: KeyOf) =>
  <Item extends ListItem>(olds: ItemOrItems<Item>, gone: ItemOrItems<ListItem>): Item[] => {
    const keys = new Set(toItems(gone).map(keyOf))
    return toItems(olds).filter((row) => !keys.has(keyOf(row)))
  }
const cutByKeys =
  (name: string) =>
  <Item extends ListItem>(olds: ItemOrItems<Item>, keys: KeyOrKeys): Item[] =>
    toItems(olds).filter((row) => ![keys].flat().includes(row[name] as string))
const findBy =
  (name: string) =>
  <Item extends ListItem>(list: ItemOrItems<Item>, value: unknown): Item | null =>
    toItems(list).find((row) => row[name] === value) ?? null

const readField = (name: string) => (row: ListItem) => row[name]
const accountOf = readField('account')
const memberKeyOf = (row: ListItem) => row.id ?? `${row.teamId as string}-${row.account as string}`

const mergeSessionRows = mergeBy(readField('id'), 'updateTime', true)

/** Pure functions, so they need no instance. */
export const listHelpers = {
  mergeLoginPorts: mergeBy(readField('deviceId')),
  cutLoginPorts: cutBy(readField('deviceId')),
  mergeRelations: mergeBy(accountOf),
  cutRelations: cutBy(accountOf),
  findRelation: findBy('account'),
  mergeFriends: mergeBy(accountOf),
  cutFriends: cutBy(accountOf),
  cutFriendsByAccounts: cutByKeys('account'),
  findFriend: findBy('account'),
  mergeUsers: mergeBy(accountOf),
  findUser: findBy('account'),
  mergeTeams: mergeBy(readField('teamId')),
  cutTeams: cutBy(readField('teamId')),
  findTeam: findBy('teamId'),
  mergeTeamMembers: mergeBy(memberKeyOf),
  cutTeamMembers: cutBy(memberKeyOf),
  cutTeamMembersByAccounts: <Item extends ListItem>(
    olds: ItemOrItems<Item>,
    ...input: [accounts: KeyOrKeys] | [teamId: string, accounts: KeyOrKeys]
  ): Item[] => {
    const [accounts, teamId] = input.toReversed()
    const remainingRows = cutByKeys('account')(olds, accounts!)
    return toItems(olds).filter((row) => remainingRows.includes(row) || (teamId && row.teamId && row.teamId !== teamId))
  },
  findTeamMember: <Item extends ListItem>(list: ItemOrItems<Item>, value: unknown): Item | null =>
    findBy('account')(list, value) ?? findBy('id')(list, value),
  mergeSessions: <Item extends ListItem>(olds: ItemOrItems<Item>, news: ItemOrItems<ListItem>): Item[] =>
    mergeSessionRows(olds, news).filter(({ isDeleted }) => !isDeleted),
  cutSessions: cutBy(readField('id')),
  cutSessionsByIds: cutByKeys('id'),
  findSession: findBy('id'),
  // a resent message keeps its idClient
  mergeMsgs: mergeBy(readField('idClient'), 'time'),
  cutMsgs: cutBy(readField('idClient')),
  cutMsgsByIdClients: cutByKeys('idClient'),
  findMsg: findBy('idClient'),
  mergeSysMsgs: mergeBy(readField('idServer'), 'time', true),
  cutSysMsgs: cutBy(readField('idServer')),
  cutSysMsgsByIdServers: cutByKeys('idServer'),
  findSysMsg: findBy('idServer'),
}
