// Outbox: sends one message per conversation at a time, in the order of writing, until the server accepts it. A
// message that failed is sent again after the reconnect or a delay; its idClient prevents duplicates.
import { handlingOfCode, ImFailure, imErrors } from '@xinqiao/contract/im/errors.ts'
import { chatMessageTypes, type MessageContent } from '@xinqiao/contract/im/messages/messages.ts'
import type { Client } from '../../client.ts'
import { createRetryTimer, type RetryTimer } from '../../base/retry-timer.ts'
import type { Uploader } from '../../upload/uploader.ts'
import { targetOfKey } from '../state/conversation-key.ts'
import { createOutgoingMessages, type OutgoingMessage, type OutgoingMessages } from './outgoing-messages.ts'
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

/** The state that the functions of this file share. */
type OutboxState = Pick<OutboxDependencies, 'client' | 'upload' | 'isOver'> & {
  messages: OutgoingMessages
  retryTimer: RetryTimer
}

/** Codes with which an upload refuses a file: its content or name, and its size. Another try would fail again. */
const refusedFileCodes: ReadonlySet<number | string> = new Set([400, 413])

/** Sends the waiting messages. Called when the network is back. */
function resume(outbox: OutboxState): void {
  for (const [key, { file }] of outbox.messages.listWaiting()) if (file) void uploadAndSend(outbox, key)
  for (const to of outbox.messages.recipients()) sendNext(outbox, to)
}

/** Sends the oldest message of the conversation, unless one is in flight. */
function sendNext(outbox: OutboxState, to: string): void {
  const key = outbox.messages.nextOf(to)
  if (key !== undefined) void sendMessage(outbox, key)
}

/** Sends a waiting message, or uploads its file first. */
function startAttempt(outbox: OutboxState, key: string, { to, file }: Pick<OutgoingMessage, 'to' | 'file'>): void {
  if (file) void uploadAndSend(outbox, key)
  else sendNext(outbox, to)
}

const sendMessage = (outbox: OutboxState, key: string) =>
  runAttempt(outbox, key, async ({ to }, content) => {
    const { client, messages, retryTimer } = outbox
    const onWait = (seconds: number) =>
      messages.changeLine(key, { fault: `您发得有点快，${Math.ceil(seconds)}秒内会自动发出` })
    await client.send({ ...targetOfKey(to), idClient: key, content }, onWait)
    retryTimer.cancel()
    retryTimer.resetDelay()
    messages.remove(key)
    resume(outbox)
  })

const uploadAndSend = (outbox: OutboxState, key: string) =>
  runAttempt(outbox, key, async (message, { type }) => {
    if (!message.file) return
    const { messages, upload } = outbox
    const kind = type === chatMessageTypes.image ? 'image' : 'file'
    message.stop = new AbortController()
    const onProgress = ({ percentage }: { percentage: number }) => messages.changeLine(key, { percentage })
    const file = await upload({ type: kind, fileObject: message.file, signal: message.stop.signal, onProgress })
    messages.finishUpload(key, message)
    messages.changeLine(key, { content: { type: chatMessageTypes[kind], file }, percentage: null })
    sendNext(outbox, message.to)
  })

type Attempt = (message: OutgoingMessage, content: MessageContent) => Promise<void>

/** Runs an upload or a sending, and handles its failure. */
async function runAttempt(outbox: OutboxState, key: string, work: Attempt): Promise<void> {
  const message = outbox.messages.find(key)
  const line = outbox.messages.findLine(key)
  if (!message || !line) return
  message.status = 'busy'
  outbox.messages.changeLine(key, { status: 'sending', fault: null })
  try {
    // the cast leaves out notifications, which only the server writes
    await work(message, line.content as MessageContent)
  } catch (error) {
    handleFailure(outbox, key, message, error)
  }
}

function handleFailure(outbox: OutboxState, key: string, message: OutgoingMessage, error: unknown): void {
  const { messages, retryTimer, isOver } = outbox
  const code = error instanceof ImFailure ? error.code : ''
  if (code === 'abort') return discard(outbox, key)
  // the connection stays open while the server has no database, so no reconnect will send the message
  const isAway = code === imErrors.unavailable.code
  const isWaiting = (isAway || handlingOfCode(code) === 'reconnect') && !isOver()
  message.status = isWaiting ? 'waiting' : 'failed'
  if (isAway && isWaiting) retryTimer.schedule()
  if (isWaiting) return
  const canRetry = !(message.file && refusedFileCodes.has(code))
  messages.changeLine(key, { status: 'fail', percentage: null, canRetry, fault: (error as Error).message })
  sendNext(outbox, message.to)
}

/** Cancels an upload, or removes a failed message. */
function discard(outbox: OutboxState, key: string): void {
  const message = outbox.messages.find(key)
  message?.stop?.abort()
  outbox.messages.remove(key)
  if (message) sendNext(outbox, message.to)
}

export function createOutbox(dependencies: OutboxDependencies) {
  const { client, upload, isOver } = dependencies
  const messages = createOutgoingMessages({ ...dependencies, now: client.now })
  const retryTimer = createRetryTimer(() => resume(outbox))
  const outbox: OutboxState = { client, upload, isOver, messages, retryTimer }

  return {
    send: (to: string, content: MessageContent, file: File | null): void =>
      startAttempt(outbox, messages.add(to, content, file), { to, file }),
    retry(key: string): void {
      const message = messages.find(key)
      if (!message) return
      message.status = 'waiting'
      startAttempt(outbox, key, message)
    },
    discard: (key: string): void => discard(outbox, key),
    resume: (): void => resume(outbox),
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
