// Opens the socket of each try, and finds out why a server refused it.
import { fetchJson } from './fetch-json.ts'
import type { Transport } from './engine.ts'
import type { ConnectionOptions } from './options.ts'
import { openSocket, type Socket, type SocketEvents } from './socket.ts'

/**
 * Number of tries after a WebSocket that do not poll: a connection that began with polling never becomes a WebSocket.
 */
const maxRetriesWithoutPolling = 3

/** Time limit for opening a connection and signing in (messaging.md 9). */
const openTimeoutMs = 10_000

type DialEvents = Omit<SocketEvents, 'closed'> & {
  lost: (reason: string) => void
  /** Called when the server does not allow the origin of this page. */
  refused: () => void
}

export function createDialer({ transports = ['websocket', 'polling'], serverLookup, log }: ConnectionOptions) {
  /** True when the last connection was a WebSocket. */
  let hadWebSocket = false
  /** True once the server has accepted this page's origin, until the next connection opens. */
  let isOriginChecked = false

  /** Asks the server why a connection was refused, because browsers hide it. */
  async function checkOrigin(url: string, reason: string, { lost, refused }: DialEvents): Promise<void> {
    const allowed = (await fetchJson<{ allowed: boolean }>(`${url}/im/origin`))?.allowed
    isOriginChecked = allowed !== undefined
    if (allowed === false) refused()
    else lost(reason)
  }

  return function dial(url: string, retries: number, events: DialEvents): Socket {
    log?.('info', `connecting to ${url}`)
    const transportsToTry: Transport[] =
      hadWebSocket && retries <= maxRetriesWithoutPolling ? ['websocket'] : transports
    return openSocket(url, transportsToTry, openTimeoutMs, {
      ...events,
      connect(transport) {
        isOriginChecked = false
        hadWebSocket = transport === 'websocket'
        events.connect(transport)
      },
      closed(reason, wasOpen) {
        if (!wasOpen) serverLookup?.fail()
        if (wasOpen || isOriginChecked) events.lost(reason)
        else void checkOrigin(url, reason, events)
      },
    })
  }
}
