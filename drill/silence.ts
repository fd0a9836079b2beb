// The database host drops all packets for five minutes, without refusing or closing connections.
import { setTimeout as wait } from 'node:timers/promises'
import { judge } from '../bench/kit/report.ts'
import { readReadiness } from './kit/nodes.ts'
import { judgeDelivery, printOutcome, readOutcome } from './kit/outcome.ts'
import { openFirewall } from './kit/firewall.ts'
import { openSetup } from './kit/setup.ts'

const silentSeconds = 300

export async function run(): Promise<void> {
  const firewall = await openFirewall()
  const { cluster, site, load } = await openSetup({ messagesPerSecond: 40 })
  await wait(5_000)
  await firewall.drop(cluster.port)
  // a probe in flight may still get its reply
  await wait(15_000)
  let [probes, refusals] = [0, 0]
  const end = performance.now() + (silentSeconds - 15) * 1000
  while (performance.now() < end) {
    const statuses = await Promise.all(site.nodes.map((node) => readReadiness(node.url)))
    probes += statuses.length
    refusals += statuses.filter((status) => status === 503).length
    await wait(1_000)
  }
  await firewall.restore()
  const restoredAt = performance.now()
  await wait(60_000)
  await load.stop()
  const outcome = await readOutcome(load, cluster.url)
  printOutcome('silence', outcome)
  const acks = load.sent.flatMap(({ ackedAt }) => (ackedAt !== null && ackedAt > restoredAt ? [ackedAt] : []))
  const reads = load.readTimes.filter((time) => time > restoredAt)
  const seconds = (Math.max(Math.min(...acks), Math.min(...reads)) - restoredAt) / 1000
  judgeDelivery('silence', outcome)
  const claim = `writes and reads ${seconds.toFixed(1)} s after the host answers (<= 15)`
  console.log(`  ${claim}: ${judge('silence', claim, seconds <= 15)}`)
  const readiness = `/readyz answered 503 in ${refusals} of ${probes} probes`
  console.log(`  ${readiness}: ${judge('silence', readiness, refusals === probes)}\n`)
}
