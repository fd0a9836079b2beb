// The messaging client as a screen uses it: one state to watch, and what a person does. A message that cannot leave
// waits for the network and goes by itself; under its idClient it is never sent twice.
import { handlingOf, ImFailure } from '@xinqiao/contract/im/errors.ts'
import { messageTypes, type MessageContent, type WireMessage } from '@xinqiao/contract/im/messages.ts'
import { makeClient, type Client } from '../client.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { makeUpload, type Upload } from '../upload/uploader.ts'
import { heldMessages, makeTalks, makeThread, type DeskState, type Held, type Line } from './state.ts'

export type DeskOptions = Pick<ConnectionOptions, 'url' | 'account' | 'transports' | 'delayOf'> & {
  token: string
  /** A token for the next login; the old one may be over by then. */
  refresh: () => Promise<string>
  /** Somebody wrote, on this device for the first time. */
  onIncoming?: (msg: WireMessage) => void
}

export type Desk = {
  readonly client: Client
  subscribe: (listener: () => void) => () => void
  state: () => DeskState
  connect: () => void
  close: () => void
  /** Shows the conversation and fetches its last messages. */
  open: (to: string) => void
  loadOlder: (to: string) => Promise<void>
  sendText: (to: string, text: string) => void
  sendImage: (to: string, file: File) => void
  retry: (key: string) => void
  /** Calls an upload off, or takes a failed message away. */
  discard: (key: string) => void
  /** Everything of this conversation is read, and the other side may know. */
  markRead: (to: string) => void
}

const pageSize = 30
const links = { 0: 'ended', 1: 'online', 2: 'connecting', 3: 'waiting' } as const
type Outgoing = { to: string; file: File | null; stop: AbortController | null; isWaiting: boolean }

