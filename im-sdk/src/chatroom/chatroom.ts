// Chatrooms are not built yet. The class is there, so that a page that loads both of them starts.
import { laterChatroom, withLater } from '../nim/later.ts'
import { Listeners } from '../nim/listeners.ts'

export type ChatroomOptions = {
  chatroomId: string
  account?: string
  token?: string
  onerror?: (error: Error) => void
  /** The rest is taken and left alone. */
  [later: string]: unknown
}

class ChatroomCore extends Listeners {
  options: ChatroomOptions

  constructor(options: ChatroomOptions) {
    super()
    this.options = { ...options }
    // a page that waits for `onconnect` is told that it waits in vain
    queueMicrotask(() => this.options.onerror?.(new Error('Chatroom: not supported yet')))
  }
  setOptions(options: Partial<ChatroomOptions>): void {
    this.options = { ...this.options, ...options }
  }
  /** There is nothing to leave. */
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
  /** One instance a room. */
  static getInstance(options: ChatroomOptions): Chatroom {
    const found = instances.get(options.chatroomId) ?? new Chatroom(options)
    found.setOptions(options)
    instances.set(options.chatroomId, found)
    return found
  }
}
