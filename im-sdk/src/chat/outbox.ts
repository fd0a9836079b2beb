// Outbox: messages that the server has not accepted yet. A message that failed for lack of network is sent again after a
// reconnect, and one that a server without its database refused, after a while; its idClient prevents duplicates.
import { handlingOf, ImFailure, imErrors } from '@xinqiao/contract/im/errors.ts'
import { messageTypes, type MessageContent } from '@xinqiao/contract/im/messages.ts'
import { p2pWith } from '@xinqiao/contract/im/scene.ts'
import type { Client } from '../client.ts'
import { createRetryTimer } from '../sync/retry-timer.ts'
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
  const retryTimer = createRetryTimer(resume)

  /** Sends what waits. Called when the network is back. */
  function resume(): void {
    for (const [key, { isWaiting }] of outgoing) if (isWaiting) void deliver(key)
  }

  function retryLater(): void {
    retryTimer.cancel()
    retryTimer.schedule()
  }

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
      await client.send({ ...p2pWith(message.to), idClient: key, content })
      retryTimer.cancel()
      retryTimer.resetDelay()
      resume()
      drop(key)
    } catch (error) {
      const code = error instanceof ImFailure ? error.code : ''
      if (code === 'abort') return drop(key)
      // the connection outlives a server's database, so that no reconnect follows
      const isAway = code === imErrors.unavailable.code
      message.isWaiting = (isAway || handlingOf(code) === 'reconnect') && !isOver()
      if (isAway && message.isWaiting) retryLater()
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
    resume,
    /** Called when the connection has ended for good. */
    failAll(reason: string): void {
      retryTimer.cancel()
      for (const [key, message] of outgoing) {
        if (!message.isWaiting) continue
        message.isWaiting = false
        change(key, { status: 'fail', fault: reason })
      }
    },
  }
}
