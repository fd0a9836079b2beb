// A client that stays connected as the SDK does: it disconnects when the node asks, and reconnects by the same rules.
import { shouldReconnect } from '@xinqiao/contract/disconnects.ts'
import type { ChatPerson } from '../../server/db/fixtures/chat-people.ts'
import { computeBackoffMs } from '../../im-sdk/src/connection/backoff.ts'
import { openDevice, type LightDevice } from './im-client.ts'

/** messaging.md 9: the time limit for a connection with its login. */
const loginTimeoutMs = 10_000

export type ConnectedCrowd = {
  url: string
  isSyncing: boolean
  /** Number of clients that are connected, logged in and synced. */
  online: Set<object>
  /** Refusals and final disconnections, which a page would report. */
  errors: Map<string, number>
  /** Attempts that found no server, or got no reply in time. The SDK repeats them silently. */
  retries: number
  timeouts: number
  /** Milliseconds from the start of a connection to the end of its sync. */
  delays: number[]
  isOver: boolean
}

const countError = (errors: Map<string, number>, name: string): void =>
  void errors.set(name, (errors.get(name) ?? 0) + 1)

async function openClient(
  crowd: ConnectedCrowd,
  person: ChatPerson,
  leave: (device: object | null, delayMs: number) => void,
  signal: AbortSignal,
) {
  let device: LightDevice | null = null
  /** Closes the connection of a client that no longer waits, as the SDK does. Its login would replace a later one. */
  let close = () => {}
  let leaveAfterMs: number | null = null
  const opening = openDevice(crowd.url, person, {
    opened(closeSocket) {
      close = closeSocket
      if (signal.aborted) close()
    },
    bye([code, { reconnectMs, message }]) {
      if (!shouldReconnect(code)) countError(crowd.errors, message)
      leaveAfterMs = reconnectMs ?? null
      device?.close()
    },
    closed: () => device && leave(device, leaveAfterMs ?? computeBackoffMs(0)),
  })
  signal.addEventListener('abort', () => close())
  device = await opening
  if (crowd.isSyncing) await device.request('sync.sync', { mark: 0 })
  return device
}

/** Keeps one client connected. Resolves after its first sync. */
export function stayConnected(crowd: ConnectedCrowd, person: ChatPerson): Promise<void> {
  let retry = 0
  let isLeaving = false
  return new Promise((resolve) => {
    const leave = (device: object | null, delayMs: number) => {
      if (device) crowd.online.delete(device)
      if (isLeaving || crowd.isOver) return
      isLeaving = true
      setTimeout(connectClient, delayMs)
    }
    const connectClient = () => {
      isLeaving = false
      const startedAt = performance.now()
      let timer: NodeJS.Timeout | undefined
      const timeout = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error('timeout')), loginTimeoutMs)
      })
      const abort = new AbortController()
      const opening = openClient(crowd, person, leave, abort.signal)
      Promise.race([opening, timeout])
        .then((device) => {
          retry = 0
          crowd.online.add(device)
          crowd.delays.push(performance.now() - startedAt)
          return resolve()
        })
        .catch((error: Error) => {
          if (/^\d+ /.test(error.message)) countError(crowd.errors, error.message)
          crowd.retries += 1
          if (error.message === 'timeout') {
            crowd.timeouts += 1
            abort.abort()
            opening.catch(() => {})
          }
          leave(null, computeBackoffMs(retry))
          retry += 1
        })
        .finally(() => clearTimeout(timer))
    }
    connectClient()
  })
}
