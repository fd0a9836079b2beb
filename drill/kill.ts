// Kills a node, both nodes, the bus and PostgreSQL under load: no message is lost, doubled or hidden.
import { setTimeout as wait } from 'node:timers/promises'
import { judge } from '../bench/kit/report.ts'
import { judgeDelivery, judgeRefusals, printOutcome, readOutcome, watchRecovery } from './kit/outcome.ts'
import { openSetup } from './kit/setup.ts'

export async function run(): Promise<void> {
  const { cluster, bus, site, load } = await openSetup()
  await wait(5_000)
  for (const node of site.nodes) {
    await node.kill()
    await node.untilReady()
    await wait(5_000)
  }
  await Promise.all(site.nodes.map((node) => node.kill()))
  await Promise.all(site.nodes.map((node) => node.untilReady()))
  await wait(5_000)
  await bus.killMaster()
  await wait(10_000)
  const watches: ReturnType<typeof watchRecovery>[] = []
  for (const secondsAway of [5, 20]) {
    await cluster.kill()
    watches.push(watchRecovery(load, cluster.url))
    await wait(secondsAway * 1000)
    await cluster.start()
    await wait(15_000)
  }
  await load.stop()
  const recoveries = await Promise.all(watches.map((watch) => watch.seconds()))
  const outcome = await readOutcome(load, cluster.url)
  printOutcome('kill', outcome)
  judgeDelivery('kill', outcome)
  judgeRefusals('kill', outcome)
  const claim = `writes ${recoveries.map((seconds) => seconds.toFixed(1)).join(' and ')} s after PostgreSQL accepts them (<= 2)`
  console.log(
    `  ${claim}: ${judge(
      'kill',
      claim,
      recoveries.every((seconds) => seconds <= 2),
    )}\n`,
  )
}
