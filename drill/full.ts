// The database becomes read-only, then its disk is full: reads continue, no acknowledged message is lost, and no node
// is restarted.
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { judge } from '../bench/kit/report.ts'
import { readReadiness } from './kit/nodes.ts'
import { judgeDelivery, printOutcome, readOutcome } from './kit/outcome.ts'
import { runSql } from './kit/postgres.ts'
import { onCleanUp, runCommand, scratchFolder } from './kit/processes.ts'
import { openSetup, type DrillSetup } from './kit/setup.ts'

const badSeconds = 20
const diskMegabytes = 600

async function mountSmallDisk(): Promise<string> {
  const folder = scratchFolder('disk')
  await runCommand(['mount', '-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', folder])
  onCleanUp(() => runCommand(['umount', '-l', folder]))
  return folder
}

/** Prints how the site behaves after `begin`, and again after `end`. */
async function endure(
  { site, load }: DrillSetup,
  name: string,
  begin: () => Promise<void>,
  end: () => Promise<void>,
): Promise<void> {
  await begin()
  const began = performance.now()
  // waits for the next periodic check of the nodes
  await wait(3_000)
  const statuses: number[] = []
  while (performance.now() < began + badSeconds * 1000) {
    statuses.push(...(await Promise.all(site.nodes.map((node) => readReadiness(node.url)))))
    await wait(500)
  }
  const reads = load.readTimes.filter((time) => time > began).length
  await end()
  const ended = performance.now()
  await wait(15_000)
  const acks = load.sent.flatMap(({ ackedAt }) => (ackedAt !== null && ackedAt > ended ? [ackedAt] : []))
  const refusals = statuses.filter((status) => status === 503).length
  const readiness = `${name}: /readyz 503 in ${refusals} of ${statuses.length} probes (all)`
  console.log(`  ${readiness}: ${judge('full', readiness, refusals === statuses.length)}`)
  // ten requests a second are sent; a slow machine may serve fewer
  const readsClaim = `${name}: ${reads} reads in ${badSeconds} s (they go on)`
  console.log(`  ${readsClaim}: ${judge('full', readsClaim, reads > badSeconds * 5)}`)
  const seconds = (Math.min(...acks) - ended) / 1000
  const recovery = `${name}: writes again after ${seconds.toFixed(1)} s (<= 5)`
  console.log(`  ${recovery}: ${judge('full', recovery, seconds <= 5)}`)
}

export async function run(): Promise<void> {
  const disk = await mountSmallDisk()
  const setup = await openSetup({ messagesPerSecond: 40 }, path.join(disk, 'data'))
  const { cluster, site, load } = setup
  await wait(5_000)
  const setReadOnly = async (value: string) => {
    await runSql(cluster, `alter system set default_transaction_read_only = ${value}`)
    await runSql(cluster, 'select pg_reload_conf()')
  }
  await endure(
    setup,
    'read-only',
    () => setReadOnly('on'),
    () => setReadOnly('off'),
  )
  const filler = path.join(disk, 'filler')
  // dd ends with an error at the last free block
  const fillDisk = async () => void (await runCommand(['dd', 'if=/dev/zero', `of=${filler}`, 'bs=64k']).catch(() => ''))
  const freeDisk = async () => {
    await rm(filler)
    // PostgreSQL stops when it cannot write its log; its unit restarts it
    if (!(await cluster.isUp())) await cluster.start()
  }
  await endure(setup, 'disk full', fillDisk, freeDisk)
  await load.stop()
  const outcome = await readOutcome(load, cluster.url)
  printOutcome('full', outcome)
  judgeDelivery('full', outcome)
  const starts = `nodes started ${site.nodes.map((node) => node.starts()).join(' and ')} times (1 and 1)`
  console.log(
    `  ${starts}: ${judge(
      'full',
      starts,
      site.nodes.every((node) => node.starts() === 1),
    )}\n`,
  )
}
