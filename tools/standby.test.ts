// Tests the standby's guide on this machine: its blocks are executed as written, with two Debian clusters and a node.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { connect } from '../server/src/kit/db/db.ts'
import { findFreePorts } from '../server/test/free-ports.ts'
import { readGuideBlocks } from './guide-blocks.ts'

const project = path.dirname(import.meta.dirname)
const folder = mkdtempSync(path.join(tmpdir(), 'xinqiao-standby-'))
chmodSync(folder, 0o755)
const undoing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
afterAll(async () => {
  for (const undo of undoing.toReversed()) await undo()
})

type DebianMachine = { host: string; port: number; folder: string; run: (text: string) => string }

/**
 * Replaces systemctl, because containers have no systemd, by the program that Debian's unit runs, too. Exit code 2 (it
 * was already stopped) counts as success.
 */
const systemctl = `#!/bin/sh
[ "$2" = postgresql@15-main ] || exit 1
pg_ctlcluster --skip-systemctl-redirect 15 main "$1" || [ "$1 $?" = 'stop 2' ]
`

/** Simulates one host: its own configuration, data and sockets, in Debian's layout. */
function createMachine(name: string, host: string, port: number): DebianMachine {
  const own = path.join(folder, name)
  mkdirSync(path.join(own, 'data/15'), { recursive: true })
  spawnSync('chown', ['-R', 'postgres', own])
  const env = {
    ...process.env,
    PATH: `${folder}:/usr/sbin:${process.env['PATH']}`,
    PG_CLUSTER_CONF_ROOT: path.join(own, 'etc'),
    PGHOST: own,
    PGPORT: `${port}`,
  }
  const runScript = (text: string) => {
    const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-euc', text], { encoding: 'utf8', env, cwd: '/' })
    expect(`${text}\n${stdout}${stderr}${status === 0 ? '' : `ended with ${status}`}`).not.toContain('ended with')
    return stdout
  }
  const places = ['-d', path.join(own, 'data/15/main'), '-s', own, '-l', path.join(own, 'log'), '-p', `${port}`]
  const settings = ['-o', `external_pid_file=${own}/pid`, '-o', 'fsync=off', '--locale', 'C.UTF-8']
  runScript(['pg_createcluster', ...places, ...settings, '15', 'main', '--start', '--', '--no-sync'].join(' '))
  undoing.push(() => runScript('systemctl stop postgresql@15-main'))
  // real hosts do not connect from the loopback addresses that Debian admits
  runScript(`sed -i '/^host.*127.0.0.1/d' ${own}/etc/15/main/pg_hba.conf && pg_ctlcluster 15 main reload`)
  return { host, port, folder: own, run: runScript }
}

/** Adapts a block to this machine. All differences from the guide: installed software, places, hosts and ports. */
function translate(
  text: string,
  self: DebianMachine,
  first: DebianMachine,
  second: DebianMachine,
  nodePort: number,
): string {
  const different: [string, string][] = [
    ['apt-get install -y', 'true'],
    ['/etc/postgresql', path.join(self.folder, 'etc')],
    ['/var/lib/postgresql', path.join(self.folder, 'data')],
    ["listen_addresses = '*'", "listen_addresses = '127.0.0.1, 127.0.0.2'"],
    ['10.0.0.0/24', '127.0.0.0/8'],
    ['10.0.0.1:5432', `${first.host}:${first.port}`],
    ['10.0.0.2:5432', `${second.host}:${second.port}`],
    ['host=10.0.0.1', `host=${first.host} port=${first.port}`],
    ['127.0.0.1:3000', `127.0.0.1:${nodePort}`],
  ]
  return different.reduce((result, [name, value]) => result.replaceAll(name, value), text)
}

async function startNode(databaseUrl: string, port: number): Promise<{ exitCode: number | null }> {
  const child = spawn(process.execPath, ['server/src/main.ts', '--services=jobs'], {
    cwd: project,
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      SEED: 'none',
      DRAIN_SECONDS: '0',
      PORT: `${port}`,
      DATA_DIR: path.join(folder, 'node'),
      SECRET_KEY: 'the root key of the standby is long enough',
      DATABASE_URL: databaseUrl,
    },
  })
  undoing.push(() => child.kill('SIGKILL') && once(child, 'exit'))
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
  return child
}

test.runIf(process.getuid?.() === 0 && existsSync('/etc/debian_version'))(
  'adds and promotes a standby by the commands of the guide',
  { timeout: 180_000 },
  async () => {
    const [firstPort = 0, secondPort = 0, nodePort = 0] = await findFreePorts(3)
    writeFileSync(path.join(folder, 'systemctl'), systemctl, { mode: 0o755 })
    const first = createMachine('first', '127.0.0.1', firstPort)
    const second = createMachine('second', '127.0.0.2', secondPort)
    const blocks = readGuideBlocks('standby').map(({ text }) => text)
    expect(blocks).toHaveLength(7)
    const [allow = '', copy = '', synchronise = '', address = '', stop = '', promote = '', check = ''] = blocks
    const machines: Record<string, DebianMachine> = { '# 甲': first, '# 乙': second, '# 节点': first }
    const runBlock = (text: string) => {
      const machine = machines[text.split('\n', 1)[0]!]!
      return machine.run(translate(text, machine, first, second, nodePort))
    }
    first.run(readGuideBlocks('operate').find(({ text }) => text.includes('createdb'))!.text)
    runBlock(allow)
    runBlock(copy)
    expect(runBlock(synchronise)).toContain('streaming|sync')

    const url = translate(address.trim().replace('DATABASE_URL=', ''), first, first, second, nodePort)
    const node = await startNode(url, nodePort)
    const sql = connect(url, 1)
    undoing.push(() => sql.end())
    await sql`create table promise (id int)`
    await sql`insert into promise values (1)`

    runBlock(stop)
    runBlock(promote)
    runBlock(check)
    await expect
      .poll(
        () =>
          sql`insert into promise values (2)`.then(
            () => true,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true)
    expect(await sql`select id from promise order by id`).toEqual([{ id: 1 }, { id: 2 }])
    expect(node.exitCode).toBe(null)

    // makes the old primary the standby, with both places exchanged
    first.run(translate(copy, first, second, first, nodePort))
    expect(second.run(translate(synchronise, second, second, first, nodePort))).toContain('streaming|sync')
    expect(readFileSync(path.join(first.folder, 'data/15/main/postgresql.auto.conf'), 'utf8')).toContain(
      `port=${secondPort}`,
    )
    await sql`insert into promise values (3)`
    expect(first.run('runuser -u postgres -- psql -Atc "select max(id) from promise" xinqiao')).toBe('3\n')
  },
)
