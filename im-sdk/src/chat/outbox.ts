// Outbox: messages that the server has not answered yet. A message that failed for lack of network is sent
// automatically after a reconnect; its idClient prevents duplicates.
import { handlingOf, ImFailure } from '@xinqiao/contract/im/errors.ts'
import { messageTypes, type MessageContent } from '@xinqiao/contract/im/messages.ts'
import type { Client } from '../client.ts'
import type { Upload } from '../upload/uploader.ts'
import type { ThreadState, Line } from './state.ts'

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

  function change(key: string, how: Partial<Line>): void {
    const to = outgoing.get(key)?.to
    if (to === undefined) return
    const hold = threadStateOf(to)
    hold.pending = hold.pending.map((line) => (line.key === key ? { ...line, ...how } : line))
    publish()
  }

  function drop(key: string): void {
    const to = outgoing.get(key)?.to
    if (to === undefined) return
    const hold = threadStateOf(to)
    const line = hold.pending.find((one) => one.key === key)
    if (line?.localUrl) URL.revokeObjectURL(line.localUrl)
    hold.pending = hold.pending.filter((one) => one.key !== key)
    outgoing.delete(key)
    publish()
  }

  async function uploadFor(key: string, one: OutgoingMessage, file: File): Promise<MessageContent> {
    one.stop = new AbortController()
    const onProgress = ({ percentage }: { percentage: number }) => change(key, { percentage })
    const stored = await upload({ type: 'image', fileObject: file, signal: one.stop.signal, onProgress })
    return { type: messageTypes.image, file: stored }
  }

  async function deliver(key: string): Promise<void> {
    const one = outgoing.get(key)
    const line = one && threadStateOf(one.to).pending.find((pending) => pending.key === key)
    if (!one || !line) return
    one.isWaiting = false
    change(key, { status: 'sending', fault: null })
    try {
      let { content } = line
      if (one.file) {
        content = await uploadFor(key, one, one.file)
        one.file = null
        change(key, { content, percentage: null })
      }
      await client.send({ scene: 'p2p', to: one.to, idClient: key, content })
      drop(key)
    } catch (error) {
      const code = error instanceof ImFailure ? error.code : ''
      if (code === 'abort') return drop(key)
      one.isWaiting = handlingOf(code) === 'reconnect' && !isOver()
      change(key, one.isWaiting ? {} : { status: 'fail', percentage: null, fault: (error as Error).message })
    }
  }

  return {
    begin(to: string, content: MessageContent, file: File | null): void {
      const key = crypto.randomUUID().replaceAll('-', '')
      outgoing.set(key, { to, file, stop: null, isWaiting: false })
      threadStateOf(to).pending.push({
        key,
        idServer: null,
        isOwn: true,
        status: 'sending',
        time: Date.now(),
        content,
        isModified: false,
        isNotice: false,
        percentage: file ? 0 : null,
        localUrl: file ? URL.createObjectURL(file) : null,
        fault: null,
      })
      publish()
      void deliver(key)
    },
    retry: (key: string): void => void deliver(key),
    discard(key: string): void {
      outgoing.get(key)?.stop?.abort()
      drop(key)
    },
    /** Called when the network is back. */
    resume(): void {
      for (const [key, { isWaiting }] of outgoing) if (isWaiting) void deliver(key)
    },
    /** Called when the connection has ended for good. */
    failAll(why: string): void {
      for (const [key, one] of outgoing) {
        if (!one.isWaiting) continue
        one.isWaiting = false
        change(key, { status: 'fail', fault: why })
      }
    },
  }
}
