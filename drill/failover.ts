// The primary dies, and pg_auto_failover promotes the standby: first a synchronous one, then an asynchronous one that
// is behind.
import { setTimeout as wait } from 'node:timers/promises'
import { judge } from '../bench/kit/report.ts'
import { startPair } from './kit/failover.ts'
import { startLoad } from './kit/load.ts'
import { startSite } from './kit/nodes.ts'
import { judgeDelivery, printOutcome, readOutcome, watchRecovery } from './kit/outcome.ts'
import { startBus } from './kit/redis.ts'
import { waitUntil } from './kit/processes.ts'

const nameDrill = (isSynchronous: boolean) => (isSynchronous ? 'failover' : 'failover-async')

function judgeLoss(drill: string, lost: number): void {
  const claim = `${lost} lost with the primary (some)`
  console.log(`  ${claim}: ${judge(drill, claim, lost > 0)}`)
}

async function failOver(isSynchronous: boolean): Promise<void> {
  const drill = nameDrill(isSynchronous)
  const pair = await startPair(isSynchronous)
  const site = await startSite(pair.url, (await startBus()).url)
  const load = await startLoad(site.url, pair.url, { messagesPerSecond: 50 })
  await wait(5_000)
  if (!isSynchronous) {
    await pair.stopReplication()
    await wait(3_000)
  }
  await pair.killPrimary()
  const recovery = watchRecovery(load, pair.url)
  await waitUntil(recovery.isAccepted, 'the promotion', 180)
  await wait(20_000)
  await load.stop()
  const seconds = await recovery.seconds()
  const outcome = await readOutcome(load, pair.url)
  printOutcome(drill, outcome)
  // the asynchronous standby must have missed something, or the drill shows nothing
  if (!isSynchronous) judgeLoss(drill, outcome.lost)
  judgeDelivery(drill, outcome, isSynchronous ? 0 : outcome.lost)
  const { wronglyShown, wronglyShownAfterReload } = outcome
  const shown = `${wronglyShown} wrongly shown, ${wronglyShownAfterReload} after a reload (0)`
  console.log(`  ${shown}: ${judge(drill, shown, wronglyShown + wronglyShownAfterReload === 0)}`)
  const claim = `writes ${seconds.toFixed(1)} s after the standby accepts them (<= 2)`
  console.log(`  ${claim}: ${judge(drill, claim, seconds <= 2)}`)
  const starts = `nodes started ${site.nodes.map((node) => node.starts()).join(' and ')} times (1 and 1)`
  console.log(
    `  ${starts}: ${judge(
      drill,
      starts,
      site.nodes.every((node) => node.starts() === 1),
    )}\n`,
  )
}

export const runSynchronous = (): Promise<void> => failOver(true)
export const runAsynchronous = (): Promise<void> => failOver(false)
