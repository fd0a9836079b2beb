// Outbox: messages that the server has not accepted yet. Per conversation only one message is in flight, so that they
// arrive in the order of writing. A message that failed without a network is sent again after the reconnect. One that a
// server without its database refused is sent again after a delay. Its idClient prevents duplicates.
import { handlingOf, ImFailure, imErrors } from '@xinqiao/contract/im/errors.ts'
import { messageTypes, type MessageContent } from '@xinqiao/contract/im/messages.ts'
import { p2pWith } from '@xinqiao/contract/im/scene.ts'
import type { Client } from '../client.ts'
import { createRetryTimer } from '../sync/retry-timer.ts'
import type { Upload } from '../upload/uploader.ts'
import { createLine, type Line, type ThreadState } from './state.ts'

type OutgoingMessage = {
  to: string
  /** Null for a text, and after the upload. Several uploads run in parallel. */
  file: File | null
  stop: AbortController | null
  status: 'waiting' | 'busy' | 'failed'
}
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

  /** Sends the waiting messages. Called when the network is back. */
  function resume(): void {
    for (const [key, message] of outgoing) if (message.file && message.status === 'waiting') void uploadAndSend(key)
    for (const to of new Set([...outgoing.values()].map((message) => message.to))) sendNext(to)
  }

  /** Sends the oldest message of the conversation, unless one is in flight. */
  function sendNext(to: string): void {
    const next = [...outgoing].find(([, message]) => message.to === to && !message.file && message.status !== 'failed')
    if (next?.[1].status === 'waiting') void send(next[0])
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

  async function attempt(key: string, work: (message: OutgoingMessage, content: MessageContent) => Promise<void>) {
    const message = outgoing.get(key)
    const line = message && threadStateOf(message.to).pending.find((pending) => pending.key === key)
    if (!message || !line) return
    message.status = 'busy'
    change(key, { status: 'sending', fault: null })
    try {
      await work(message, line.content)
    } catch (error) {
      handleFailure(key, message, error)
    }
  }

  function handleFailure(key: string, message: OutgoingMessage, error: unknown): void {
    const code = error instanceof ImFailure ? error.code : ''
    if (code === 'abort') return discard(key)
    // the connection stays open while the server has no database, so no reconnect will send the message
    const isAway = code === imErrors.unavailable.code
    const isWaiting = (isAway || handlingOf(code) === 'reconnect') && !isOver()
    message.status = isWaiting ? 'waiting' : 'failed'
    if (isAway && isWaiting) retryLater()
    if (isWaiting) return
    change(key, { status: 'fail', percentage: null, fault: (error as Error).message })
    sendNext(message.to)
  }

  /** Cancels an upload, or removes a failed message. */
  function discard(key: string): void {
    const message = outgoing.get(key)
    message?.stop?.abort()
    drop(key)
    if (message) sendNext(message.to)
  }

  const send = (key: string) =>
    attempt(key, async ({ to }, content) => {
      await client.send({ ...p2pWith(to), idClient: key, content })
      retryTimer.cancel()
      retryTimer.resetDelay()
      drop(key)
      resume()
    })

  const uploadAndSend = (key: string) =>
    attempt(key, async (message) => {
      if (!message.file) return
      const content = await uploadFor(key, message, message.file)
      message.file = null
      message.status = 'waiting'
      // moves the message behind the texts that were written during its upload
      outgoing.delete(key)
      outgoing.set(key, message)
      change(key, { content, percentage: null })
      sendNext(message.to)
    })

  return {
    send(to: string, content: MessageContent, file: File | null): void {
      const key = crypto.randomUUID().replaceAll('-', '')
      outgoing.set(key, { to, file, stop: null, status: 'waiting' })
      const percentage = file ? 0 : null
      const localUrl = file ? URL.createObjectURL(file) : null
      const time = Date.now()
      const line = createLine({ key, isOwn: true, status: 'sending', time, content, percentage, localUrl })
      threadStateOf(to).pending.push(line)
      publish()
      if (file) void uploadAndSend(key)
      else sendNext(to)
    },
    retry(key: string): void {
      const message = outgoing.get(key)
      if (!message) return
      message.status = 'waiting'
      if (message.file) void uploadAndSend(key)
      else sendNext(message.to)
    },
    discard,
    resume,
    /** Called when the connection has ended for good. */
    failAll(reason: string): void {
      retryTimer.cancel()
      for (const [key, message] of outgoing) {
        if (message.status !== 'waiting') continue
        message.status = 'failed'
        change(key, { status: 'fail', fault: reason })
      }
    },
  }
}
