// Tests the judgement of a link from figures of the browser.
import { expect, test } from 'vitest'
import { createPoorLinkJudge, readSample } from './link-quality.ts'

const reportOf = (received: number, lost: number, seconds = 0.04, localType = 'relay') =>
  new Map([
    ['T', { type: 'transport', selectedCandidatePairId: 'P' }],
    ['P', { type: 'candidate-pair', localCandidateId: 'L', remoteCandidateId: 'R', currentRoundTripTime: seconds }],
    ['L', { type: 'local-candidate', candidateType: localType }],
    ['R', { type: 'remote-candidate', candidateType: 'host' }],
    ['A', { type: 'inbound-rtp', packetsReceived: received, packetsLost: lost }],
  ])
const none = { received: 0, lost: 0 }

test('reads route, delay and loss since the last sample', () => {
  const first = readSample(reportOf(1000, 0), none)!
  expect(first.sample).toEqual({ route: 'relay', rttMs: 40, lossPermille: 0, isPoor: false })
  const next = readSample(reportOf(1080, 20), first.totals)!
  expect(next.sample).toMatchObject({ lossPermille: 200, isPoor: true })
  expect(readSample(reportOf(10, 0, 0.8, 'host'), none)!.sample).toMatchObject({ route: 'direct', isPoor: true })
  expect(readSample(new Map(), none)).toBeNull()
})

test('changes its judgement after three samples in a row', () => {
  const judge = createPoorLinkJudge()
  const samples = [true, true, false, true, true, true, false, false, false]
  expect(samples.map(judge)).toEqual([false, false, false, false, false, true, true, true, false])
})
