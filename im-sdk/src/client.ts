// The messaging client: connection, sync and store under one small promise-and-events face. `NIM` stands on it.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandInput, CommandName, CommandOutput, PushData } from '@xinqiao/contract/im/index.ts'
import { MessageDraft, type WireMessage } from '@xinqiao/contract/im/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/msg.ts'
import { pushNumbered } from '@xinqiao/contract/im/table.ts'
import type { PushPacket } from '@xinqiao/contract/im/wire.ts'
import {
  makeConnection,
  type ConnectionOptions,
  type End,
  type LoginReply,
  type LoginStatus,
} from './connection/connection.ts'
import { makeMemoryStore, type Store } from './store/store.ts'
import { listBehind, mergeMessage, mergeSession, startAt } from './sync/merge.ts'

export type ClientOptions = Omit<ConnectionOptions, 'deviceId'> & { deviceId?: string; store?: Store }

export type ClientEvents = {
  login?: (reply: LoginReply, isAgain: boolean) => void
  /** The first sync after a login is done; `roaming` are last messages of a first sync, `offline` what was missed. */
  synced?: (result: { isFirst: boolean; roaming: WireMessage[]; offline: WireMessage[] }) => void
  syncFailed?: (error: Error) => void
  /** The next message of a conversation, each once and in order; also what other own devices sent. */
  message?: (msg: WireMessage) => void
  session?: (session: SessionState) => void
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
  status: () => LoginStatus
  /** @throws ImFailure 414 before anything is sent, when the draft breaks messaging.md 5 */
  send: (draft: CommandInput<'msg.sendMsg'>) => Promise<WireMessage>
  request: <K extends CommandName>(name: K, input: CommandInput<K>) => Promise<CommandOutput<K>>
  markRead: (to: string) => Promise<void>
  /** Whom a message of this account is exchanged with. */
  peerOf: (msg: WireMessage) => string
}

const mostSyncTries = 3 // messaging.md 4

export function makeClient(options: ClientOptions, events: ClientEvents = {}): Client {
  const store = options.store ?? makeMemoryStore()
  const deviceId = options.deviceId ?? crypto.randomUUID()
  const peerOf = (msg: WireMessage) => (msg.from === options.account ? msg.to : msg.from)
  // own sends in flight are announced by their reply, not as something that arrived
  const sending = new Set<string>()
  let catching: Promise<void> | null = null
  let isBehind = false
  let isSyncing = false
  let queued: PushPacket[] = []

  const connection = makeConnection(
    { ...options, deviceId },
    {
      onLogin(reply, isAgain) {
        queued = []
        isSyncing = true
        events.login?.(reply, isAgain)
        void syncAll(0)
      },
      onPush: (packet) => (isSyncing ? queued.push(packet) : takePush(packet)),
      onWillReconnect: (info) => events.willReconnect?.(info),
      onEnd: (end) => events.end?.(end),
    },
  )
  const request: Client['request'] = (name, input) => connection.request(name, input)

  function takeSession(session: SessionState): void {
    if (mergeSession(store, session)) events.session?.(session)
  }

  function takeMessage(msg: WireMessage, session?: SessionState): boolean {
    if (session) takeSession(session)
    const merged = mergeMessage(store, peerOf(msg), msg)
    if (merged === 'gap') void catchUp()
    if (merged !== 'added') return false
    if (!(msg.from === options.account && sending.has(msg.idClient))) events.message?.(msg)
    return true
  }

  function takePush([serviceId, id, data]: PushPacket): void {
    const name = pushNumbered(serviceId, id)?.name
    if (name === 'msg.msg' || name === 'msg.syncSendMsg') {
      const { msg, session } = data as PushData<'msg.msg'>
      takeMessage(msg, session)
    } else if (name === 'msg.syncSession') takeSession((data as PushData<'msg.syncSession'>).session)
    else if (name === 'auth.multiPortLogin') events.ports?.((data as PushData<'auth.multiPortLogin'>).loginPorts)
  }

  /** Fetches what is missing until nothing is. @returns what came */
  async function fetchBehind(): Promise<WireMessage[]> {
    const came: WireMessage[] = []
    for (let behind = listBehind(store); behind.length > 0; behind = listBehind(store)) {
      const { lists } = await request('sync.syncMsgs', { since: behind.slice(0, 100) })
      const before = came.length
      for (const { msgs } of lists) came.push(...msgs.filter((msg) => takeMessage(msg)))
      // the server knows of more than it gives: asking again would not help
      if (came.length === before) break
    }
    return came
  }

  /** One at a time; what shows itself missing meanwhile is looked for again. */
  function catchUp(): Promise<void> {
    isBehind = true
    catching ??= (async () => {
      while (isBehind) {
        isBehind = false
        await fetchBehind()
      }
    })()
      // the connection is gone, and the next login syncs
      .catch(() => {})
      .finally(() => (catching = null))
    return catching
  }

  async function syncAll(tries: number): Promise<void> {
    const isFirst = !store.hasSynced
    const roaming: WireMessage[] = []
    try {
      for (let hasMore = true; hasMore;) {
        const reply = await request('sync.sync', { mark: store.mark })
        for (const { session, lastMsg } of reply.sessions) {
          if (!isFirst) takeSession(session)
          else {
            startAt(store, session, lastMsg)
            if (lastMsg && !session.isDeleted) roaming.push(lastMsg)
          }
        }
        store.mark = reply.mark
        hasMore = reply.hasMore
      }
      store.hasSynced = true
      const offline = await fetchBehind()
      isSyncing = false
      // messaging.md 4: what arrived during the sync is processed afterwards
      for (const packet of queued.splice(0)) takePush(packet)
      events.synced?.({ isFirst, roaming, offline })
    } catch (error) {
      if (connection.status() !== 1) return // the next login syncs again
      if (tries + 1 < mostSyncTries) return syncAll(tries + 1)
      isSyncing = false
      events.syncFailed?.(error as Error)
    }
  }

  return {
    store,
    deviceId,
    peerOf,
    connect: connection.connect,
    disconnect: connection.disconnect,
    drop: connection.drop,
    status: connection.status,
    request,
    async send(draft) {
      const parsed = MessageDraft.safeParse(draft)
      if (!parsed.success) throw imFail('invalid', parsed.error.issues[0]?.message)
      sending.add(draft.idClient)
      try {
        const { msg, session } = await request('msg.sendMsg', draft)
        takeMessage(msg, session)
        return msg
      } finally {
        sending.delete(draft.idClient)
      }
    },
    async markRead(to) {
      const conversation = store.conversations.get(to)
      const time = conversation?.lastMsg?.time ?? 0
      // messaging.md 4: no ack when it is at or past the last message
      if (!conversation || conversation.session.ack >= time) return
      const { session } = await request('msg.markSessionAck', { scene: 'p2p', to, timetag: time })
      takeSession(session)
    },
  }
}
