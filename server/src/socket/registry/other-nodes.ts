// Watches the other nodes: reports this node to them, and drops the devices of nodes that are silent.
import type { Bus } from '../../kit/bus/bus.ts'
import { busRoundTrips } from '../../kit/metrics.ts'
import { nodesChannel, type NodeMessage, type NodeMessenger, type WithSender } from '../messages/node-messages.ts'
import type { PushDeliveries } from './deliveries.ts'
import type { EventRegistry } from './events.ts'
import type { LoginPortRegistry } from './login-ports.ts'
import type { RemoteDevices } from './remote-devices.ts'
import type { Rooms } from '../rooms/rooms.ts'

type OtherNodesParts = {
  bus: Bus
  messages: NodeMessenger
  remote: RemoteDevices
  loginPorts: LoginPortRegistry
  deliveries: PushDeliveries
  events: EventRegistry
  rooms: Rooms
}

/** @returns a function that stops watching, and reports that this node has ended */
export function watchOtherNodes(
  { bus, messages, remote, loginPorts, deliveries, events, rooms }: OtherNodesParts,
  aliveEveryMs: number,
) {
  let aliveSentAt: number | null = null

  function recordRoundTrip(message: NodeMessage): void {
    if (message.do !== 'alive' || aliveSentAt === null) return
    busRoundTrips.observe((performance.now() - aliveSentAt) / 1000)
    aliveSentAt = null
  }

  function forgetNode(node: string): void {
    loginPorts.forgetNode(node)
    events.forgetNode(node)
    rooms.forgetNode(node)
  }

  /** Pushes of another node may have been lost. */
  function catchUp(): void {
    deliveries.requestSync()
    rooms.reportLoss()
  }

  function receiveNodeMessage(message: WithSender<NodeMessage>): void {
    if (message.do === 'gone') return forgetNode(message.node)
    // the sender is new, or was silent until its devices were dropped here
    if (!remote.recordReport(message.node)) {
      loginPorts.announceAll()
      events.askAgain()
      rooms.askAgain()
    }
    if (message.do === 'look') catchUp()
    if (message.do === 'broadcast') deliveries.deliverBroadcast(message, message.generation)
  }

  bus.onRestored(() => {
    loginPorts.announceAll()
    events.askAgain()
    rooms.askAgain()
    messages.toNodes({ do: 'look' })
    catchUp()
  })
  void messages
    .subscribe<NodeMessage>(nodesChannel, receiveNodeMessage, recordRoundTrip)
    .then(() => messages.toNodes({ do: 'alive' }))
  const timer = setInterval(() => {
    aliveSentAt = performance.now()
    messages.toNodes({ do: 'alive' })
    const silent = remote.listSilent()
    for (const node of silent) forgetNode(node)
    // the other node may have died between a commit and its push
    if (silent.length > 0) catchUp()
  }, aliveEveryMs)
  timer.unref()

  return (): void => {
    clearInterval(timer)
    messages.toNodes({ do: 'gone' })
  }
}
