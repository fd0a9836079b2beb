// Reports of calls whose connection was lost. One that the server did not receive is sent again before the call is
// closed, so that the recorded length excludes the outage.
import type { CallRoute } from '@xinqiao/contract/calls.ts'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { CallReport } from '@xinqiao/contract/http/calls.ts'
import { hourMs } from '@xinqiao/contract/time.ts'
import { api } from '../../session/api.ts'

type LostLine = { channelId: string; route: CallRoute; lostTime: number }
type LineStorage = Pick<Storage, 'getItem' | 'setItem'>
type SendReport = (report: CallReport) => Promise<unknown>

const key = 'lost-lines'
const maxLines = 20
const maxSilentMs = 12 * hourMs
const noSamples = { samples: 0, poorSamples: 0, rttMs: 0, lossPermille: 0 }

const isRefused = (error: unknown): boolean => error instanceof Failure && error.status < 500 && error.status !== 429

export function createLostLines(openStorage: () => LineStorage, sendReport: SendReport) {
  function read(): LostLine[] {
    try {
      return JSON.parse(openStorage().getItem(key) ?? '[]') as LostLine[]
    } catch {
      return []
    }
  }
  function write(lines: readonly LostLine[]): void {
    try {
      openStorage().setItem(key, JSON.stringify(lines.slice(-maxLines)))
    } catch {
      // without storage, the server ends the call with its last sign
    }
  }
  const remove = (line: LostLine) => write(read().filter(({ channelId }) => channelId !== line.channelId))

  async function send(line: LostLine): Promise<void> {
    const silentMs = Math.min(maxSilentMs, Math.max(0, Date.now() - line.lostTime))
    try {
      await sendReport({ channelId: line.channelId, route: line.route, ...noSamples, isLost: true, silentMs })
      remove(line)
    } catch (error) {
      if (isRefused(error)) remove(line)
    }
  }

  return {
    /** @param silentMs time since something arrived from the other side */
    async report(channelId: string, route: CallRoute, silentMs: number): Promise<void> {
      const line = { channelId, route, lostTime: Date.now() - silentMs }
      write([...read(), line])
      await send(line)
    },
    /** Sends the report of this call again, if the server has not received it. */
    async repeat(channelId: string): Promise<void> {
      const line = read().find((item) => item.channelId === channelId)
      if (line) await send(line)
    },
  }
}

export const lostLines = createLostLines(
  () => sessionStorage,
  (report) => api('POST /call/report', report),
)
