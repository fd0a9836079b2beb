// `npm run drill [-- name …]`: builds the whole site on this machine, breaks one part after the other, and prints the
// losses. Needs Debian 12 and root.
import { printVerdicts } from '../bench/kit/report.ts'
import { installPackages, requireProgram } from '../bench/kit/system.ts'
import { build } from '../tools/build.ts'
import { existsSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { printSummary, type DrillRun } from './kit/outcome.ts'
import { postgresBin } from './kit/postgres.ts'
import { cleanUp, resetPorts } from './kit/processes.ts'

type FailureDrill = { title: string; maxMinutes: number; run: () => Promise<void> }

const drills: Record<string, FailureDrill> = {
  kill: {
    title: 'SIGKILL of one node, both nodes, bus and PostgreSQL',
    maxMinutes: 6,
    run: async () => (await import('./kill.ts')).run(),
  },
  restore: {
    title: 'An older backup, restored with clients connected',
    maxMinutes: 5,
    run: async () => (await import('./restore.ts')).run(),
  },
  failover: {
    title: 'Failover to a synchronous standby',
    maxMinutes: 8,
    run: async () => (await import('./failover.ts')).runSynchronous(),
  },
  'failover-async': {
    title: 'Failover to an asynchronous standby that is behind',
    maxMinutes: 8,
    run: async () => (await import('./failover.ts')).runAsynchronous(),
  },
  rolling: {
    title: 'Rolling restart of two nodes',
    maxMinutes: 6,
    run: async () => (await import('./rolling.ts')).run(),
  },
  crowd: {
    title: '500 and 5,000 chat connections through nginx',
    maxMinutes: 6,
    run: async () => (await import('./crowd.ts')).run(),
  },
  storage: {
    title: 'The storage of files is away for 20 seconds',
    maxMinutes: 5,
    run: async () => (await import('./storage.ts')).run(),
  },
  full: {
    title: 'A read-only database, then a full disk',
    maxMinutes: 6,
    run: async () => (await import('./full.ts')).run(),
  },
  silence: {
    title: 'The database host drops packets for five minutes',
    maxMinutes: 10,
    run: async () => (await import('./silence.ts')).run(),
  },
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !Object.hasOwn(drills, name))
if (unknown.length > 0) {
  console.error(`没有演练 ${unknown.join('、')}；可选：${Object.keys(drills).join('、')}`)
  process.exit(1)
}
if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
  console.error('演练要安装软件、以别的用户运行 PostgreSQL、丢弃网络包，需要在 Debian 12 上以 root 运行')
  process.exit(1)
}
for (const program of ['redis-server', 'nginx', 'openssl']) requireProgram(program)
if (!existsSync(postgresBin)) installPackages(['postgresql-15'])

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)))

await build()
const formatLoadAverage = () =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')
console.log(`${new Date().toISOString()} · ${cpus().length} cores · load before the drills ${formatLoadAverage()}`)
const runs: DrillRun[] = []
let failures = 0
for (const [name, { title, maxMinutes, run }] of Object.entries(drills)) {
  if (names.length > 0 && !names.includes(name)) continue
  console.log(`\n== ${name} · ${title}\n`)
  const began = performance.now()
  let timer: NodeJS.Timeout | undefined
  const expiry = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${maxMinutes} minutes`)), maxMinutes * 60_000)
  })
  try {
    await Promise.race([run(), expiry])
  } catch (error) {
    failures += 1
    console.error(`  ${name} could not be run: ${(error as Error).message}\n`)
  }
  clearTimeout(timer)
  await cleanUp()
  resetPorts()
  runs.push({ name, seconds: (performance.now() - began) / 1000 })
}
console.log(`\n${new Date().toISOString()} · load at the end ${formatLoadAverage()}\n`)
printSummary(runs)
const missed = printVerdicts()
if (failures > 0) console.log(`${failures} drills could not be run`)
process.exit(failures + missed > 0 ? 1 : 0)
