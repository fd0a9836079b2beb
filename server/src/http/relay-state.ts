// State of the relay of calls, for operators: whether a call would get an address of it now.
import { createIceServers } from '../im/chat.ts'
import type { Config } from '../kit/config.ts'
import { askRelay, type RelayAddress, type RelayAnswer } from '../kit/relay/relay-client.ts'

type RelaySettings = Pick<Config, 'TURN_URLS' | 'TURN_SECRET' | 'STUN_URLS'>

/** Anyone may read the readiness page, so the relay is asked rarely. */
const pauseMs = 15_000
const relayPort = 3478
const udpPattern = /^turn:(?<host>[^:?]+)(?::(?<port>\d+))?(?:\?transport=udp)?$/

/** The first address that uses UDP, or null. */
function findUdpAddress(urls: readonly string[]): RelayAddress | null {
  for (const url of urls) {
    const { host, port } = udpPattern.exec(url)?.groups ?? {}
    if (host) return { host, port: Number(port ?? relayPort) }
  }
  return null
}

export type RelayState = RelayAnswer | 'unknown'

/**
 * Readiness must not wait for the relay, so the caller gets the last answer, and the relay is asked again if it is old.
 * @returns a function with the last answer; null without a relay that uses UDP
 */
export function createRelayState(config: RelaySettings): () => RelayState | null {
  const address = findUdpAddress(config.TURN_URLS)
  let askedAt = -Infinity
  let state: RelayState = 'unknown'
  return () => {
    if (!address) return null
    if (performance.now() - askedAt < pauseMs) return state
    askedAt = performance.now()
    const [server] = createIceServers(config, { name: 'readiness', now: Date.now() }).iceServers
    const { username = '', credential = '' } = server ?? {}
    void askRelay(address, { username, credential }).then((answer) => (state = answer))
    return state
  }
}
