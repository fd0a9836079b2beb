// Pages that use the callback API, for tests. Each callback is recorded.
import { afterEach, beforeAll } from 'vitest'
import { useTestServer, type TestServer } from '../../server/test/test-server.ts'
import { NIM } from './tested-sdk.ts'
import type { DoneCallback, NimOptions, SendOptions } from '../src/nim/core/options.ts'
import type { NimMessage } from '../src/nim/present/messages.ts'
import { listSessions, type NimSession } from '../src/nim/present/sessions.ts'
import { createPerson, until, type ChatPerson } from './people.ts'

const open: NIM[] = []

export type Page = {
  nim: NIM
  accid: string
  /** Callbacks in the order of their calls. */
  calls: { name: string; data: unknown; rest: unknown[] }[]
  /** Data of the last call of this callback. */
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
  'onconsentrequired',
  ...['onsynccreateteam', 'onCreateTeam', 'onUpdateTeam', 'onDismissTeam', 'onAddTeamMembers', 'onRemoveTeamMembers'],
  'onsyncteammembersdone',
  ...['onteammembers', 'onTransferTeam', 'onupdateteammember', 'onUpdateTeamManagers', 'onUpdateTeamMembersMute'],
  ...['onSyncCreateSuperTeam', 'onUpdateSuperTeam', 'onDismissSuperTeam', 'onTransferSuperTeam'],
  ...['onAddSuperTeamMembers', 'onRemoveSuperTeamMembers', 'onUpdateSuperTeamManagers', 'onUpdateSuperTeamMember'],
  'onUpdateSuperTeamMembersMute',
  ...['onpushevents', 'onrobots'],
  ...['onQuickComment', 'onDeleteQuickComment', 'onPinMsgChange'],
  ...['onSessionsWithMoreRoaming', 'onloginportschange', 'ondisconnect', 'onMsgReceipts', 'onTeamMsgReceipt'],
]

export async function openPage(
  server: TestServer,
  url: string,
  {
    person,
    nimClass = NIM,
    ...options
  }: Partial<NimOptions> & { person?: Pick<ChatPerson, 'accid' | 'token'>; nimClass?: typeof NIM } = {},
): Promise<Page> {
  const { accid, token } = person ?? (await createPerson(server, url))
  const calls: Page['calls'] = []
  const own = options as Partial<Record<string, (data: unknown) => unknown>>
  const listeners = callbacks.map((name) => [
    name,
    (data: unknown, ...rest: unknown[]) => {
      calls.push({ name, data, rest })
      return own[name]?.(data)
    },
  ])
  // not `getInstance`, which returns one instance per account, because a second page is another device
  const nim = new nimClass({
    account: accid,
    token,
    defaultLink: url,
    db: false,
    transports: ['websocket'],
    reconnectDelayProvider: () => 5,
    ...options,
    ...Object.fromEntries(listeners),
  })
  open.push(nim)
  const count = (name: string) => calls.filter((call) => call.name === name).length
  const page = { nim, accid, calls, count, last: (name: string) => calls.findLast((call) => call.name === name)?.data }
  await until(() => count('onsyncdone') > 0, 'onsyncdone')
  return page
}

/**
 * Sends a text.
 * @param extra options of `sendText`
 */
export const sendText = ({ nim }: Page, to: string, text: string, extra: Partial<SendOptions> = {}) =>
  new Promise<NimMessage>((resolve, reject) => {
    nim.sendText({ scene: 'p2p', to, text, ...extra, done: (error, msg) => (error ? reject(error) : resolve(msg)) })
  })
/** Messages, newest first. */
export const getHistory = async ({ nim }: Page, to: string): Promise<NimMessage[]> =>
  (await waitForDone<{ msgs: NimMessage[] }>((done) => nim.getHistoryMsgs({ scene: 'p2p', to, done }))).msgs
export const getSessions = async ({ nim }: Pick<Page, 'nim'>, options: object = {}): Promise<NimSession[]> =>
  (await waitForDone<{ sessions: NimSession[] }>((done) => nim.getLocalSessions({ ...options, done }))).sessions
export const textsOf = (msgs: readonly NimMessage[]) => msgs.map(({ text }) => text)
/** Texts of the conversation in the local database, without unsent ones. */
export async function localTextsOf({ nim }: Page, peer: string): Promise<string[]> {
  const input = { sessionId: `p2p-${peer}`, desc: false }
  const { msgs } = await waitForDone<{ msgs: NimMessage[] }>((done) => nim.getLocalMsgs({ ...input, done }))
  return msgs.filter(({ status }) => status !== 'fail').map(({ text }) => text ?? '')
}
/** Texts that callbacks announced as new messages. */
export const announcedTextsOf = (page: Page): string[] =>
  page.calls.flatMap(({ name, data }) => {
    if (name === 'onmsg') return [(data as NimMessage).text ?? '']
    return name === 'onofflinemsgs' ? textsOf((data as { msgs: NimMessage[] }).msgs).map((text) => text ?? '') : []
  })
export const findSession = ({ nim }: Page, to: string): NimSession | undefined =>
  listSessions(nim.core.presenterContext()).find((session) => session.to === to)

export function closePages(): void {
  for (const nim of open.splice(0)) nim.destroy()
}

/** A test server and pages on it, which are closed after each test. */
export function setUpPages() {
  const server = useTestServer()
  let url = ''
  beforeAll(async () => {
    ;({ url } = await server().listen({ isFrequencyLimited: false }))
  })
  afterEach(closePages)
  return {
    server,
    url: () => url,
    openPages: async () =>
      [await openPage(server(), url), await openPage(server(), url), await openPage(server(), url)] as const,
  }
}

/** Calls a method with `done` and returns a promise of its result. */
export const waitForDone = <T>(call: (done: DoneCallback<T>) => unknown): Promise<T> =>
  new Promise((resolve, reject) => {
    call((error, data) => (error ? reject(error) : resolve(data as T)))
  })
