// Outbox: sends one message per conversation at a time, in the order of writing, until the server accepts it. A
// message that failed is sent again after the reconnect or a delay; its idClient prevents duplicates.
import { handlingOfCode, ImFailure, imErrors } from '@xinqiao/contract/im/errors.ts'
import { chatMessageTypes, type MessageContent } from '@xinqiao/contract/im/messages/messages.ts'
import type { Client } from '../../client.ts'
import { createRetryTimer } from '../../base/retry-timer.ts'
import type { Uploader } from '../../upload/uploader.ts'
import { targetOfKey } from '../state/conversation-key.ts'
import { createOutgoingMessages, type OutgoingMessage } from './outgoing-messages.ts'
import type { ThreadState } from '../state/state.ts'
import type { UnsentTextStorage } from './unsent-texts.ts'

type OutboxDependencies = {
  client: Client
  account: string
  upload: Uploader
  threadStateOf: (to: string) => ThreadState
  unsentTexts: UnsentTextStorage | undefined
  /** Called after each change of a message. */
  publish: () => void
  /** True when the connection has ended for good. */
  isOver: () => boolean
}

/** Codes with which an upload refuses a file: its content or name, and its size. Another try would fail again. */
const refusedFileCodes: ReadonlySet<number | string> = new Set([400, 413])

export function createOutbox(dependencies: OutboxDependencies) {
  const { client, upload, isOver } = dependencies
  const messages = createOutgoingMessages({ ...dependencies, now: client.now })
  const retryTimer = createRetryTimer(resume)

  /** Sends the waiting messages. Called when the network is back. */
  function resume(): void {
    for (const [key, { file }] of messages.listWaiting()) if (file) void uploadAndSend(key)
    for (const to of messages.recipients()) sendNext(to)
  }

  /** Sends the oldest message of the conversation, unless one is in flight. */
  function sendNext(to: string): void {
    const key = messages.nextOf(to)
    if (key !== undefined) void sendMessage(key)
  }

  /** Sends a waiting message, or uploads its file first. */
  function startUpload(key: string, { to, file }: Pick<OutgoingMessage, 'to' | 'file'>): void {
    if (file) void uploadAndSend(key)
    else sendNext(to)
  }

  async function uploadFor(
    key: string,
    message: OutgoingMessage,
    file: File,
    type: MessageContent['type'],
  ): Promise<MessageContent> {
    const kind = type === chatMessageTypes.image ? 'image' : 'file'
    message.stop = new AbortController()
    const onProgress = ({ percentage }: { percentage: number }) => messages.changeLine(key, { percentage })
    const storedFile = await upload({ type: kind, fileObject: file, signal: message.stop.signal, onProgress })
    return { type: chatMessageTypes[kind], file: storedFile }
  }

  async function attemptSend(key: string, work: (message: OutgoingMessage, content: MessageContent) => Promise<void>) {
    const message = messages.find(key)
    const line = messages.findLine(key)
    if (!message || !line) return
    message.status = 'busy'
    messages.changeLine(key, { status: 'sending', fault: null })
    try {
      // the cast leaves out notifications, which only the server writes
      await work(message, line.content as MessageContent)
    } catch (error) {
      handleFailure(key, message, error)
    }
  }

  function handleFailure(key: string, message: OutgoingMessage, error: unknown): void {
    const code = error instanceof ImFailure ? error.code : ''
    if (code === 'abort') return discard(key)
    // the connection stays open while the server has no database, so no reconnect will send the message
    const isAway = code === imErrors.unavailable.code
    const isWaiting = (isAway || handlingOfCode(code) === 'reconnect') && !isOver()
    message.status = isWaiting ? 'waiting' : 'failed'
    if (isAway && isWaiting) retryLater()
    if (isWaiting) return
    const canRetry = !(message.file && refusedFileCodes.has(code))
    messages.changeLine(key, { status: 'fail', percentage: null, canRetry, fault: (error as Error).message })
    sendNext(message.to)
  }

  function retryLater(): void {
    retryTimer.cancel()
    retryTimer.schedule()
  }

  /** Cancels an upload, or removes a failed message. */
  function discard(key: string): void {
    const message = messages.find(key)
    message?.stop?.abort()
    messages.remove(key)
    if (message) sendNext(message.to)
  }

  const sendMessage = (key: string) =>
    attemptSend(key, async ({ to }, content) => {
      const onWait = (seconds: number) =>
        messages.changeLine(key, { fault: `您发得有点快，${Math.ceil(seconds)}秒内会自动发出` })
      await client.send({ ...targetOfKey(to), idClient: key, content }, onWait)
      retryTimer.cancel()
      retryTimer.resetDelay()
      messages.remove(key)
      resume()
    })

  const uploadAndSend = (key: string) =>
    attemptSend(key, async (message, { type }) => {
      if (!message.file) return
      const content = await uploadFor(key, message, message.file, type)
      messages.finishUpload(key, message)
      messages.changeLine(key, { content, percentage: null })
      sendNext(message.to)
    })

  return {
    send: (to: string, content: MessageContent, file: File | null): void =>
      startUpload(messages.add(to, content, file), { to, file }),
    retry(key: string): void {
      const message = messages.find(key)
      if (!message) return
      message.status = 'waiting'
      startUpload(key, message)
    },
    discard,
    resume,
    /** Called when the connection has ended for good. */
    failAll(reason: string): void {
      retryTimer.cancel()
      for (const [key, message] of messages.listWaiting()) {
        message.status = 'failed'
        messages.changeLine(key, { status: 'fail', fault: reason })
      }
    },
  }
}
