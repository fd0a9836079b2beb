// Outbox: messages that the server has not answered yet. A message that failed for lack of network is sent
// automatically after a reconnect; its idClient prevents duplicates.
import { handlingOf, ImFailure } from '@xinqiao/contract/im/errors.ts'
import { messageTypes, type MessageContent } from '@xinqiao/contract/im/messages.ts'
import type { Client } from '../client.ts'
import type { Upload } from '../upload/uploader.ts'
import { createLine, type Line, type ThreadState } from './state.ts'

type OutgoingMessage = { to: string; file: File | null; stop: AbortController | null; isWaiting: boolean }
type OutboxParts = {
  client: Client
  upload: Upload
  threadStateOf: (to: string) => ThreadState
  /** Called after each change. */
  publish: () => void
  /** True when the connection has ended for good. */
  isOver: () => boolean
}

export function createOutbox({ client, upload, threadStateOf, publish, isOver }: OutboxParts) {
  const outgoing = new Map<string, OutgoingMessage>()

  function change(key: string, changes: Partial<Line>): void {
    const to = outgoing.get(key)?.to
    if (to === undefined) return
    const thread = threadStateOf(to)
    thread.pending = thread.pending.map((line) => (line.key === key ? { ...line, ...changes } : line))
    publish()
  }

  function drop(key: string): void {
    const to = outgoing.get(key)?.to
    if (to === undefined) return
    const thread = threadStateOf(to)
    const line = thread.pending.find((pending) => pending.key === key)
    if (line?.localUrl) URL.revokeObjectURL(line.localUrl)
    thread.pending = thread.pending.filter((pending) => pending.key !== key)
    outgoing.delete(key)
    publish()
  }

  async function uploadFor(key: string, message: OutgoingMessage, file: File): Promise<MessageContent> {
    message.stop = new AbortController()
    const onProgress = ({ percentage }: { percentage: number }) => change(key, { percentage })
    const stored = await upload({ type: 'image', fileObject: file, signal: message.stop.signal, onProgress })
    return { type: messageTypes.image, file: stored }
  }

  async function deliver(key: string): Promise<void> {
    const message = outgoing.get(key)
    const line = message && threadStateOf(message.to).pending.find((pending) => pending.key === key)
    if (!message || !line) return
    message.isWaiting = false
    change(key, { status: 'sending', fault: null })
    try {
      let { content } = line
      if (message.file) {
        content = await uploadFor(key, message, message.file)
        message.file = null
        change(key, { content, percentage: null })
      }
      await client.send({ scene: 'p2p', to: message.to, idClient: key, content })
      drop(key)
    } catch (error) {
      const code = error instanceof ImFailure ? error.code : ''
      if (code === 'abort') return drop(key)
      message.isWaiting = handlingOf(code) === 'reconnect' && !isOver()
      change(key, message.isWaiting ? {} : { status: 'fail', percentage: null, fault: (error as Error).message })
    }
  }

  return {
    send(to: string, content: MessageContent, file: File | null): void {
      const key = crypto.randomUUID().replaceAll('-', '')
      outgoing.set(key, { to, file, stop: null, isWaiting: false })
      const percentage = file ? 0 : null
      const localUrl = file ? URL.createObjectURL(file) : null
      const time = Date.now()
      const line = createLine({ key, isOwn: true, status: 'sending', time, content, percentage, localUrl })
      threadStateOf(to).pending.push(line)
      publish()
      void deliver(key)
    },
    retry: (key: string): void => void deliver(key),
    /** Cancels an upload, or removes a failed message. */
    discard(key: string): void {
      outgoing.get(key)?.stop?.abort()
      drop(key)
    },
    /** Called when the network is back. */
    resume(): void {
      for (const [key, { isWaiting }] of outgoing) if (isWaiting) void deliver(key)
    },
    /** Called when the connection has ended for good. */
    failAll(reason: string): void {
      for (const [key, message] of outgoing) {
        if (!message.isWaiting) continue
        message.isWaiting = false
        change(key, { status: 'fail', fault: reason })
      }
    },
  }
}
