// Minimal client of the engine.io protocol, version 4: text messages over WebSocket or long polling.

export type Transport = 'websocket' | 'polling'
export type EngineEvents = {
  open: (transport: Transport) => void
  message: (text: string) => void
  /** Called once, when the connection is lost or could not be opened; not after `close`. */
  closed: (reason: string) => void
}
export type Engine = { send: (text: string) => void; close: () => void }

type Handshake = { sid: string; pingInterval: number; pingTimeout: number; maxPayload: number }
type TransportConnection = { send: (packet: string) => void; close: () => void }
type OpenTransport = (
  url: string,
  receive: (packet: string) => void,
  lose: (reason: string) => void,
) => TransportConnection

const packetTypes = { open: '0', close: '1', ping: '2', pong: '3', message: '4' } as const
const separator = '\u001E'

/** Source of the event that the network is gone, which only browsers report. */
const network = globalThis as Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>>

const openWebSocket: OpenTransport = (url, receive, lose) => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}websocket`)
  socket.addEventListener('message', ({ data }) => receive(data as string))
  socket.addEventListener('error', () => lose('websocket error'))
  socket.addEventListener('close', () => lose('transport close'))
  return {
    send: (packet) => socket.send(packet),
    close: () => socket.close(),
  }
}

const openPolling: OpenTransport = (url, receive, lose) => {
  const stop = new AbortController()
  let handshake: Handshake | null = null
  let waiting: string[] = []
  let isSending = false
  let isClosed = false

  async function sendRequest(body?: string): Promise<string> {
    const session = handshake ? `&sid=${handshake.sid}` : ''
    const reply = await fetch(`${url}polling${session}`, {
      ...(body !== undefined && { method: 'POST', body }),
      cache: 'no-store',
      credentials: 'omit',
      signal: stop.signal,
    })
    if (!reply.ok) throw new Error(`polling error ${reply.status}`)
    return reply.text()
  }

  async function pollPackets(): Promise<void> {
    while (!stop.signal.aborted) {
      for (const packet of (await sendRequest()).split(separator)) {
        handshake ??= JSON.parse(packet.slice(1)) as Handshake
        receive(packet)
      }
    }
  }

  /** Sends the queued packets, one request at a time, so that the server receives them in order. */
  async function flush(): Promise<void> {
    if (isSending || !handshake) return
    isSending = true
    while (waiting.length > 0) {
      let [body = '', ...rest] = waiting
      // a character has at most three bytes
      while (rest.length > 0 && 3 * (body.length + rest[0]!.length + 1) <= handshake.maxPayload)
        body += separator + rest.shift()!
      waiting = rest
      await sendRequest(body)
    }
    isSending = false
    if (isClosed) stop.abort()
  }

  function reportError(error: Error): void {
    stop.abort()
    lose(error.message)
  }
  pollPackets().catch(reportError)
  return {
    send(packet) {
      waiting.push(packet)
      flush().catch(reportError)
    },
    close() {
      isClosed = true
      if (!handshake) return stop.abort()
      this.send(packetTypes.close)
    },
  }
}

const openers = { websocket: openWebSocket, polling: openPolling }

/** @param fallbacks tried in this order when the transport does not open */
export function openEngine(
  url: string,
  transport: Transport,
  fallbacks: readonly Transport[],
  events: EngineEvents,
): Engine {
  let carrier: TransportConnection | null = null
  /** The engine that replaces this one after a transport failed to open. */
  let next: Engine | null = null
  let isOver = false
  let handshake: Handshake | null = null
  let expiresAt = Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  function finish(): void {
    isOver = true
    clearTimeout(timer)
    network.removeEventListener?.('offline', leave)
    carrier?.close()
  }
  function reportLoss(reason: string): void {
    if (isOver) return
    finish()
    const [fallback, ...others] = fallbacks
    if (!handshake && fallback) next = openEngine(url, fallback, others, events)
    else events.closed(reason)
  }
  const leave = () => reportLoss('offline')

  function awaitPing({ pingInterval, pingTimeout }: Handshake): void {
    clearTimeout(timer)
    expiresAt = Date.now() + pingInterval + pingTimeout
    timer = setTimeout(() => reportLoss('ping timeout'), pingInterval + pingTimeout)
  }

  function receivePacket(packet: string): void {
    if (isOver) return
    const [type, text] = [packet[0], packet.slice(1)]
    if (type === packetTypes.open) {
      handshake = JSON.parse(text) as Handshake
      awaitPing(handshake)
      events.open(transport)
    } else if (type === packetTypes.ping && handshake) {
      awaitPing(handshake)
      carrier?.send(packetTypes.pong)
    } else if (type === packetTypes.message) events.message(text)
    else if (type === packetTypes.close) reportLoss('transport close')
  }

  network.addEventListener?.('offline', leave)
  try {
    carrier = openers[transport](url, receivePacket, reportLoss)
  } catch (error) {
    // a page over https may not open an unsafe socket
    queueMicrotask(() => reportLoss((error as Error).message))
  }
  return {
    send(text) {
      if (next) return next.send(text)
      if (isOver) return
      // timers stand still while a machine sleeps
      if (Date.now() > expiresAt) reportLoss('ping timeout')
      else carrier?.send(packetTypes.message + text)
    },
    close() {
      if (next) next.close()
      else if (!isOver) finish()
    },
  }
}
