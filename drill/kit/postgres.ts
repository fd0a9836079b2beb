// Debian's PostgreSQL as a process that can be killed and restarted on its port.
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from '../../server/src/kit/db/db.ts'
import { launch, nextPort, onCleanUp, runCommand, scratchFolder, waitUntil, type RunningProgram } from './processes.ts'

export const postgresUser = 'postgres'
export const postgresBin = '/usr/lib/postgresql/15/bin'

export type PostgresCluster = {
  port: number
  folder: string
  url: string
  start: () => Promise<void>
  /** Kills the postmaster by SIGKILL. */
  kill: () => Promise<void>
  isUp: () => Promise<boolean>
}

/** True when a new connection can write. The recovery of the site is compared with this. */
export async function canWrite(url: string): Promise<boolean> {
  const sql = connect(url, 1)
  const write = sql`insert into drill.probe default values`.then(
    () => true,
    () => false,
  )
  const isWritten = await Promise.race([write, wait(1_000, false)])
  void sql.end({ timeout: 0 })
  return isWritten
}

const canConnect = (port: number) =>
  runCommand([path.join(postgresBin, 'pg_isready'), '-q', '-h', '127.0.0.1', '-p', `${port}`]).then(
    () => true,
    () => false,
  )

/** @param folder the data folder; a scratch folder by default */
export async function createCluster(
  folder = path.join(scratchFolder('pg'), 'data'),
  port = nextPort(),
): Promise<PostgresCluster> {
  if (process.getuid?.() === 0) await runCommand(['chown', postgresUser, path.dirname(folder)])
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8']
  await runCommand(
    [path.join(postgresBin, 'initdb'), '-D', folder, '-U', 'xinqiao', '--auth=trust', '--no-sync', ...locale],
    { user: postgresUser },
  )
  let server: RunningProgram | null = null
  onCleanUp(() => server?.stop('SIGQUIT'))
  const cluster: PostgresCluster = {
    port,
    folder,
    url: `postgres://xinqiao:drill@127.0.0.1:${port}/xinqiao`,
    async start() {
      const settings = { max_connections: '120', shared_buffers: '128MB', timezone: 'UTC' }
      const set = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      const options = ['-D', folder, '-p', `${port}`, '-k', path.dirname(folder), '-h', '127.0.0.1', ...set]
      // child processes of a killed server end shortly after it, and occupy the port until then
      await waitUntil(async () => {
        const started = launch([path.join(postgresBin, 'postgres'), ...options], { user: postgresUser })
        server = started
        const hasEnded = started.ended.then(() => true)
        while (!(await canConnect(port))) if (await Promise.race([hasEnded, wait(50, false)])) return false
        return true
      }, 'PostgreSQL')
    },
    kill: async () => server?.stop('SIGKILL'),
    isUp: () => canConnect(port),
  }
  await cluster.start()
  return cluster
}

export const runSql = ({ port }: Pick<PostgresCluster, 'port'>, text: string, database = 'postgres'): Promise<string> =>
  runCommand(['psql', '-h', '127.0.0.1', '-p', `${port}`, '-U', 'xinqiao', '-d', database, '-qAt', '-c', text])

/** @param isAgain true to replace the database and its connections */
export async function createDatabase(cluster: PostgresCluster, isAgain = false): Promise<void> {
  if (isAgain) await runSql(cluster, 'drop database xinqiao with (force)')
  await runSql(cluster, 'create database xinqiao')
  await createProbe(cluster.url)
}

/** Creates the table of the probe, in a separate schema, which backups omit. */
export async function createProbe(url: string): Promise<void> {
  const sql = connect(url, 1)
  await sql.unsafe('create schema drill; create table drill.probe (at timestamptz default clock_timestamp())')
  await sql.end()
}
