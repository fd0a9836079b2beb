// Reports of calls whose connection was lost. One that the server did not receive is sent again before the call is
// closed, so that the recorded length excludes the outage.
import type { CallRoute } from '@xinqiao/contract/calls.ts'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { CallReport } from '@xinqiao/contract/http/calls.ts'
import { hourMs } from '@xinqiao/contract/time.ts'
import { api } from '../../session/api.ts'

type LostLink = { channelId: string; route: CallRoute; lostTime: number }
type LinkStorage = Pick<Storage, 'getItem' | 'setItem'>
type SendReport = (report: CallReport) => Promise<unknown>

const key = 'lost-links'
const maxLinks = 20
const maxSilentMs = 12 * hourMs
const noSamples = { samples: 0, poorSamples: 0, rttMs: 0, lossPermille: 0 }

const isRefused = (error: unknown): boolean => error instanceof Failure && error.status < 500 && error.status !== 429

export function createLostLinks(openStorage: () => LinkStorage, sendReport: SendReport) {
  function read(): LostLink[] {
    try {
      return JSON.parse(openStorage().getItem(key) ?? '[]') as LostLink[]
    } catch {
      return []
    }
  }
  function write(links: readonly LostLink[]): void {
    try {
      openStorage().setItem(key, JSON.stringify(links.slice(-maxLinks)))
    } catch {
      // without storage, the server ends the call with its last sign
    }
  }
  const remove = (link: LostLink) => write(read().filter(({ channelId }) => channelId !== link.channelId))

  async function send(link: LostLink): Promise<void> {
    const silentMs = Math.min(maxSilentMs, Math.max(0, Date.now() - link.lostTime))
    try {
      await sendReport({ channelId: link.channelId, route: link.route, ...noSamples, isLost: true, silentMs })
      remove(link)
    } catch (error) {
      if (isRefused(error)) remove(link)
    }
  }

  return {
    /** @param silentMs time since something arrived from the other side */
    async report(channelId: string, route: CallRoute, silentMs: number): Promise<void> {
      const link = { channelId, route, lostTime: Date.now() - silentMs }
      write([...read(), link])
      await send(link)
    },
    /** Sends the report of this call again, if the server has not received it. */
    async repeat(channelId: string): Promise<void> {
      const link = read().find((item) => item.channelId === channelId)
      if (link) await send(link)
    },
  }
}

export const lostLinks = createLostLinks(
  () => sessionStorage,
  (report) => api('POST /call/report', report),
)
