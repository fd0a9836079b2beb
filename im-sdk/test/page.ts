// A page with the callback face, for the tests of it: everything it is told is written down.
import type { House } from '../../server/test/house.ts'
import { NIM } from '../src/nim/nim.ts'
import type { Done, NimOptions, SendOptions } from '../src/nim/options.ts'
import type { NimMessage, NimSession } from '../src/nim/present.ts'
import { makePerson, until, type Person } from './people.ts'

const open: NIM[] = []

export type Page = {
  nim: NIM
  accid: string
  /** Callbacks in the order in which they came, with what they brought. */
  told: { name: string; data: unknown }[]
  /** What the last call of this callback brought. */
  last: (name: string) => unknown
  count: (name: string) => number
}

const callbacks = [
  ...['onconnect', 'onblacklist', 'onmutelist', 'onfriends', 'onmyinfo', 'onusers', 'onteams', 'onSuperTeams'],
  ...['onsessions', 'onStickTopSessions', 'onroamingmsgs', 'onofflinemsgs', 'onroamingsysmsgs', 'onofflinesysmsgs'],
  ...['onofflinecustomsysmsgs', 'onsysmsgunread', 'onsyncdone', 'onsyncmarkinblacklist', 'onsyncmarkinmutelist'],
  ...['onsyncfriendaction', 'onupdatemyinfo', 'onupdateuser', 'onsysmsg', 'onupdatesysmsg', 'oncustomsysmsg'],
  ...['onupdatesysmsgunread', 'onmsg', 'onupdatesession', 'onupdatesessions', 'onbroadcastmsg', 'onDeleteMsgSelf'],
  ...['onClearServerHistoryMsgs', 'onSyncUpdateServerSession', 'onReceiveMessagesModified', 'oncare'],
  'onSessionsWithMoreRoaming',
]

export async function openPage(
  house: House,
  url: string,
  { person, ...options }: Partial<NimOptions> & { person?: Person } = {},
): Promise<Page> {
  const { accid, token } = person ?? (await makePerson(house, url))
  const told: Page['told'] = []
  const listeners = callbacks.map((name) => [name, (data: unknown) => void told.push({ name, data })])
  // a second page of the same account is another device; the page's own register would give the first one back
  const nim = new NIM({
    account: accid,
    token,
    defaultLink: url,
    db: false,
    transports: ['websocket'],
    reconnectDelayProvider: () => 5,
    ...Object.fromEntries(listeners),
    ...options,
  })
  open.push(nim)
  const count = (name: string) => told.filter((one) => one.name === name).length
  const page = { nim, accid, told, count, last: (name: string) => told.findLast((one) => one.name === name)?.data }
  await until(() => count('onsyncdone') > 0, 'onsyncdone')
  return page
}

/** `extra` as the options of sendText. */
export const say = ({ nim }: Page, to: string, text: string, extra: Partial<SendOptions> = {}) =>
  new Promise<NimMessage>((resolve, reject) => {
    nim.sendText({ scene: 'p2p', to, text, ...extra, done: (error, msg) => (error ? reject(error) : resolve(msg)) })
  })
/** The newest first. */
export const historyOf = async ({ nim }: Page, to: string): Promise<NimMessage[]> =>
  (await asked<{ msgs: NimMessage[] }>((done) => nim.getHistoryMsgs({ scene: 'p2p', to, done }))).msgs
export function sessionOf({ nim }: Page, to: string): NimSession | undefined {
  let found: NimSession | undefined
  nim.getLocalSessions({ done: (_error, data) => (found = data?.sessions.find((one) => one.to === to)) })
  return found
}

export function closePages(): void {
  for (const nim of open.splice(0)) nim.destroy()
}

/** A call with `done` as a promise. */
export const asked = <T>(call: (done: Done<T>) => unknown): Promise<T> =>
  new Promise((resolve, reject) => {
    call((error, data) => (error ? reject(error) : resolve(data as T)))
  })
