// The face that pages written for this kind of SDK expect: one instance an account, options with callbacks.
import type { CommandInput } from '@xinqiao/contract/im/index.ts'
import { messageFlags, messageTypes, type MessageType, type WireMessage } from '@xinqiao/contract/im/messages.ts'
import { makeClient, type Client } from '../client.ts'
import { makeMemoryStore } from '../store/store.ts'
import type { Done, HistoryOptions, NimOptions, SendOptions } from './options.ts'
import { peerOfSession, presentMessage, presentSession, type NimMessage, type NimSession } from './present.ts'

type Draft = CommandInput<'msg.sendMsg'>
type Plugin = (nim: typeof NIM) => void

const instances = new Map<string, NIM>()

/** Settles a promise into callbacks. What a callback throws is the page's own and goes on to the console. */
async function settle<T>(work: Promise<T>, good: (data: T) => void, bad: (error: Error) => void): Promise<void> {
  let data: T
  try {
    data = await work
  } catch (error) {
    return bad(error as Error)
  }
  good(data)
}

const tell = <T>(work: Promise<T>, done: Done<T> | undefined): void =>
  void settle(
    work,
    (data) => done?.(null, data),
    (error) => done?.(error),
  )

export class NIM {
  options: NimOptions
  // no `#private`: frameworks walk and proxy the instance
  private readonly client: Client
  private readonly failed = new Map<string, Draft>()

  /** One instance an account; a later call changes its options and connects again if it is down. */
  static getInstance(options: NimOptions): NIM {
    const found = instances.get(options.account)
    if (found) {
      found.setOptions(options)
      if (found.getLoginStatus() === 0 && !options.skipConnectionOnInitialize) found.connect()
      return found
    }
    const made = new NIM(options)
    instances.set(options.account, made)
    return made
  }

  static use(plugin: Plugin): void {
    plugin(NIM)
  }

  constructor(options: NimOptions) {
    this.options = { ...options }
    const { cmdTimeout = 8_000, hbCmdTimeout = 5_000, syncCmdTimeout = 180_000 } = options
    const delayOf = options.reconnectDelayProvider
    this.client = makeClient(
      {
        url: options.defaultLink ?? globalThis.location.origin,
        account: options.account,
        token: () => this.options.token,
        store: makeMemoryStore(),
        timeouts: {
          'link.heartbeat': hbCmdTimeout,
          'sync.sync': syncCmdTimeout,
          'sync.syncMsgs': syncCmdTimeout,
          'msg.sendMsg': cmdTimeout,
          'msg.getHistoryMsgs': cmdTimeout,
          'msg.markSessionAck': cmdTimeout,
        },
        ...(options.customTag !== undefined && { customTag: options.customTag }),
        ...(options.customClientType !== undefined && { customClientType: options.customClientType }),
        ...(options.transports && { transports: options.transports }),
        ...(options.needReconnect !== undefined && { needReconnect: options.needReconnect }),
        ...(options.reconnectionAttempts !== undefined && { reconnectionAttempts: options.reconnectionAttempts }),
        ...(options.heartbeatInterval !== undefined && { heartbeatIntervalMs: options.heartbeatInterval }),
        ...(delayOf && { delayOf }),
      },
      {
        login: ({ loginPorts, serverTime: _serverTime, ...info }) => {
          this.options.onconnect?.(info)
          if (loginPorts.length > 0) this.options.onloginportschange?.(loginPorts)
        },
        ports: (ports) => this.options.onloginportschange?.(ports),
        willReconnect: (info) => this.options.onwillreconnect?.(info),
        end: (end) => this.options.ondisconnect?.(end),
        synced: ({ isFirst, roaming, offline }) => {
          if (isFirst) this.options.onsessions?.(this.listSessions())
          this.handOut(roaming, 'onroamingmsgs')
          this.handOut(offline, 'onofflinemsgs')
          this.options.onsyncdone?.()
        },
        syncFailed: (error) => this.options.onerror?.(Object.assign(error, { code: 'SYNC_DATA_ERROR' })),
        message: (msg) => {
          this.failed.delete(msg.idClient)
          this.options.onmsg?.(this.present(msg))
        },
        session: ({ to }) => {
          const conversation = this.client.store.conversations.get(to)
          if (!conversation || conversation.session.isDeleted) return
          this.options.onupdatesession?.(presentSession(conversation, this.view()))
          this.options.onupdatesessions?.([presentSession(conversation, this.view())])
        },
      },
    )
    if (!options.skipConnectionOnInitialize) this.client.connect()
  }

  // ---- connection

  connect(): void {
    this.client.connect()
  }
  disconnect(options: { done?: Done<null> } = {}): void {
    this.client.disconnect()
    options.done?.(null, null)
  }
  destroy(options: { done?: Done<null> } = {}): void {
    instances.delete(this.options.account)
    this.disconnect(options)
  }
  setOptions(options: Partial<NimOptions>): void {
    this.options = { ...this.options, ...options }
  }
  /** 0 out, 1 in, 2 logging in, 3 waiting to reconnect. */
  getLoginStatus(): number {
    return this.client.status()
  }
  kick({ deviceIds, done }: { deviceIds: string[]; done?: Done<{ deviceIds: string[] }> }): void {
    tell(this.client.request('auth.kick', { deviceIds }), done)
  }

  // ---- messages

