// Figures of the links of a group call, between two reports to the server.
import type { GroupCallReport } from '@xinqiao/contract/http/group-calls.ts'
import { createPoorLinkJudge, readSample, type LinkSample, type LinkTotals } from '../../media/link-quality.ts'

type LinkQualityFigures = Pick<GroupCallReport, 'route' | 'samples' | 'poorSamples' | 'rttMs' | 'lossPermille'>

const meanOf = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : Math.round(numbers.reduce((sum, number) => sum + number, 0) / numbers.length)

/** The worse of the links counts: one sends, the other one receives. */
function mergeToWorstSample(samples: readonly LinkSample[]): LinkSample | null {
  const [first] = samples
  if (!first) return null
  return {
    route: first.route,
    rttMs: Math.max(...samples.map(({ rttMs }) => rttMs)),
    lossPermille: Math.max(...samples.map(({ lossPermille }) => lossPermille)),
    isPoor: samples.some(({ isPoor }) => isPoor),
  }
}

export function createLinkSamples() {
  const judge = createPoorLinkJudge()
  let totals: LinkTotals[] = []
  let samples: LinkSample[] = []
  let route: LinkQualityFigures['route'] = 'direct'
  return {
    /** @returns true for a link that is poor for some time */
    add(reports: readonly RTCStatsReport[]): boolean | null {
      const results = reports.map((report, i) => readSample(report, totals[i] ?? { received: 0, lost: 0 }))
      totals = results.map((result, i) => result?.totals ?? totals[i] ?? { received: 0, lost: 0 })
      const sample = mergeToWorstSample(results.flatMap((result) => result?.sample ?? []))
      if (!sample) return null
      samples.push(sample)
      route = sample.route
      return judge(sample.isPoor)
    },
    /** Figures since the last report. */
    drain(): LinkQualityFigures {
      const drained = samples
      samples = []
      return {
        route,
        samples: drained.length,
        poorSamples: drained.filter(({ isPoor }) => isPoor).length,
        rttMs: meanOf(drained.map(({ rttMs }) => rttMs)),
        lossPermille: meanOf(drained.map(({ lossPermille }) => lossPermille)),
      }
    },
    /** Begins again, because the figures of new connections count from zero. */
    reset(): void {
      totals = []
    },
  }
}
