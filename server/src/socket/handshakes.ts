// Limits open sockets without a login, and those of anonymous visitors of chatrooms, per network.
import type { IncomingMessage } from 'node:http'
import { createKeyCounter } from '../kit/async/key-counter.ts'
import { isLoopback, networkOfAddress } from '../kit/network/network-address.ts'
import { createClientAddress } from '../kit/auth/client-address.ts'
import type { Kit } from '../kit/ctx.ts'

export type EngineSocket = {
  id: string
  request: IncomingMessage
  once: (event: 'close', listener: () => void) => unknown
}

/** All devices of a school or clinic may reconnect through one address at the same moment. */
const maxPerNetwork = 100
/** A lecture hall may watch through one address. Others sign in, so that one network cannot fill the memory. */
const maxAnonymousPerNetwork = 1_000

export function createHandshakeLimit({ config }: Pick<Kit, 'config'>, maxAnonymous = maxAnonymousPerNetwork) {
  const addressOf = createClientAddress(config)
  const visitors = createKeyCounter<string>()
  const sockets = createKeyCounter<string>()
  /** Networks of handshakes in progress. */
  const networkByRequest = new WeakMap<IncomingMessage, string>()
  /** Engine id to network, for sockets without a login. */
  const waiting = new Map<string, string>()
  /** Engine id to network, for anonymous visitors. */
  const anonymous = new Map<string, string>()

  const networkKeyOf = (request: IncomingMessage): string | null => {
    const address = addressOf(request)
    return isLoopback(address) && !config.RATE_LIMIT_LOOPBACK ? null : networkOfAddress(address)
  }

  const leave = (id: string): void => {
    const key = waiting.get(id)
    if (key !== undefined && waiting.delete(id)) sockets.remove(key)
  }
  const leaveVisitors = (id: string): void => {
    const key = anonymous.get(id)
    if (key !== undefined && anonymous.delete(id)) visitors.remove(key)
  }

  return {
    /**
     * Reserves a slot for a handshake, so that simultaneous ones are counted.
     * @returns whether one was free
     */
    reserve(request: IncomingMessage): boolean {
      const key = networkKeyOf(request)
      if (key === null) return true
      if (sockets.get(key) >= maxPerNetwork) return false
      sockets.add(key)
      networkByRequest.set(request, key)
      request.socket.once('close', () => {
        if (networkByRequest.delete(request)) sockets.remove(key)
      })
      return true
    },
    /** Keeps the slot of the handshake until the login, or until the socket is closed. */
    enter(socket: EngineSocket): void {
      const key = networkByRequest.get(socket.request)
      if (key === undefined || !networkByRequest.delete(socket.request)) return
      waiting.set(socket.id, key)
      socket.once('close', () => {
        leave(socket.id)
        leaveVisitors(socket.id)
      })
    },
    /**
     * Call it after the login of an anonymous visitor. The socket counts for its network until it is closed.
     * @returns false when the network has too many
     */
    enterVisitors(id: string): boolean {
      const key = waiting.get(id)
      if (key === undefined) return true
      if (visitors.get(key) >= maxAnonymous) return false
      visitors.add(key)
      anonymous.set(id, key)
      leave(id)
      return true
    },
    /** Frees the slot. Call it after a login, or when the socket is closed. */
    leave,
  }
}

export type HandshakeLimit = ReturnType<typeof createHandshakeLimit>
