// PostgreSQL primary and standby under pg_auto_failover, on one machine.
import path from 'node:path'
import { installPackages } from '../../bench/kit/system.ts'
import { openFirewall } from './firewall.ts'
import { createProbe, postgresBin, postgresUser, runSql } from './postgres.ts'
import { launch, nextPort, runCommand, scratchFolder, waitUntil, type RunningProgram } from './processes.ts'

export type FailoverPair = {
  /** Addresses of both servers; the driver chooses the one that accepts writes. */
  url: string
  /** Kills the primary's keeper and postmaster by SIGKILL; they stay down. */
  killPrimary: () => Promise<void>
  /** Drops packets to the standby, so that asynchronous commits exist on the primary only. */
  stopReplication: () => Promise<void>
}

type KeeperProcess = { port: number; folder: string; program: RunningProgram }

const packages = ['postgresql-15-auto-failover', 'pg-auto-failover-cli']

async function hasEngine(): Promise<boolean> {
  return runCommand(['which', 'pg_autoctl']).then(
    () => true,
    () => false,
  )
}

export async function startPair(isSynchronous: boolean): Promise<FailoverPair> {
  if (!(await hasEngine())) installPackages(packages)
  const firewall = await openFirewall()
  const base = scratchFolder('failover')
  await runCommand(['chown', postgresUser, base])
  const env = {
    HOME: base,
    XDG_CONFIG_HOME: `${base}/config`,
    XDG_DATA_HOME: `${base}/share`,
    XDG_RUNTIME_DIR: `${base}/run`,
    TMPDIR: base,
    // the folder in which pg_autoctl creates the Unix sockets
    PG_REGRESS_SOCK_DIR: base,
    PATH: `${postgresBin}:${process.env['PATH']}`,
  }
  const options = { user: postgresUser, env, cwd: base }
  const common = [
    '--pgctl',
    path.join(postgresBin, 'pg_ctl'),
    '--hostname',
    '127.0.0.1',
    '--auth',
    'trust',
    '--no-ssl',
    '--run',
  ]
  const monitorPort = nextPort()
  launch(
    ['pg_autoctl', 'create', 'monitor', '--pgdata', `${base}/monitor`, '--pgport', `${monitorPort}`, ...common],
    options,
  )
  const onMonitor = (text: string) =>
    runCommand(
      [
        'psql',
        '-h',
        '127.0.0.1',
        '-p',
        `${monitorPort}`,
        '-U',
        'autoctl_node',
        '-d',
        'pg_auto_failover',
        '-qAt',
        '-c',
        text,
      ],
      options,
    )
  await waitUntil(
    () =>
      onMonitor('select 1').then(
        () => true,
        () => false,
      ),
    'the monitor',
  )

  const monitor = `postgres://autoctl_node@127.0.0.1:${monitorPort}/pg_auto_failover`
  const startKeeper = async (name: string): Promise<KeeperProcess> => {
    const port = nextPort()
    const folder = `${base}/${name}`
    const place = ['--pgdata', folder, '--pgport', `${port}`, '--name', name, '--pghost', base]
    const database = ['--dbname', 'xinqiao', '--username', 'xinqiao', '--monitor', monitor]
    const program = launch(['pg_autoctl', 'create', 'postgres', ...place, ...database, ...common], options)
    return { port, folder, program }
  }
  const readNodeStates = () =>
    onMonitor("select string_agg(reportedstate::text, ',' order by nodeid) from pgautofailover.node")
  const primary = await startKeeper('primary')
  await waitUntil(
    async () => (await readNodeStates()).includes('single'),
    () => `the primary: ${primary.program.output()}`,
  )
  const standby = await startKeeper('standby')
  await waitUntil(
    async () => (await readNodeStates()).trim() === 'primary,secondary',
    () => `the standby: ${standby.program.output()}`,
    120,
  )
  if (!isSynchronous)
    for (const { folder } of [primary, standby])
      await runCommand(['pg_autoctl', 'set', 'node', 'replication-quorum', 'false', '--pgdata', folder], options)
  const at = { port: primary.port }
  await runCommand(
    ['psql', '-h', base, '-p', `${primary.port}`, '-d', 'xinqiao', '-qAt', '-c', 'alter role xinqiao superuser'],
    options,
  )
  await runSql(at, 'alter database xinqiao owner to xinqiao', 'xinqiao')
  const hosts = [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join(',')
  await createProbe(`postgres://xinqiao:drill@127.0.0.1:${primary.port}/xinqiao`)
  return {
    url: `postgres://xinqiao:drill@${hosts}/xinqiao?target_session_attrs=read-write`,
    async killPrimary() {
      process.kill(-primary.program.pid, 'SIGKILL')
      await primary.program.ended
    },
    async stopReplication() {
      const walReceiverPort = Number(await runSql(at, 'select client_port from pg_stat_replication'))
      await firewall.drop(walReceiverPort)
    },
  }
}
