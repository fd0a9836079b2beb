// Tests the figures of a group call, which has one connection for each direction.
import { expect, test } from 'vitest'
import { createLinkSamples } from './link-samples.ts'

/** Figures of a connection as the browser gives them. */
const reportOf = (seconds: number, lost: number, type = 'relay') =>
  new Map([
    ['T', { type: 'transport', selectedCandidatePairId: 'P' }],
    ['P', { type: 'candidate-pair', localCandidateId: 'L', remoteCandidateId: 'R', currentRoundTripTime: seconds }],
    ['L', { type: 'local-candidate', candidateType: type }],
    ['R', { type: 'remote-candidate', candidateType: 'host' }],
    ['A', { type: 'inbound-rtp', packetsReceived: 100 - lost, packetsLost: lost }],
  ]) as unknown as RTCStatsReport

test('takes the worse of both connections, and reports means since the last report', () => {
  const samples = createLinkSamples()
  expect(samples.add([reportOf(0.04, 0), reportOf(0.06, 0)])).toBe(false)
  expect(samples.add([reportOf(0.02, 0), reportOf(0.6, 0)])).toBe(false)
  expect(samples.drain()).toEqual({ route: 'relay', samples: 2, poorSamples: 1, rttMs: 330, lossPermille: 0 })
  expect(samples.drain()).toMatchObject({ samples: 0, rttMs: 0 })
})

test('calls a link poor after three poor samples, and knows nothing before the first path', () => {
  const samples = createLinkSamples()
  expect(samples.add([])).toBeNull()
  const poor = () => samples.add([reportOf(0.9, 0, 'host')])
  expect([poor(), poor(), poor()]).toEqual([false, false, true])
  expect(samples.drain()).toMatchObject({ route: 'direct', samples: 3, poorSamples: 3 })
})

test('counts the packets of new connections from zero', () => {
  const samples = createLinkSamples()
  samples.add([reportOf(0.04, 20)])
  samples.reset()
  samples.add([reportOf(0.04, 20)])
  expect(samples.drain().lossPermille).toBe(200)
})