export function makeDesk(options: DeskOptions): Desk {
  const { account } = options
  let { token } = options
  const listeners = new Set<() => void>()
  const held = new Map<string, Held>()
  const outgoing = new Map<string, Outgoing>()
  const receipts = new Map<string, number>()
  let end: DeskState['end'] = null
  let isPublishing = false
  let state: DeskState = {
    link: 'connecting',
    end: null,
    hasSynced: false,
    talks: [],
    unread: 0,
    threads: new Map(),
  }

  /** However much happens in one go, the screen draws once. */
  function publish(): void {
    if (isPublishing) return
    isPublishing = true
    queueMicrotask(() => {
      isPublishing = false
      const talks = makeTalks(client, account)
      state = {
        link: end ? 'ended' : links[client.status()],
        end,
        hasSynced: client.store.hasSynced,
        talks,
        unread: talks.reduce((sum, { unread }) => sum + unread, 0),
        threads: new Map([...held].map(([to, one]) => [to, makeThread(client, account, to, one)])),
      }
      for (const listener of listeners) listener()
    })
  }

  const client = makeClient(
    {
      url: options.url,
      account,
      token: () => token,
      ...(options.transports && { transports: options.transports }),
      ...(options.delayOf && { delayOf: options.delayOf }),
    },
    {
      login: publish,
      synced() {
        for (const to of held.keys()) fill(to)
        for (const [key, { isWaiting }] of outgoing) if (isWaiting) void deliver(key)
        publish()
      },
      syncFailed: publish,
      message(msg) {
        publish()
        if (msg.from !== account) options.onIncoming?.(msg)
      },
      session: publish,
      changed: publish,
      async willReconnect() {
        publish()
        token = await options.refresh()
      },
      end(reason) {
        end = reason
        for (const [key, one] of outgoing) if (one.isWaiting) change(key, { status: 'fail', fault: reason.message })
        publish()
      },
    },
  )
  const upload: Upload = makeUpload({ request: client.request, urls: [options.url] })

  function holdOf(to: string): Held {
    const found = held.get(to)
    if (found) return found
    const made: Held = { older: [], pending: [], hasOlder: true, isLoading: false, fault: null }
    held.set(to, made)
    return made
  }

  function change(key: string, how: Partial<Line>): void {
    const to = outgoing.get(key)?.to
    if (to === undefined) return
    const hold = holdOf(to)
    hold.pending = hold.pending.map((line) => (line.key === key ? { ...line, ...how } : line))
    publish()
  }

  function drop(key: string): void {
    const to = outgoing.get(key)?.to
    if (to === undefined) return
    const hold = holdOf(to)
    const line = hold.pending.find((one) => one.key === key)
    if (line?.localUrl) URL.revokeObjectURL(line.localUrl)
    hold.pending = hold.pending.filter((one) => one.key !== key)
    outgoing.delete(key)
    publish()
  }

  async function loadOlder(to: string): Promise<void> {
    const hold = holdOf(to)
    if (hold.isLoading || client.status() !== 1) return
    hold.isLoading = true
    hold.fault = null
    publish()
    try {
      const endTime = heldMessages(client, to, hold)[0]?.time ?? 0
      const { msgs } = await client.request('msg.getHistoryMsgs', { scene: 'p2p', to, endTime, limit: pageSize })
      hold.older = [...msgs.toReversed(), ...hold.older]
      hold.hasOlder = msgs.length === pageSize
    } catch (error) {
      hold.fault = (error as Error).message
    }
    hold.isLoading = false
    publish()
  }

  /** A screenful, where there is that much. */
  function fill(to: string): void {
    const hold = holdOf(to)
    const messages = heldMessages(client, to, hold)
    if (messages[0]?.seq === 1) hold.hasOlder = false
    if (messages.length < pageSize && hold.hasOlder) void loadOlder(to)
  }

  async function uploadFor(key: string, file: File): Promise<MessageContent> {
    const stop = new AbortController()
    outgoing.get(key)!.stop = stop
    const onProgress = ({ percentage }: { percentage: number }) => change(key, { percentage })
    const stored = await upload({ type: 'image', fileObject: file, signal: stop.signal, onProgress })
    return { type: messageTypes.image, file: stored }
  }

  /** Tries once; what only lacked the network waits for the next login. */
  async function deliver(key: string): Promise<void> {
    const one = outgoing.get(key)
    const line = one && holdOf(one.to).pending.find((pending) => pending.key === key)
    if (!one || !line) return
    one.isWaiting = false
    change(key, { status: 'sending', fault: null })
    try {
      let { content } = line
      if (one.file) {
        content = await uploadFor(key, one.file)
        one.file = null
        change(key, { content, percentage: null })
      }
      await client.send({ scene: 'p2p', to: one.to, idClient: key, content })
      drop(key)
    } catch (error) {
      const failure = error as Error
      const code = error instanceof ImFailure ? error.code : ''
      if (code === 'abort') return drop(key)
      one.isWaiting = handlingOf(code) === 'reconnect' && !end
      change(key, one.isWaiting ? {} : { status: 'fail', percentage: null, fault: failure.message })
    }
  }

  function begin(to: string, content: MessageContent, file: File | null): void {
    const key = crypto.randomUUID().replaceAll('-', '')
    outgoing.set(key, { to, file, stop: null, isWaiting: false })
    const localUrl = file ? URL.createObjectURL(file) : null
    const rest = { percentage: file ? 0 : null, localUrl, fault: null }
    holdOf(to).pending.push({ key, isOwn: true, status: 'sending', time: Date.now(), content, ...rest })
    publish()
    void deliver(key)
  }

  return {
    client,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: () => state,
    connect() {
      end = null
      client.connect()
      publish()
    },
    close: () => client.disconnect(),
    open(to) {
      fill(to)
      if (!client.store.users.has(to)) {
        client.fetchUsers([to]).then(publish, () => null) // asked again when the network is back
      }
      publish()
    },
    loadOlder,
    sendText: (to, text) => begin(to, { type: messageTypes.text, text }, null),
    sendImage: (to, file) =>
      begin(to, { type: messageTypes.image, file: { url: '', ext: 'unknown', size: file.size } }, file),
    retry: (key) => void deliver(key),
    discard(key) {
      const stop = outgoing.get(key)?.stop
      stop?.abort()
      drop(key)
    },
    markRead(to) {
      const time = client.store.conversations.get(to)?.msgs.findLast(({ from }) => from !== account)?.time ?? 0
      // without the network both are said again when it is back
      client.markRead(to).catch(() => null)
      if (time === 0 || (receipts.get(to) ?? 0) >= time) return
      receipts.set(to, time)
      client.request('msg.sendMsgReceipt', { scene: 'p2p', to, time }).catch(() => receipts.delete(to))
    },
  }
}
