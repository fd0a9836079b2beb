// Chatroom class without an implementation yet. It exists so that a page that loads both classes starts.
import { laterChatroom, withLater } from '../nim/later.ts'
import { Listeners } from '../nim/listeners.ts'

export type ChatroomOptions = {
  chatroomId: string
  account?: string
  token?: string
  onerror?: (error: Error) => void
  /** Accepts further options and ignores them. */
  [later: string]: unknown
}

class ChatroomCore extends Listeners {
  options: ChatroomOptions

  constructor(options: ChatroomOptions) {
    super()
    this.options = { ...options }
    // report the missing support to a page that waits for `onconnect`
    queueMicrotask(() => this.options.onerror?.(new Error('Chatroom: not supported yet')))
  }
  setOptions(options: Partial<ChatroomOptions>): void {
    this.options = { ...this.options, ...options }
  }
  /** No-op: there is no connection to close. */
  disconnect(options: { done?: (error: null) => void } = {}): void {
    options.done?.(null)
  }
  destroy(options: { done?: (error: null) => void } = {}): void {
    instances.delete(this.options.chatroomId)
    this.disconnect(options)
  }
}

const instances = new Map<string, Chatroom>()

export class Chatroom extends withLater(ChatroomCore, laterChatroom) {
  /** Returns one instance per room. */
  static getInstance(options: ChatroomOptions): Chatroom {
    const found = instances.get(options.chatroomId) ?? new Chatroom(options)
    found.setOptions(options)
    instances.set(options.chatroomId, found)
    return found
  }
}
