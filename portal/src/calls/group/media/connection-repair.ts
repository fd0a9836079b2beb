// Watches one connection with the media server, and restarts its path when it is lost or the network changes.
import type { LinkState } from '../../media/link.ts'
import { watchNetwork } from '../../media/network-watch.ts'

const firstRepairMs = 8_000
const disconnectedMs = 2_000
const pauseMs = 5_000
/** A page whose path stays lost for this time joins again with new connections. */
const rejoinAfterMs = 15_000

type RepairOptions = {
  /** Finds a new path; a failure is repeated. */
  restart: () => Promise<void>
  onState: (state: LinkState) => void
}

export function createConnectionRepair(pc: RTCPeerConnection, { restart, onState }: RepairOptions) {
  let state: LinkState = 'connecting'
  let lostTime = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  const isConnected = () => ['connected', 'completed'].includes(pc.iceConnectionState)
  function enter(next: LinkState): void {
    if (isClosed || state === next) return
    state = next
    onState(next)
  }
  function repairIn(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void repair(), ms)
  }
  async function repair(): Promise<void> {
    if (isClosed || isConnected()) return
    if (performance.now() - lostTime >= rejoinAfterMs) return enter('failed')
    repairIn(pauseMs)
    await restart().catch(() => {})
  }
  pc.addEventListener('iceconnectionstatechange', () => {
    if (isConnected()) {
      clearTimeout(timer)
      return enter('connected')
    }
    if (pc.iceConnectionState !== 'disconnected' && pc.iceConnectionState !== 'failed') return
    const isFirst = state === 'connected'
    if (isFirst) lostTime = performance.now()
    enter(state === 'connecting' ? 'connecting' : 'reconnecting')
    if (pc.iceConnectionState === 'failed') repairIn(0)
    else if (isFirst) repairIn(disconnectedMs)
  })
  /** The network is back, or another one is used. */
  const endWatch = watchNetwork(() => void (isConnected() ? restart().catch(() => {}) : repairIn(0)))
  return {
    /** Begins to wait for the first path. */
    begin(): void {
      lostTime = performance.now()
      repairIn(firstRepairMs)
    },
    isConnected,
    state: () => state,
    close(): void {
      isClosed = true
      clearTimeout(timer)
      endWatch()
      pc.close()
    },
  }
}
