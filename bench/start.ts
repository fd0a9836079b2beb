// Time from `npm start` to the first page, by initial state: dependencies only, data without a build, everything, and
// everything after a crash.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { startEmbeddedPostgres } from '../server/src/kit/db/postgres/embedded.ts'
import { readFamily } from './kit/cpu.ts'
import { judge, median, printNote, printTable, formatNumber } from './kit/report.ts'
import { freePort, root, scratchFolder, startProgram, type StartedSite } from './kit/site.ts'

const repeats = 3
const formatSeconds = (ms: number) => `${formatNumber(ms / 1000, 2)} s`

async function npmStart(dataDir: string): Promise<StartedSite> {
  const port = await freePort()
  return startProgram('npm', ['start'], `http://127.0.0.1:${port}/`, {
    PORT: `${port}`,
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    DRAIN_SECONDS: '0',
    NODE_ENV: 'production',
  })
}

async function timeStart(dataDir: string): Promise<number> {
  const started = await npmStart(dataDir)
  await started.stop()
  return started.startMs
}

async function repeat(work: () => Promise<number> | number): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < repeats; i += 1) times.push(await work())
  return median(times)
}

function timeProgram(program: string, ...args: string[]): number {
  const began = performance.now()
  const ended = spawnSync(program, args, { cwd: root, stdio: 'ignore' })
  if (ended.status !== 0) throw new Error(`${program} ${args.join(' ')} failed`)
  return performance.now() - began
}

async function timePostgres(folder: string): Promise<number> {
  const began = performance.now()
  const server = await startEmbeddedPostgres(folder)
  const durationMs = performance.now() - began
  await server.stop()
  return durationMs
}

async function timeAfterCrash(dataDir: string): Promise<number> {
  const crashed = await npmStart(dataDir)
  // kills npm, its shell, the server and its database at once
  for (const pid of readFamily(crashed.pid)) process.kill(pid, 'SIGKILL')
  await crashed.stop('SIGKILL')
  return timeStart(dataDir)
}

export async function run(): Promise<void> {
  const folder = scratchFolder('start')
  const dataDir = path.join(folder, 'data')
  const empty = await timeStart(dataDir)
  rmSync(path.join(root, 'portal/build/.stamp'), { force: true })
  const prepared = await timeStart(dataDir)
  const second = await repeat(() => timeStart(dataDir))
  const afterCrash = await repeat(() => timeAfterCrash(dataDir))
  const cluster = path.join(folder, 'plain/pg')
  await timePostgres(cluster)
  const postgres = await repeat(() => timePostgres(cluster))
  const node = await repeat(() => timeProgram(process.execPath, '-e', '0'))
  const npm = await repeat(() => timeProgram('npm', '--version'))
  const verdict = judge('start', `second start ${formatSeconds(second)}, target < 5 s`, second < 5000)
  printTable(
    ['npm start to the first page', 'time', 'target', ''],
    [
      ['empty folder of data: initdb, migrations, demo content', formatSeconds(empty), '', ''],
      ['prepared folder of data, pages to be built', formatSeconds(prepared), '', ''],
      ['second start', formatSeconds(second), '< 5 s', verdict],
      ['second start after SIGKILL of server and database', formatSeconds(afterCrash), '', ''],
      ['reference: node -e 0', formatSeconds(node), '', ''],
      ['reference: npm --version', formatSeconds(npm), '', ''],
      ['reference: PostgreSQL alone', formatSeconds(postgres), '', ''],
    ],
  )
  printNote(`The first two once, the others median of ${repeats}. The time to install the dependencies is not in them.`)
}
