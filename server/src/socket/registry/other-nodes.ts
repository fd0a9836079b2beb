// Watches the other nodes: reports this node to them, and drops the devices of nodes that are silent.
import type { Bus } from '../../kit/bus/bus.ts'
import { busRoundTrips } from '../../kit/metrics.ts'
import { nodesChannel, type NodeCall, type NodeCalls, type Received } from './calls.ts'
import type { Deliveries } from './deliveries.ts'
import type { LoginPorts } from './login-ports.ts'
import type { RemoteDevices } from './remote-devices.ts'

type Parts = { bus: Bus; calls: NodeCalls; remote: RemoteDevices; loginPorts: LoginPorts; deliveries: Deliveries }

/** @returns a function that stops watching, and reports that this node has ended */
export function watchOtherNodes({ bus, calls, remote, loginPorts, deliveries }: Parts, aliveEveryMs: number) {
  let aliveSentAt: number | null = null

  function recordRoundTrip(call: NodeCall): void {
    if (call.do !== 'alive' || aliveSentAt === null) return
    busRoundTrips.observe((performance.now() - aliveSentAt) / 1000)
    aliveSentAt = null
  }

  function receiveNodeCall(call: Received<NodeCall>): void {
    if (call.do === 'gone') return loginPorts.forgetNode(call.node)
    // the sender is new, or was silent until its devices were dropped here
    if (!remote.recordReport(call.node)) loginPorts.announceAll()
    if (call.do === 'look') deliveries.requestSync()
    if (call.do === 'broadcast') deliveries.deliverBroadcast(call, call.generation)
  }

  bus.onRestored(() => {
    loginPorts.announceAll()
    calls.toNodes({ do: 'look' })
    deliveries.requestSync()
  })
  void calls
    .subscribe<NodeCall>(nodesChannel, receiveNodeCall, recordRoundTrip)
    .then(() => calls.toNodes({ do: 'alive' }))
  const timer = setInterval(() => {
    aliveSentAt = performance.now()
    calls.toNodes({ do: 'alive' })
    const silent = remote.listSilent()
    for (const node of silent) loginPorts.forgetNode(node)
    // the other node may have died between a commit and its push
    if (silent.length > 0) deliveries.requestSync()
  }, aliveEveryMs)
  timer.unref()

  return (): void => {
    clearInterval(timer)
    calls.toNodes({ do: 'gone' })
  }
}
