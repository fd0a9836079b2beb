// Chatroom class without an implementation yet, so that a page that loads both classes starts.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { checkOptions } from '../nim/core/required-fields.ts'
import { defineMethods } from '../nim/define-methods.ts'
import { Listeners } from '../nim/listeners.ts'
import { createUnsupportedApi, unsupportedChatroom } from '../nim/unsupported.ts'

export type ChatroomOptions = {
  chatroomId: string
  account?: string
  token?: string
  onerror?: (error: Error) => void
  /** Accepts further options and ignores them. */
  [other: string]: unknown
}

const instances = new Map<string, Chatroom>()

type UnsupportedMethods = Record<(typeof unsupportedChatroom)[number], (...options: unknown[]) => unknown>
/** Adds the types of the methods that `defineMethods` below puts on the prototype. */
const ChatroomBase = Listeners as new () => Listeners & UnsupportedMethods

export class Chatroom extends ChatroomBase {
  /** Returns one instance per room. */
  static getInstance(options: ChatroomOptions): Chatroom {
    checkOptions('Chatroom.getInstance', options)
    const chatroom = instances.get(options.chatroomId) ?? new Chatroom(options)
    chatroom.setOptions(options)
    instances.set(options.chatroomId, chatroom)
    return chatroom
  }

  options: ChatroomOptions

  constructor(options: ChatroomOptions) {
    super()
    this.options = { ...options }
    // tells a page that waits for `onconnect` that chatrooms are not supported
    queueMicrotask(() => this.options.onerror?.(imFail('notSupported', 'Chatroom：还没有实现')))
  }
  setOptions(options: Partial<ChatroomOptions>): void {
    this.options = { ...this.options, ...options }
  }
  /** No-op: there is no connection to close. */
  disconnect(options?: { done?: (error: null) => void }): void {
    options?.done?.(null)
  }
  destroy(options?: { done?: (error: null) => void }): void {
    instances.delete(this.options.chatroomId)
    this.disconnect(options)
  }
}

defineMethods(Chatroom.prototype, createUnsupportedApi(unsupportedChatroom))
