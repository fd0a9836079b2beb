// Connection to Janus: requests and their replies over one WebSocket, which opens when it is needed.
import { randomUUID } from 'node:crypto'
import { MediaFault } from '../media-rooms.ts'

export type JanusReply = {
  janus: string
  transaction?: string
  data?: { id: number }
  plugindata?: { data: Record<string, unknown> }
  jsep?: { type: string; sdp: string }
  error?: { code: number; reason: string }
}
export type JanusRequest = { janus: string; session_id?: number; handle_id?: number; [field: string]: unknown }

type PendingJanusRequest = {
  resolve: (reply: JanusReply) => void
  reject: (error: MediaFault) => void
  isAckEnough: boolean
  timer: NodeJS.Timeout
}

const timeoutMs = 8_000
const subprotocol = 'janus-protocol'

/** An unreadable text counts as a reply to nothing. */
function parseReply(text: string): JanusReply {
  try {
    return JSON.parse(text) as JanusReply
  } catch {
    return { janus: 'error' }
  }
}

export function createJanusConnection({ url, secret }: { url: string; secret: string }) {
  let opening: Promise<WebSocket> | null = null
  const waiting = new Map<string, PendingJanusRequest>()

  function settle(transaction: string): PendingJanusRequest | undefined {
    const request = waiting.get(transaction)
    clearTimeout(request?.timer)
    waiting.delete(transaction)
    return request
  }

  function receive({ data }: MessageEvent): void {
    const reply = parseReply(String(data))
    const transaction = reply.transaction ?? ''
    const request = waiting.get(transaction)
    // the result of a request to a plugin follows its acknowledgement
    if (!request || (reply.janus === 'ack' && !request.isAckEnough)) return
    settle(transaction)?.resolve(reply)
  }

  let current: WebSocket | null = null
  /** Handles the end of a connection, unless it is an earlier one that ends late. */
  function lose(socket: WebSocket): void {
    if (socket !== current) return
    opening = null
    current = null
    for (const transaction of waiting.keys())
      settle(transaction)?.reject(new MediaFault('unreachable', 'the connection to janus was lost'))
  }

  const open = (): Promise<WebSocket> =>
    (opening ??= new Promise((resolve, reject) => {
      const socket = new WebSocket(url, [subprotocol])
      current = socket
      const timer = setTimeout(() => socket.close(), timeoutMs)
      socket.addEventListener('message', receive)
      socket.addEventListener('open', () => {
        clearTimeout(timer)
        resolve(socket)
      })
      socket.addEventListener('close', () => {
        clearTimeout(timer)
        lose(socket)
        reject(new MediaFault('unreachable', 'janus cannot be reached'))
      })
      // followed by `close`
      socket.addEventListener('error', () => {})
    }))

  return {
    /** @param isAckEnough true for requests that have no other reply */
    async request(fields: JanusRequest, isAckEnough = false): Promise<JanusReply> {
      const socket = await open()
      const transaction = randomUUID()
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          settle(transaction)?.reject(new MediaFault('unreachable', `janus did not answer ${fields.janus}`))
          // Janus may have disappeared without closing the connection
          lose(socket)
          socket.close()
        }, timeoutMs)
        waiting.set(transaction, { resolve, reject, isAckEnough, timer })
        socket.send(JSON.stringify({ ...fields, transaction, apisecret: secret }))
      })
    },
    close(): void {
      void opening?.then(
        (socket) => socket.close(),
        () => {},
      )
    },
  }
}
export type JanusConnection = ReturnType<typeof createJanusConnection>
