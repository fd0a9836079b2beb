// A chatroom with a connection of its own. The code of its methods is loaded with the first instance, because most
// pages have no chatroom.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { invokeMethod, findDone, coerceOptions } from '../nim/core/answer-call.ts'
import { passResult } from '../nim/core/done-callback.ts'
import { pickChangeable, warnOfCall } from '../nim/core/options-without-effect.ts'
import { callPageCallback, isolateCallbacks } from '../nim/core/page-callbacks.ts'
import { checkOptions } from '../nim/core/required-fields.ts'
import { defineMethods, type WithBareCallbacks } from '../nim/define-methods.ts'
import { EventEmitter } from '../nim/listeners.ts'
import { logThrown } from './log-thrown.ts'
import type { ChatroomOptions, ChatroomSendOptions } from './options.ts'
import type { ChatroomMessage } from './present.ts'
import type { RoomApi } from './room-api.ts'

export type { ChatroomOptions } from './options.ts'

const instances = new Map<string, Chatroom>()

type RoomMethods = RoomApi['methods']
/** Adds the types of the methods that `defineMethods` below puts on the prototype. */
const ChatroomBase = EventEmitter as new () => EventEmitter & WithBareCallbacks<RoomMethods>

/** False for another account, which needs a connection of its own. */
const isSameLogin = (options: ChatroomOptions, next: ChatroomOptions): boolean =>
  (['account', 'appKey', 'isAnonymous'] as const).every(
    (name) => next[name] === undefined || next[name] === options[name],
  )

/** Has no `#private` fields and no accessors, because frameworks traverse instances and wrap them in proxies. */
export class Chatroom extends ChatroomBase {
  /**
   * Returns one instance per room. A later call updates its options, and reconnects if it is offline. For another
   * account it ends the earlier instance.
   */
  static getInstance(pageOptions: ChatroomOptions): Chatroom {
    checkOptions('Chatroom.getInstance', pageOptions)
    const options = coerceOptions(pageOptions)
    const previous = instances.get(options.chatroomId)
    const existing = previous && isSameLogin(previous.options, options) ? previous : undefined
    if (!existing) previous?.destroy()
    const chatroom = existing ?? new Chatroom(options)
    instances.set(options.chatroomId, chatroom)
    if (existing) existing.setOptions(options)
    if (!options.skipConnectionOnInitialize) chatroom.connect()
    return chatroom
  }

  options: ChatroomOptions
  /** The account of this visitor. Anonymous visitors have none before the login, which gives them one. */
  account: string
  /** The methods, once their code is loaded. */
  room: RoomApi | null = null
  loading: Promise<RoomApi>

  constructor(options: ChatroomOptions) {
    super()
    this.options = coerceOptions({ ...options })
    this.account = this.options.account ?? ''
    this.loading = import('./room-api.ts').then(({ createRoomApi }) => (this.room = createRoomApi(this.options, this)))
    this.loading.catch(() => {
      // without this instance, the next `getInstance` loads the code again
      if (instances.get(this.options.chatroomId) === this) instances.delete(this.options.chatroomId)
      const { onerror } = this.options
      if (onerror) callPageCallback(onerror, [imFail('offline')], (error) => logThrown('onerror', error))
    })
  }
  setOptions(options: Partial<ChatroomOptions>): void {
    const changes = coerceOptions(Object(options) as Partial<ChatroomOptions>)
    Object.assign(this.options, pickChangeable('Chatroom', this.options, changes))
  }
  protected override logThrown(event: string, error: unknown): void {
    logThrown(event, error)
  }
}

/** Names of the methods, listed here because their code loads later. The compiler compares the list with the code. */
const methodNames: Record<keyof RoomMethods, true> = {
  connect: true,
  disconnect: true,
  destroy: true,
  logout: true,
  sendText: true,
  sendCustomMsg: true,
  sendTipMsg: true,
  sendGeo: true,
  sendFile: true,
  sendRobotMsg: true,
  previewFile: true,
  resendMsg: true,
  getHistoryMsgs: true,
  getHistoryMsgsByTags: true,
  getChatroomMembers: true,
  getChatroomMembersByTag: true,
  getChatroomMembersInfo: true,
  getChatroomMemberCountByTag: true,
  updateMyChatroomMemberInfo: true,
  markChatroomIdentity: true,
  markChatroomManager: true,
  markChatroomCommonMember: true,
  markChatroomBlacklist: true,
  markChatroomGaglist: true,
  kickChatroomMember: true,
  updateChatroomMemberTempMute: true,
  updateTagMembersTempMute: true,
  getChatroom: true,
  updateChatroom: true,
  closeChatroom: true,
  updateTags: true,
  updateCoordinate: true,
  queueOffer: true,
  queuePoll: true,
  queueList: true,
  peak: true,
  queueDrop: true,
  queueChange: true,
}

/** A message that is sent before the code is loaded fails, because there is no connection yet. */
function createFailedMessage(chatroomId: string, { done, ...options }: ChatroomSendOptions = {}): unknown {
  const msg = { ...options, chatroomId, flow: 'out', status: 'fail' } as ChatroomMessage
  setTimeout(() => done?.(imFail('socketState', 'chatroom not connected'), msg))
  return msg
}

const createRoomMethod = (name: keyof RoomMethods) =>
  function callRoom(this: Chatroom, ...input: never[]): unknown {
    if (name === 'destroy') instances.delete(this.options.chatroomId)
    const fullName = `Chatroom.${name}`
    warnOfCall(fullName, input[0])
    const isolated = input.map((part) => isolateCallbacks(part, (error) => logThrown(name, error)))
    const run = ({ methods }: RoomApi): unknown => invokeMethod(fullName, methods[name], isolated)
    if (this.room) return run(this.room)
    if (/send/i.test(name)) return createFailedMessage(this.options.chatroomId, isolated[0])
    const answer = this.loading.then(run, () => Promise.reject(imFail('offline')))
    // pages do not wait for these; `onerror` reports the failure
    const done = findDone(isolated) ?? (/^(?:connect|disconnect|destroy|logout)$/.test(name) ? () => {} : undefined)
    if (!done) return answer
    void passResult(answer, () => {}, done)
    return undefined
  }
const names = Object.keys(methodNames) as (keyof RoomMethods)[]
defineMethods(Chatroom.prototype, Object.fromEntries(names.map((name) => [name, createRoomMethod(name)])))
