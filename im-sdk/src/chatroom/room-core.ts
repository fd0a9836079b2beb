// State that the method groups of a `Chatroom` share: the page's options and the connection.
import { clientTypes } from '@xinqiao/contract/im/accounts/auth.ts'
import type { RoomMember, RoomMessage } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import { imErrors, imFail, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { CommandInput, CommandOutput, PushData } from '@xinqiao/contract/im/index.ts'
import { findPushByNumber } from '@xinqiao/contract/im/table.ts'
import type { PushPacket } from '@xinqiao/contract/im/wire.ts'
import { chooseBackoffMs } from '../connection/backoff.ts'
import { createConnection, type Connection } from '../connection/connection.ts'
import { acquireDeviceId } from '../connection/device-id.ts'
import type { ServerLookup } from '../connection/server-lookup.ts'
import { readAddresses, readDefaultOrigin, toUrl } from '../nim/core/addresses.ts'
import { readTransports } from '../nim/core/client-options.ts'
import { warnOfOptions } from '../nim/core/options-without-effect.ts'
import { callPageCallback } from '../nim/core/page-callbacks.ts'
import { omitUndefined, pickDefined } from '../base/omit-undefined.ts'
import type { SendCommand } from '../base/send-command.ts'
import { logThrown } from './log-thrown.ts'
import type { ChatroomCallbacks, ChatroomOptions } from './options.ts'
import { createSeenMessages } from './seen-messages.ts'
import { presentRoomMessage } from './present.ts'

type RoomLoginReply = CommandOutput<'chatroom.login'>

/** Tries the addresses that the page passed in turn. */
function createRoomLookup(urls: readonly string[]): ServerLookup {
  let index = 0
  return {
    current: () => Promise.resolve(urls[index % urls.length]!),
    fail: () => void (index += 1),
  }
}

/** The invalid address option, or undefined. */
function findRoomOptionFault({
  chatroomAddresses,
  isAnonymous,
  account,
  token,
}: ChatroomOptions): ImFailure | undefined {
  const isList = Array.isArray(chatroomAddresses) && chatroomAddresses.every((link) => typeof link === 'string')
  if (chatroomAddresses && !isList) return imFail('invalid', '选项chatroomAddresses不正确：应为地址的数组')
  if (!isAnonymous && !(account && token)) return imFail('invalid', '缺少选项account与token，或者isAnonymous: true')
  return undefined
}

export class RoomCore {
  readonly options: ChatroomOptions
  /** The member of this page; null before the first login. */
  member: RoomMember | null = null
  /** Upload addresses, in the order in which they are tried. */
  readonly uploadUrls: readonly [string, ...string[]]
  readonly connection: Connection<RoomLoginReply>
  readonly seen = createSeenMessages()
  /** Id of this device. */
  private readonly device: ReturnType<typeof acquireDeviceId>

  /** @param page its `account` is set by the login */
  constructor(options: ChatroomOptions, page: { account: string }) {
    this.options = options
    warnOfOptions('Chatroom', options)
    const fault = findRoomOptionFault(options)
    const { server = readDefaultOrigin(), uploads } = readAddresses(options)
    const links = (fault ? [] : (options.chatroomAddresses ?? [])).map((link) => toUrl(link, options.secure ?? true))
    const url = links[0] ?? server
    this.uploadUrls = [url, ...uploads]
    this.device = acquireDeviceId(`chatroom ${options.chatroomId} ${options.account ?? ''}`)
    const { heartbeatInterval: heartbeatIntervalMs } = options
    const transports = readTransports(options.transports)
    this.connection = createConnection<RoomLoginReply>(
      {
        url,
        ...(links.length > 0 && { serverLookup: createRoomLookup(links) }),
        ...(fault && { fault }),
        account: options.account ?? '',
        token: () => this.options.token ?? '',
        deviceId: this.device.current,
        renewDeviceId: this.device.renew,
        delayOf: (retry) => chooseBackoffMs(retry, (proposedMs) => this.notify('reconnectDelayProvider', proposedMs)),
        ...pickDefined(options, ['needReconnect', 'reconnectionAttempts', 'quickReconnect']),
        ...omitUndefined({ heartbeatIntervalMs, transports }),
      },
      (requests) => requests.request('chatroom.login', this.createLogin()),
    )
    this.connection.subscribe({
      onLogin: ({ chatroom, member, serverTime, missed = [] }) => {
        this.member = member
        this.seen.enter(serverTime)
        page.account = member.account
        this.notify('onconnect', { chatroom, member: { ...member } })
        this.receive(missed)
      },
      onPush: (packet) => this.receivePush(packet),
      onCrisis: (_input, level) => this.notify('oncare', { level }),
      onWillReconnect: (info) => this.notify('onwillreconnect', info),
      onUnreachable: (error) => this.notify('onerror', error),
      onEnd: (end) => this.notify('ondisconnect', end),
    })
  }

  /** The account of this page, or the name that the server gave to the anonymous visitor. */
  account(): string {
    return this.member?.account ?? this.options.account ?? ''
  }

  readonly request: SendCommand = (name, input) => this.connection.request(name, input)

  private createLogin(): CommandInput<'chatroom.login'> {
    const { options } = this
    const { chatroomNick: nick, chatroomAvatar: avatar, chatroomCustom: custom } = options
    return {
      ...pickDefined(options, ['appKey', 'tags', 'notifyTargetTags']),
      ...omitUndefined({ nick, avatar, custom, enterCustom: options.chatroomEnterCustom }),
      chatroomId: options.chatroomId,
      ...(!options.isAnonymous && pickDefined(options, ['account', 'token'])),
      deviceId: this.device.current(),
      clientType: clientTypes.Web,
      place: this.place(),
      since: this.seen.since(),
    }
  }

  private place() {
    const { loc_x: x, loc_y: y = 0, loc_z: z = 0, distance } = this.options
    return x === undefined || distance === undefined ? null : { x, y, z, distance }
  }

  private receivePush([serviceId, id, data]: PushPacket): void {
    const name = findPushByNumber(serviceId, id)?.name
    if (name === 'chatroom.tags') {
      const change = data as PushData<'chatroom.tags'>
      Object.assign(this.options, change)
      this.notify('onTagsUpdate', change)
    }
    if (name !== 'chatroom.msgs') return
    this.receive((data as PushData<'chatroom.msgs'>).msgs)
  }

  private receive(msgs: readonly RoomMessage[]): void {
    const newMessages = msgs.filter((msg) => this.seen.add(msg))
    if (newMessages.length === 0) return
    this.notify(
      'onmsgs',
      newMessages.map((msg) => presentRoomMessage(msg, this.account())),
    )
  }

  /** Calls a callback of the page's options, if it is set. Its exceptions appear in the console. */
  notify<Name extends keyof ChatroomCallbacks>(
    name: Name,
    ...data: Parameters<ChatroomCallbacks[Name]>
  ): ReturnType<ChatroomCallbacks[Name]> | undefined {
    const callback = this.options[name] as ((...all: typeof data) => ReturnType<ChatroomCallbacks[Name]>) | undefined
    return typeof callback === 'function'
      ? callPageCallback(callback.bind(this.options), data, (error) => logThrown(name, error))
      : undefined
  }
}

/** messaging.md 4: an error of a message without a connection to its room. */
export const toSendFailure = (error: unknown): unknown =>
  (error as ImFailure).code === imErrors.socketState.code ? imFail('socketState', 'chatroom not connected') : error
