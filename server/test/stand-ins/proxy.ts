// A network that can fail: connections to a server pass through it, and can be cut or become silent.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type Proxy = {
  url: string
  /** The target of new connections. */
  setTarget: (url: string) => void
  /** Ends all connections. */
  cut: () => void
  /** Open connections stay open but pass no data from now on, while new connections work. */
  freeze: () => void
  /** True: like a host behind a firewall that drops packets. Old and new connections stay open, and pass no data. */
  swallow: (isSwallowing: boolean) => void
  /** True: ends all connections and refuses new ones. */
  refuse: (isRefusing: boolean) => Promise<void>
  /** Number of connections so far. */
  count: () => number
  close: () => Promise<void>
}

export async function openProxy(target: string): Promise<Proxy> {
  let { hostname, port } = new URL(target)
  let connectionCount = 0
  let isSwallowing = false
  const open = new Set<Socket>()
  const server = createServer((near) => {
    connectionCount += 1
    if (isSwallowing) {
      open.add(near)
      near.on('error', () => {})
      near.on('close', () => open.delete(near))
      return
    }
    const far = connect(Number(port), hostname)
    for (const [source, receiver] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(source)
      source.on('error', () => receiver.destroy())
      source.on('close', () => {
        open.delete(source)
        receiver.destroy()
      })
      source.pipe(receiver)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cutConnections = () => {
    for (const socket of open) socket.destroy()
  }
  const { port: nearPort } = server.address() as AddressInfo
  const freeze = () => {
    for (const socket of open) {
      socket.unpipe()
      socket.pause()
    }
  }
  return {
    url: `http://127.0.0.1:${nearPort}`,
    setTarget: (url) => ({ hostname, port } = new URL(url)),
    cut: cutConnections,
    freeze,
    swallow: (isOn) => {
      isSwallowing = isOn
      if (isOn) freeze()
    },
    async refuse(isRefusing) {
      if (isRefusing) {
        server.close()
        cutConnections()
        await once(server, 'close')
      } else {
        server.listen(nearPort, '127.0.0.1')
        await once(server, 'listening')
      }
    },
    count: () => connectionCount,
    async close() {
      cutConnections()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}
