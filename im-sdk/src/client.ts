// The messaging client: connection, sync and store behind a small interface of promises and events. `NIM` builds on it.
import type { CrisisLevel } from '@xinqiao/contract/care.ts'
import type { Change } from '@xinqiao/contract/im/changes.ts'
import { imFail, ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { CommandInput, PushData } from '@xinqiao/contract/im/index.ts'
import { MessageDraft, type WireMessage } from '@xinqiao/contract/im/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/msg.ts'
import type { Broadcast, SystemMessage } from '@xinqiao/contract/im/notify.ts'
import { pushNumbered } from '@xinqiao/contract/im/table.ts'
import type { User } from '@xinqiao/contract/im/user.ts'
import type { PushPacket } from '@xinqiao/contract/im/wire.ts'
import {
  makeConnection,
  type ConnectionOptions,
  type End,
  type LoginReply,
  type LoginStatus,
} from './connection/connection.ts'
import { takeDeviceId } from './connection/device-id.ts'
import { makeReports } from './log/reports.ts'
import type { Request } from './request.ts'
import { makeMemoryStore, type Store } from './store/store.ts'
import { mergeChange, type Taken } from './sync/changes.ts'
import { mergeMessage, mergeSession } from './sync/merge.ts'
import { makePeople } from './sync/people.ts'
import { makeSync, type Synced } from './sync/sync.ts'

export type ClientOptions = Omit<ConnectionOptions, 'deviceId' | 'renewDeviceId'> & {
  /** Defaults to an id of the browser. */
  deviceId?: string
  store?: Store
  /** false: sends neither errors nor delays to the server. */
  report?: boolean
}

export type ClientEvents = {
  login?: (reply: LoginReply, isAgain: boolean) => void
  /** Called when the first sync after a login is done. */
  synced?: (result: Synced) => void
  syncFailed?: (error: Error) => void
  /**
   * The next message of a conversation, once each and in order, including those of the account's other devices.
   * `isOffline`: missed while offline, and also part of the sync result.
   */
  message?: (msg: WireMessage, isOffline: boolean) => void
  session?: (session: SessionState, before: SessionState | null) => void
  /** Any other state change after the sync. `isOwn`: caused by a command of this device. */
  changed?: (taken: Taken, isOwn: boolean) => void
  /** A system message for online accounts only, or a broadcast. */
  passing?: (sysMsg: SystemMessage) => void
  broadcast?: (broadcast: Broadcast) => void
  /** The site has a new message for this account, outside of the chat. */
  portal?: () => void
  /** The message just sent contains words of a crisis; only its sender receives this. */
  care?: (care: { to: string; level: CrisisLevel }) => void
  ports?: (ports: PushData<'auth.multiPortLogin'>['loginPorts']) => void
  willReconnect?: (info: { retryCount: number; duration: number }) => unknown
  end?: (end: End) => void
}

export type Client = {
  readonly store: Store
  readonly deviceId: string
  connect: () => void
  disconnect: () => void
  drop: () => void
  /** Call when the network or the machine is back. */
  wake: () => void
  status: () => LoginStatus
  /** @throws ImFailure 414 before anything is sent, when the draft breaks messaging.md 5 */
  send: (draft: CommandInput<'msg.sendMsg'>) => Promise<WireMessage>
  request: Request
  markRead: (to: string) => Promise<void>
  /** Marks several conversations as read at once. */
  markAllRead: (peers: readonly string[]) => Promise<void>
  /** Fetches these accounts from the server and stores them. */
  fetchUsers: (accounts: readonly string[]) => Promise<User[]>
  /** Returns the other side of a message. */
  peerOf: (msg: WireMessage) => string
}

const acksAtOnce = 100

export function makeClient(options: ClientOptions, events: ClientEvents = {}): Client {
  const store = options.store ?? makeMemoryStore()
  const given = options.deviceId
  const device = given === undefined ? takeDeviceId(options.account) : { current: () => given }
  const peerOf = (msg: WireMessage) => (msg.from === options.account ? msg.to : msg.from)
  // own sends in flight are announced by their reply, not as received messages
  const sending = new Set<string>()

  const connection = makeConnection(
    { ...options, deviceId: device.current, renewDeviceId: 'renew' in device ? device.renew : undefined },
    {
      onLogin(reply, isAgain) {
        aheadMs = reply.serverTime - Date.now()
        sync.begin()
        events.login?.(reply, isAgain)
        void sync.run()
      },
      onPush(packet) {
        noteDelay(packet)
        sync.takePush(packet)
      },
      onWillReconnect: (info) => events.willReconnect?.(info),
      onEnd: (end) => events.end?.(end),
    },
  )
  const request: Request = (name, input) =>
    connection.request(name, input).catch((error: unknown) => {
      const code = error instanceof ImFailure ? error.code : 'unknown'
      options.log?.('warn', `${name} failed with ${code}`)
      reports?.failed(name, error)
      throw error
    })
  const reports = options.report === false ? null : makeReports((report) => request('misc.report', report))
  /** Offset of the server's clock to the local clock, in milliseconds. */
  let aheadMs = 0
  function noteDelay([serviceId, id, data]: PushPacket): void {
    if (!reports || pushNumbered(serviceId, id)?.name !== 'msg.msg') return
    const { msg } = data as PushData<'msg.msg'>
    if (msg.from !== options.account) reports.delayed(Date.now() + aheadMs - msg.time)
  }
  const people = makePeople(store, request, options.account)

  function takeSession(session: SessionState, lastMsg?: WireMessage | null): void {
    const before = store.conversations.get(session.to)?.session ?? null
    if (mergeSession(store, session, lastMsg)) events.session?.(session, before)
  }

  /** A message of an unknown sender waits for the name, and later messages queue behind it. */
  const unannounced: WireMessage[] = []
  let isAnnouncing = false
  async function announceAll(): Promise<void> {
    isAnnouncing = true
    try {
      for (let next = unannounced[0]; next; next = unannounced[0]) {
        const peer = peerOf(next)
        if (!store.users.has(peer)) await people.fetch([peer]).catch(() => [])
        if (unannounced[0] !== next) continue // already announced before those of a sync
        unannounced.shift()
        // recalled while it waited
        if (!store.gone.has(next.idServer)) events.message?.(next, false)
      }
    } finally {
      isAnnouncing = false
      // an exception of a page's callback must not stop the next message
      if (unannounced.length > 0) void announceAll()
    }
  }

  /** @param isOffline received by the sync after a login, whose result contains it */
  function takeMessage(msg: WireMessage, session?: SessionState, isOffline = false): boolean {
    const before = store.conversations.get(peerOf(msg))?.session ?? null
    const isChanged = session !== undefined && mergeSession(store, session)
    const merged = mergeMessage(store, peerOf(msg), msg)
    // announce the session after the message is stored as its last one
    if (isChanged) events.session?.(session, before)
    if (merged === 'gap') void sync.catchUp()
    if (merged !== 'added') return false
    if (msg.from === options.account && sending.has(msg.idClient)) {
      // first message to this person: fetch the name without delaying the reply
      if (!store.users.has(peerOf(msg))) void people.fetch([peerOf(msg)]).catch(() => [])
      return true
    }
    if (isOffline) {
      // announce in order: those that wait for a name wait no longer
      for (const earlier of unannounced.splice(0)) {
        if (!store.gone.has(earlier.idServer)) events.message?.(earlier, false)
      }
      events.message?.(msg, true)
    } else if (unannounced.push(msg) > 0 && !isAnnouncing) void announceAll()
    return true
  }

  /** Custom system messages are delivered once: a new device need not receive them again. */
  const seen: string[] = []
  function acknowledge(idServer: string): void {
    if (seen.push(idServer) > 1) return
    queueMicrotask(() => {
      // unacknowledged ones are delivered again, and recognised
      while (seen.length > 0) request('notify.batchMarkRead', { ids: seen.splice(0, 100) }).catch(() => {})
    })
  }

  function takeChange(change: Change, isOwn: boolean): Taken | null {
    const taken = mergeChange(store, options.account, change)
    if (taken && change.kind === 'sysMsg' && change.state.type === 'custom' && !change.state.read)
      acknowledge(change.key)
    if (taken && !sync.isSyncing()) events.changed?.(taken, isOwn)
    return taken
  }

  function takeBroadcast(broadcast: Broadcast): boolean {
    if (broadcast.broadcastId <= store.broadcastMark) return false
    store.broadcastMark = broadcast.broadcastId
    store.touched?.tell()
    request('msg.markBroadcastsRead', { ids: [broadcast.broadcastId] }).catch(() => {})
    if (!sync.isSyncing()) events.broadcast?.(broadcast)
    return true
  }

  function takePush([serviceId, id, data]: PushPacket): void {
    const name = pushNumbered(serviceId, id)?.name
    if (name === 'msg.msg' || name === 'msg.syncSendMsg') {
      const { msg, session } = data as PushData<'msg.msg'>
      takeMessage(msg, session)
    } else if (name === 'msg.syncSession') {
      const { session, lastMsg } = data as PushData<'msg.syncSession'>
      takeSession(session, lastMsg)
    } else if (name === 'sync.changed') {
      const { changes, deviceId: by } = data as PushData<'sync.changed'>
      for (const change of changes) takeChange(change, by === device.current())
    } else if (name === 'sync.look') {
      sync.begin()
      void sync.run()
    } else if (name === 'notify.passing') events.passing?.((data as PushData<'notify.passing'>).sysMsg)
    else if (name === 'notify.broadcast') takeBroadcast((data as PushData<'notify.broadcast'>).broadcast)
    else if (name === 'notify.portal') events.portal?.()
    else if (name === 'auth.multiPortLogin') events.ports?.((data as PushData<'auth.multiPortLogin'>).loginPorts)
  }

  async function markAllRead(peers: readonly string[]): Promise<void> {
    const sessions = peers.flatMap((to) => {
      const conversation = store.conversations.get(to)
      const timetag = conversation?.lastMsg?.time ?? 0
      // messaging.md 4: no ack when it is at or past the last message
      return conversation && conversation.session.ack < timetag ? [{ scene: 'p2p' as const, to, timetag }] : []
    })
    for (let i = 0; i < sessions.length; i += acksAtOnce)
      await request('msg.markSessionAckBatch', { sessions: sessions.slice(i, i + acksAtOnce) })
  }

  const sync = makeSync({
    store,
    request,
    isIn: () => connection.status() === 1,
    takeSession,
    takeMessage: (msg, isOffline) => takeMessage(msg, undefined, isOffline),
    takeChange,
    takeBroadcast,
    takePush,
    fetchPeople: people.fetchUnknown,
    done(result) {
      // sessions whose messages came after the state; a fresh page receives all of them anyway
      const behind = result.isFresh ? [] : new Set(result.offline.map(peerOf))
      for (const to of behind) {
        const session = store.conversations.get(to)?.session
        if (session) events.session?.(session, session)
      }
      events.synced?.(result)
    },
    failed: (error) => events.syncFailed?.(error),
  })

  return {
    store,
    get deviceId() {
      return device.current()
    },
    peerOf,
    connect: connection.connect,
    disconnect: connection.disconnect,
    drop: connection.drop,
    wake: connection.wake,
    status: connection.status,
    request,
    fetchUsers: people.fetch,
    async send(draft) {
      const parsed = MessageDraft.safeParse(draft)
      if (!parsed.success) throw imFail('invalid', parsed.error.issues[0]?.message)
      sending.add(draft.idClient)
      try {
        const { msg, session, care } = await request('msg.sendMsg', draft)
        takeMessage(msg, session)
        if (care) events.care?.({ to: draft.to, level: care })
        return msg
      } finally {
        sending.delete(draft.idClient)
      }
    },
    markRead: (to) => markAllRead([to]),
    markAllRead,
  }
}
