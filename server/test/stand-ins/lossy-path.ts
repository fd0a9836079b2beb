// A path of UDP packets to a server of this machine, which loses a share of them in each direction.
import { createSocket, type Socket } from 'node:dgram'

/**
 * @param port on which the path receives packets
 * @param target port of the server to which they go
 */
export async function startLossyPath(port: number, target: number) {
  let loss = 0
  const isLost = () => Math.random() < loss
  const entrance = createSocket('udp4')
  /** One socket for each client, so that the server distinguishes them. */
  const exits = new Map<number, Socket>()
  function openExit(clientPort: number): Socket {
    const exit = createSocket('udp4')
    exit.on('message', (packet) => {
      if (!isLost()) entrance.send(packet, clientPort, '127.0.0.1')
    })
    exits.set(clientPort, exit)
    return exit
  }
  entrance.on('message', (packet, { port: clientPort }) => {
    if (!isLost()) (exits.get(clientPort) ?? openExit(clientPort)).send(packet, target, '127.0.0.1')
  })
  await new Promise<void>((resolve, reject) => {
    entrance.once('error', reject)
    entrance.bind(port, '127.0.0.1', resolve)
  })
  return {
    /** @param share of the packets that are lost from now on, from 0 to 1 */
    lose: (share: number) => void (loss = share),
    close() {
      entrance.close()
      for (const exit of exits.values()) exit.close()
    },
  }
}
