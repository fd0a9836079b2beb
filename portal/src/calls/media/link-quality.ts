// Quality of a running link from the figures of the browser: delay, loss, and the way that the packets take.
import type { CallRoute } from '@xinqiao/contract/calls.ts'

export type LinkSample = { route: CallRoute; rttMs: number; lossPermille: number; isPoor: boolean }
/** Sums of packets so far, from which the next sample is the difference. */
export type LinkTotals = { received: number; lost: number }

const maxRttMs = 500
const maxLossPermille = 80

type StatsEntry = Record<string, unknown> & { type: string }
const toNumber = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** @returns null while no path is chosen */
export function readSample(
  report: ReadonlyMap<string, StatsEntry>,
  before: LinkTotals,
): { sample: LinkSample; totals: LinkTotals } | null {
  const all = [...report.values()]
  const transport = all.find(({ type, selectedCandidatePairId: id }) => type === 'transport' && typeof id === 'string')
  const pair = report.get(String(transport?.['selectedCandidatePairId']))
  if (!pair) return null
  const inbound = all.filter(({ type }) => type === 'inbound-rtp')
  const sum = (name: string) => inbound.reduce((total, stat) => total + toNumber(stat[name]), 0)
  const totals = { received: sum('packetsReceived'), lost: sum('packetsLost') }
  const lostPackets = Math.max(0, totals.lost - before.lost)
  const packets = Math.max(0, totals.received - before.received) + lostPackets
  // the other side reports how much of this side's sound and picture arrives
  const outboundLoss = Math.max(
    0,
    ...all.filter(({ type }) => type === 'remote-inbound-rtp').map((stat) => toNumber(stat['fractionLost'])),
  )
  const lossPermille = Math.round(Math.min(1, Math.max(packets === 0 ? 0 : lostPackets / packets, outboundLoss)) * 1000)
  const rttMs = Math.round(Math.min(60, toNumber(pair['currentRoundTripTime'])) * 1000)
  const isRelayed = ['localCandidateId', 'remoteCandidateId'].some(
    (name) => report.get(String(pair[name]))?.['candidateType'] === 'relay',
  )
  const isPoor = rttMs > maxRttMs || lossPermille > maxLossPermille
  return { sample: { route: isRelayed ? 'relay' : 'direct', rttMs, lossPermille, isPoor }, totals }
}

/** A link is poor after some poor samples in a row, and good again after as many good ones. */
export function createPoorLinkJudge(samplesInRow = 3): (isPoor: boolean) => boolean {
  let isLinkPoor = false
  let different = 0
  return (isPoor) => {
    different = isPoor === isLinkPoor ? 0 : different + 1
    if (different >= samplesInRow) {
      isLinkPoor = isPoor
      different = 0
    }
    return isLinkPoor
  }
}
