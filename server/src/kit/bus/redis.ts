// A bus over Redis or Valkey. It needs two connections, because a subscribed one cannot publish. Neither of them queues
// while it is down, because the database has what was missed.
import { Cluster, Redis } from 'ioredis'
import type { Bus } from './bus.ts'

const subscribeTimeoutMs = 1_000

type RedisAddress = { host: string; port: number }

/** `redis-sentinel://host:26379/name?also=host:26379,…`, `redis-cluster://host:6379?also=…`, or plain `redis://…`. */
function readAddresses(url: URL): RedisAddress[] {
  const others = (url.searchParams.get('also') ?? '').split(',').filter(Boolean)
  return [url.host, ...others].map((node) => {
    const [host = '', port = '6379'] = node.split(':')
    return { host, port: Number(port) }
  })
}

function openConnection(urlText: string): Redis | Cluster {
  const url = new URL(urlText)
  const common = {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: true,
    retryStrategy: (times: number) => Math.min(50 * times, 1_000),
  }
  const account = {
    ...(url.username && { username: decodeURIComponent(url.username) }),
    ...(url.password && { password: decodeURIComponent(url.password) }),
    ...(url.protocol.startsWith('rediss') && { tls: {} }),
  }
  if (url.protocol.endsWith('-sentinel:')) {
    return new Redis({
      ...common,
      ...account,
      sentinels: readAddresses(url),
      name: url.pathname.slice(1) || 'mymaster',
    })
  }
  if (url.protocol.endsWith('-cluster:')) {
    return new Cluster(readAddresses(url), {
      enableOfflineQueue: false,
      clusterRetryStrategy: common.retryStrategy,
      redisOptions: account,
    })
  }
  return new Redis(urlText, common)
}

export function createRedisBus(url: string): Promise<Bus> {
  const [publisher, subscriber] = [openConnection(url), openConnection(url)]
  const listeners = new Map<string, (text: string) => void>()
  const restored: (() => void)[] = []
  let hasMissed = false
  const markLost = () => (hasMissed = true)
  for (const client of [publisher, subscriber]) {
    client.on('error', markLost) // /readyz reports it; the driver tries again
    client.on('close', markLost)
    client.on('ready', () => void resubscribe())
  }
  subscriber.on('message', (channel: string, text: string) => listeners.get(channel)?.(text))

  /** Called when both connections are open again: subscribers must look for what they missed. */
  async function resubscribe(): Promise<void> {
    if (!hasMissed || publisher.status !== 'ready' || subscriber.status !== 'ready') return
    try {
      // the driver subscribes again automatically, but does not report when it is done
      const channels = [...listeners.keys()]
      while (channels.length > 0) await subscriber.subscribe(...channels.splice(0, 1_000))
    } catch {
      return // the connection was lost again
    }
    hasMissed = false
    for (const listener of restored) listener()
  }

  const bus: Bus = {
    hasOthers: () => true,
    publish: (channel, text) => void publisher.publish(channel, text).catch(markLost),
    async subscribe(channel, listener) {
      listeners.set(channel, listener)
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, subscribeTimeoutMs).unref())
      // without a connection, the driver subscribes later
      await Promise.race([subscriber.subscribe(channel).catch(markLost), timeout])
    },
    unsubscribe(channel) {
      listeners.delete(channel)
      subscriber.unsubscribe(channel).catch(markLost)
    },
    onRestored: (listener) => void restored.push(listener),
    async isReachable() {
      if (subscriber.status !== 'ready') return false
      return publisher.ping().then(
        () => true,
        () => false,
      )
    },
    close() {
      publisher.disconnect()
      subscriber.disconnect()
      return Promise.resolve()
    },
  }
  // a missing bus must not prevent the start
  const ready = Promise.all(
    [publisher, subscriber].map((client) => new Promise((resolve) => client.once('ready', resolve))),
  )
  const timeout = new Promise((resolve) => setTimeout(resolve, 3_000).unref())
  return Promise.race([ready, timeout]).then(() => bus)
}
