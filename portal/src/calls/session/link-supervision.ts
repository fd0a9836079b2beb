// Watches the link of a call: pauses the picture when it is poor, and reports figures to the server.
import type { CallReport } from '@xinqiao/contract/http/calls.ts'
import { api } from '../../session/api.ts'
import { createPoorLinkJudge, readSample, type LinkSample, type LinkTotals } from '../media/link-quality.ts'
import type { Call } from './call.ts'

const sampleMs = 3_000
const samplesInReport = 10

const meanOf = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : Math.round(numbers.reduce((sum, number) => sum + number, 0) / numbers.length)

/**
 * @param onPoor receives the judgement after each sample
 * @returns ends the watching
 */
export function superviseLinkQuality(call: Call, onPoor: (isPoor: boolean) => void): () => void {
  let totals: LinkTotals = { received: 0, lost: 0 }
  let samples: LinkSample[] = []
  let isBegun = false
  const judge = createPoorLinkJudge()
  /** The picture is paused once. A person who turns it on again has decided. */
  let canPause = true

  function send(route: CallReport['route']): void {
    const { channelId } = call.state.current()
    if (channelId === null) return
    const report: CallReport = {
      channelId,
      route,
      isLost: false,
      samples: samples.length,
      poorSamples: samples.filter(({ isPoor }) => isPoor).length,
      rttMs: meanOf(samples.map(({ rttMs }) => rttMs)),
      lossPermille: meanOf(samples.map(({ lossPermille }) => lossPermille)),
    }
    samples = []
    const show = ({ talkMs }: { talkMs: number | null }) => {
      const isFirst = talkMs !== null && call.state.current().beginTime === null
      if (isFirst) call.state.update({ beginTime: Date.now() - talkMs })
    }
    // the next report follows soon
    void api('POST /call/report', report).then(show, () => {})
  }

  async function sample(): Promise<void> {
    const { phase, connectionState } = call.state.current()
    if (phase !== 'talking' || connectionState !== 'connected') return
    const stats = await call.readStats()
    const result = stats && readSample(stats, totals)
    if (!result) return
    totals = result.totals
    if (!isBegun) {
      isBegun = true
      return send(result.sample.route)
    }
    samples.push(result.sample)
    const isPoor = judge(result.sample.isPoor)
    onPoor(isPoor)
    if (isPoor) pausePicture()
    if (samples.length >= samplesInReport) send(result.sample.route)
  }

  function pausePicture(): void {
    const { video, isSharing } = call.media.state.current()
    if (!canPause || video === null || isSharing) return
    canPause = false
    call.media.pauseCamera()
  }

  const timer = setInterval(() => void sample(), sampleMs)
  const first = call.state.subscribe(() => {
    if (!isBegun && call.state.current().connectionState === 'connected') void sample()
  })
  return () => {
    clearInterval(timer)
    first()
  }
}
