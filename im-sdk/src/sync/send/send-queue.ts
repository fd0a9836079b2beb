// Sends messages in their order and within the rate limit of the server. A message above the limit waits instead of
// failing. Until the server has refused one, every message is sent at once.
import { waitSecondsOf } from '../../base/wait-seconds.ts'
import { imErrors, imFail, ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { CommandInput, CommandOutput } from '@xinqiao/contract/im/index.ts'
import { sendRate } from '@xinqiao/contract/im/messages/msg.ts'

type SendMessageInput = CommandInput<'msg.sendMsg'>
type SendMessageReply = CommandOutput<'msg.sendMsg'>
type QueuedMessage = {
  number: number
  draft: SendMessageInput
  /** True for a message that the limit delayed. It also waits for a connection that is being restored. */
  hasWaited: boolean
  /** Called with the seconds for which the server refuses the message. */
  onWait?: OnWait | undefined
  resolve: (reply: SendMessageReply) => void
  reject: (error: unknown) => void
}
export type OnWait = (seconds: number) => void

/** Messages of a page that wait or have no reply yet; more are refused with 416. */
export const maxQueuedMessages = 1_000

const isNotLoggedInError = (error: unknown): boolean =>
  error instanceof ImFailure && error.code === imErrors.socketState.code

export function createSendQueue(send: (draft: SendMessageInput) => Promise<SendMessageReply>) {
  /** Messages that wait for their turn, in the order of their numbers. */
  let waiting: QueuedMessage[] = []
  let lastNumber = 0
  let inFlight = 0
  /** Times of the last replies since the first refusal. The server counted each of these messages before its reply. */
  let replyTimes: number[] = []
  let maxAtOnce = Infinity
  let pausedUntil = 0
  let needsLogin = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function sendWaiting(): void {
    clearTimeout(timer)
    if (needsLogin) return
    const now = performance.now()
    if (now < pausedUntil) return sendWaitingAt(pausedUntil)
    replyTimes = replyTimes.filter((time) => now - time < sendRate.seconds * 1000)
    while (waiting.length > 0 && inFlight + replyTimes.length < maxAtOnce) void run(waiting.shift()!)
    if (waiting.length > 0 && inFlight === 0) sendWaitingAt(replyTimes[0]! + sendRate.seconds * 1000)
  }

  function sendWaitingAt(time: number): void {
    if (waiting.length > 0) timer = setTimeout(sendWaiting, time - performance.now())
  }

  async function run(item: QueuedMessage): Promise<void> {
    inFlight += 1
    try {
      const reply = await send(item.draft)
      if (maxAtOnce < Infinity) replyTimes.push(performance.now())
      inFlight -= 1
      item.resolve(reply)
    } catch (error) {
      inFlight -= 1
      const seconds = waitSecondsOf(error)
      if (seconds > 0) waitAndRepeat(item, seconds)
      else if (item.hasWaited && isNotLoggedInError(error)) waitForLogin(item)
      else item.reject(error)
    }
    if (waiting.length > 0) sendWaiting()
  }

  /** The server refuses everything until the time is over, so that later messages come back as well. */
  function waitAndRepeat(item: QueuedMessage, seconds: number): void {
    maxAtOnce = sendRate.times
    pausedUntil = Math.max(pausedUntil, performance.now() + seconds * 1000)
    item.onWait?.(seconds)
    putBack(item)
  }

  function waitForLogin(item: QueuedMessage): void {
    needsLogin = true
    putBack(item)
  }

  function putBack(item: QueuedMessage): void {
    waiting = [...waiting, { ...item, hasWaited: true }].sort((a, b) => a.number - b.number)
  }

  return {
    /** @throws ImFailure 416 for a full queue, and the failures of the send */
    add: (draft: SendMessageInput, onWait?: OnWait): Promise<SendMessageReply> =>
      new Promise((resolve, reject) => {
        if (waiting.length + inFlight >= maxQueuedMessages)
          return reject(imFail('tooOften', undefined, { seconds: sendRate.seconds }))
        lastNumber += 1
        const item = { number: lastNumber, draft, hasWaited: false, onWait, resolve, reject }
        waiting.push(item)
        sendWaiting()
        item.hasWaited = waiting.at(-1) === item
      }),
    /** Sends the waiting messages after a login. */
    resume(): void {
      needsLogin = false
      sendWaiting()
    },
    /** Ends the waiting when the connection has ended: each message fails. */
    flush(): void {
      maxAtOnce = Infinity
      pausedUntil = 0
      needsLogin = false
      waiting = waiting.map((item) => ({ ...item, hasWaited: false }))
      sendWaiting()
    },
  }
}
export type SendQueue = ReturnType<typeof createSendQueue>
