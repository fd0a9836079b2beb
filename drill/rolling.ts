// Restarts both nodes one after the other, twice: visitors and senders get no errors.
import { setTimeout as wait } from 'node:timers/promises'
import { judge } from '../bench/kit/report.ts'
import { judgeDelivery, printOutcome, readOutcome } from './kit/outcome.ts'
import { openSetup } from './kit/setup.ts'

export async function run(): Promise<void> {
  const { cluster, site, load } = await openSetup({ readsPerSecond: 60 })
  await wait(5_000)
  for (const node of [...site.nodes, ...site.nodes]) {
    await node.restart()
    await wait(5_000)
  }
  await load.stop()
  const outcome = await readOutcome(load, cluster.url)
  printOutcome('rolling', outcome)
  judgeDelivery('rolling', outcome)
  const failed = [...load.errors].filter(([kind]) => kind.startsWith('read')).reduce((sum, [, count]) => sum + count, 0)
  const claim = `${failed} failed requests of visitors (0)`
  console.log(`  ${claim}: ${judge('rolling', claim, failed === 0)}\n`)
}