  sendText(options: SendOptions & { text: string }): NimMessage {
    return this.send(options, { type: messageTypes.text, text: options.text })
  }
  sendCustomMsg(options: SendOptions & { content: string }): NimMessage {
    return this.send(options, { type: messageTypes.custom, content: options.content })
  }
  sendTipMsg(options: SendOptions & { tip: string }): NimMessage {
    return this.send(options, { type: messageTypes.tip, tip: options.tip })
  }
  sendGeo(options: SendOptions & { geo: { lng: number; lat: number; title: string } }): NimMessage {
    return this.send(options, { type: messageTypes.geo, geo: options.geo })
  }
  /** messaging.md 4: only one's own failed messages; under the same idClient, so that it cannot be sent twice. */
  resendMsg({ msg, done }: { msg: NimMessage; done?: SendOptions['done'] }): NimMessage {
    const draft = this.failed.get(msg.idClient)
    if (!draft || msg.status !== 'fail') throw new Error('only failed messages can be resent')
    return this.deliver(draft, { scene: draft.scene, to: draft.to, ...(done && { done }) }, true)
  }

  getHistoryMsgs(options: HistoryOptions): void {
    const { scene, to, beginTime = 0, endTime = 0, limit = 100, reverse = false, asc = false, msgTypes = [] } = options
    const types = msgTypes.map((name) => messageTypes[name as MessageType])
    const input = { scene: scene as 'p2p', to, beginTime, endTime, limit, reverse, msgTypes: types }
    const work = async () => {
      const { msgs } = await this.client.request('msg.getHistoryMsgs', input)
      const list = msgs.map((msg) => this.present(msg))
      return { msgs: asc && !reverse ? list.toReversed() : list }
    }
    tell(work(), options.done)
  }
  sendMsgReceipt({ msg, done }: { msg: NimMessage | null; done?: Done<null> }): void {
    if (!msg) return done?.(null, null)
    const input = { scene: 'p2p' as const, to: msg.target, time: msg.time }
    tell(
      this.client.request('msg.sendMsgReceipt', input).then(() => null),
      done,
    )
  }

  // ---- sessions

  getLocalSessions({ done }: { done?: Done<{ sessions: NimSession[] }> } = {}): void {
    done?.(null, { sessions: this.listSessions() })
  }
  resetSessionUnread(sessionId: string, done?: (error: Error | null, failedSessionId?: string) => void): void {
    void settle(
      this.client.markRead(peerOfSession(sessionId)),
      () => done?.(null),
      (error) => done?.(error, sessionId),
    )
  }
  deleteSession({ scene, to, done }: { scene: string; to: string; done?: Done<null> }): void {
    this.deleteSessions({ sessions: [{ scene, to }], ...(done && { done }) })
  }
  deleteSessions({ sessions, done }: { sessions: { scene: string; to: string }[]; done?: Done<null> }): void {
    const input = { sessions: sessions.map(({ scene, to }) => ({ scene: scene as 'p2p', to })) }
    tell(
      this.client.request('msg.deleteSessions', input).then(() => null),
      done,
    )
  }

  // ---- inside

  private view() {
    return { account: this.options.account, deviceId: this.client.deviceId }
  }
  private present(msg: WireMessage): NimMessage {
    return presentMessage(msg, this.view())
  }
  private listSessions(): NimSession[] {
    return [...this.client.store.conversations.values()]
      .filter(({ session }) => !session.isDeleted)
      .map((conversation) => presentSession(conversation, this.view()))
      .sort((a, b) => b.updateTime - a.updateTime)
  }
  private handOut(msgs: readonly WireMessage[], callback: 'onroamingmsgs' | 'onofflinemsgs'): void {
    const byPeer = Map.groupBy(msgs, (msg) => this.client.peerOf(msg))
    for (const [to, list] of byPeer) {
      const items = list.map((msg) => this.present(msg))
      this.options[callback]?.({ scene: 'p2p', to, sessionId: `p2p-${to}`, msgs: items })
    }
  }

  private send(options: SendOptions, content: Draft['content']): NimMessage {
    const { custom, subType, pushContent, pushPayload } = options
    const flags = messageFlags.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name] ? 1 : 0]]))
    const extras = Object.entries({ custom, subType, pushContent, pushPayload }).filter(
      ([, value]) => value !== undefined,
    )
    const draft: Draft = {
      scene: options.scene as 'p2p',
      to: options.to,
      idClient: options.idClient ?? crypto.randomUUID().replaceAll('-', ''),
      content: { ...content, ...Object.fromEntries([...flags, ...extras]) } as Draft['content'],
    }
    return this.deliver(draft, options, options.resend === true)
  }

  /** The message is there at once, as `sending`; `done` brings the stored one, or the same as `fail`. */
  private deliver(draft: Draft, { beforesend, done }: SendOptions, resend: boolean): NimMessage {
    const { deviceId } = this.client
    const local = { ...draft, from: this.options.account, fromClientType: 16, fromDeviceId: deviceId, time: Date.now() }
    const show = (status: 'sending' | 'fail') => ({ ...presentMessage(local, this.view(), status), resend })
    const shown = show('sending')
    beforesend?.(shown)
    void settle(
      this.client.send(draft),
      (msg) => {
        this.failed.delete(draft.idClient)
        done?.(null, { ...this.present(msg), resend })
      },
      (error) => {
        this.failed.set(draft.idClient, draft)
        done?.(error, show('fail'))
      },
    )
    return shown
  }
}
