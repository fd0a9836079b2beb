// Limits sockets that are open without a login, per network.
import type { IncomingMessage } from 'node:http'
import { isLoopback, networkOf } from '../kit/network-address.ts'
import { makeClientAddress } from '../kit/auth/client-address.ts'
import type { Kit } from '../kit/ctx.ts'

export type EngineSocket = {
  id: string
  request: IncomingMessage
  once: (event: 'close', listener: () => void) => unknown
}

/** A school or clinic may reconnect through one address at the same moment. */
const maxPerNetwork = 100

export function makeHandshakes({ config }: Pick<Kit, 'config'>) {
  const addressOf = makeClientAddress(config)
  const counts = new Map<string, number>()
  /** Engine id to network, for sockets without a login. */
  const waiting = new Map<string, string>()

  const keyOf = (request: IncomingMessage): string | null => {
    const address = addressOf(request)
    return isLoopback(address) && !config.RATE_LIMIT_LOOPBACK ? null : networkOf(address)
  }

  const leave = (id: string): void => {
    const key = waiting.get(id)
    if (key === undefined || !waiting.delete(id)) return
    const left = counts.get(key)! - 1
    if (left === 0) counts.delete(key)
    else counts.set(key, left)
  }

  return {
    isFull: (request: IncomingMessage): boolean => {
      const key = keyOf(request)
      return key !== null && (counts.get(key) ?? 0) >= maxPerNetwork
    },
    enter(socket: EngineSocket): void {
      const key = keyOf(socket.request)
      if (key === null) return
      waiting.set(socket.id, key)
      counts.set(key, (counts.get(key) ?? 0) + 1)
      socket.once('close', () => leave(socket.id))
    },
    /** Call it after a login, or when the socket is closed. */
    leave,
  }
}
