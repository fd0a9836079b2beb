// Tests the operator's guide on this machine: its blocks are executed as written, in scratch folders and on free ports.
import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { leaveAll, openDevice, textTo, until, untilReady, type Device } from '../im-sdk/test/people.ts'
import { createArticle } from '../server/db/fixtures/article.ts'
import { createChatPeople } from '../server/db/fixtures/chat-people.ts'
import { connect } from '../server/src/kit/db/db.ts'
import { findFreePorts } from '../server/test/free-ports.ts'
import { createTestRedis } from '../server/test/stand-ins/redis.ts'
import { readGuideBlocks, substitute } from './guide-blocks.ts'

const project = path.dirname(import.meta.dirname)
const folder = mkdtempSync(path.join(tmpdir(), 'xinqiao-operate-'))
chmodSync(folder, 0o755)
const pathInFolder = (name: string) => path.join(folder, name)
const undoing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
afterAll(async () => {
  for (const undo of undoing.toReversed()) await undo()
})

/** Settings of a Debian cluster: local users by name, all others by password. */
async function startDebianPostgres(port: number): Promise<void> {
  const bin = '/usr/lib/postgresql/15/bin'
  mkdirSync(pathInFolder('pg'), { mode: 0o755 })
  spawnSync('chown', ['postgres', pathInFolder('pg')])
  const asPostgres = ['--reuid=postgres', '--regid=postgres', '--init-groups', '--']
  const authentication = ['--auth-local=peer', '--auth-host=scram-sha-256', '--no-sync']
  const made = spawnSync('setpriv', [...asPostgres, `${bin}/initdb`, '-D', pathInFolder('pg/data'), ...authentication])
  expect(made.status).toBe(0)
  const options = ['-D', pathInFolder('pg/data'), '-p', `${port}`, '-k', pathInFolder('pg'), '-h', '127.0.0.1']
  const server = spawn('setpriv', [...asPostgres, `${bin}/postgres`, ...options], { stdio: 'ignore' })
  undoing.push(() => server.kill('SIGQUIT') && once(server, 'exit'))
  await until(() => spawnSync('pg_isready', ['-q', '-h', '127.0.0.1', '-p', `${port}`]).status === 0, 'PostgreSQL')
}

/**
 * Starts and restarts the guide's unit as systemd does, because containers have no systemd. A failed start is repeated:
 * another program may have taken the port meanwhile.
 */
const systemctl = `#!/bin/sh
set -e
for unit; do :; done
[ "$unit" = daemon-reload ] && exit 0
port=\${unit#*@}
if [ -f ${folder}/$port.pid ]; then
  pid=$(cat ${folder}/$port.pid)
  kill -- "-$pid"
  while kill -0 -- "-$pid" 2> /dev/null; do sleep 0.1; done
fi
read_unit() { sed -n "s/^$1=//p" "${folder}/\${unit%%@*}@.service" | sed "s/%i/$port/"; }
set -a
. "$(read_unit EnvironmentFile)"
eval "$(read_unit Environment)"
cd "$(read_unit WorkingDirectory)"
setsid sh -c "until $(read_unit ExecStart); do sleep 2; done" > ${folder}/$port.log 2>&1 &
echo $! > ${folder}/$port.pid
`

test.runIf(process.getuid?.() === 0 && existsSync('/etc/debian_version'))(
  'runs two nodes and two socket processes behind nginx by the commands of the guide',
  { timeout: 240_000 },
  async () => {
    const [pgPort = 0, first = 0, second = 0, third = 0, fourth = 0, https = 0, http = 0] = await findFreePorts(7)
    const redis = await createTestRedis()
    undoing.push(redis.stop)
    await startDebianPostgres(pgPort)
    mkdirSync(pathInFolder('bin'))
    writeFileSync(pathInFolder('bin/systemctl'), systemctl, { mode: 0o755 })
    mkdirSync(pathInFolder('ssl'))
    const subject = ['-subj', '/CN=example.cn', '-days', '2', '-nodes']
    const pem = ['-keyout', pathInFolder('ssl/privkey.pem'), '-out', pathInFolder('ssl/fullchain.pem')]
    spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...pem, ...subject])
    cpSync('/etc/nginx', pathInFolder('nginx'), { recursive: true, dereference: true })
    const nginxConfig = readFileSync('/etc/nginx/nginx.conf', 'utf8')
      .replaceAll('/etc/nginx', pathInFolder('nginx'))
      .replaceAll('/var/log/nginx', folder)
      .replace('/run/nginx.pid', pathInFolder('nginx.pid'))
    writeFileSync(pathInFolder('nginx/nginx.conf'), nginxConfig)

    // All differences from the guide: installed software, the system user, places, ports, and the name of the site.
    const different: Record<string, string> = {
      'apt-get install -y': 'true',
      'adduser --system': 'true',
      'runuser -u xinqiao -- ': '',
      '-o xinqiao -g xinqiao ': '',
      'User=xinqiao': 'User=root',
      '/usr/bin/npm start': `${process.execPath} tools/start.ts`,
      '/etc/systemd/system': folder,
      '/etc/cron.daily': folder,
      '/etc/xinqiao.env': pathInFolder('xinqiao.env'),
      '/etc/nginx': pathInFolder('nginx'),
      '/etc/ssl/xinqiao': pathInFolder('ssl'),
      '/opt/xinqiao': project,
      '/var/lib/xinqiao': pathInFolder('data'),
      '/var/backups/xinqiao': pathInFolder('backups'),
      'nginx -t && nginx -s reload': `nginx -t -c ${pathInFolder('nginx/nginx.conf')} && nginx -c ${pathInFolder('nginx/nginx.conf')}`,
      '@127.0.0.1/xinqiao': `@127.0.0.1:${pgPort}/xinqiao`,
      '127.0.0.1:6379': new URL(redis.url).host,
      '127.0.0.1:3000': `127.0.0.1:${first}`,
      '127.0.0.1:3001': `127.0.0.1:${second}`,
      '127.0.0.1:3010': `127.0.0.1:${third}`,
      '127.0.0.1:3011': `127.0.0.1:${fourth}`,
      '@3000': `@${first}`,
      '@3001': `@${second}`,
      'in 3000 3001': `in ${first} ${second}`,
      'in 3010 3011': `in ${third} ${fourth}`,
      'listen 443 ': `listen 127.0.0.1:${https} `,
      '  listen [::]:443 ssl http2;\n': '',
      'listen 80;': `listen 127.0.0.1:${http};`,
      '  listen [::]:80;\n': '',
      'https://example.cn': `https://localhost:${https}`,
    }
    const marker = `\n${randomUUID()}\n`
    const blocks = readGuideBlocks('operate')
    const joined = blocks.map(({ file, text }) => `${file ?? ''}\n${text}`).join(marker)
    const steps = substitute(joined, different).split(marker)
    const environment = { ...process.env, PATH: `${pathInFolder('bin')}:/usr/sbin:${process.env['PATH']}` }
    const runBlock = (text: string) => {
      // load balancers get no time to notice, because nginx asks the other node at once
      const env = { ...environment, PGHOST: pathInFolder('pg'), PGPORT: `${pgPort}`, DRAIN_SECONDS: '0' }
      const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-euc', text], {
        encoding: 'utf8',
        env,
        cwd: '/',
      })
      expect(`${text}\n${stdout}${stderr}${status === 0 ? '' : `ended with ${status}`}`).not.toContain('ended with')
      return `${stdout}${stderr}`
    }
    undoing.push(() => {
      for (const port of [first, second, third, fourth])
        runBlock(`kill -9 -- "-$(cat ${pathInFolder(`${port}.pid`)})" || true`)
      runBlock(`kill "$(cat ${pathInFolder('nginx.pid')})"`)
    })
    const outputs = steps.map((step) => {
      const file = step.slice(0, step.indexOf('\n'))
      const text = step.slice(file.length + 1)
      if (!file) return runBlock(text)
      writeFileSync(file, text)
      return ''
    })
    expect(outputs.join('\n')).toContain('管理员已创建')
    expect(outputs.join('\n')).toContain('备份完好')
    for (const unit of [`xinqiao@${first}`, `xinqiao-socket@${third}`])
      expect(runBlock(`systemd-analyze verify ${pathInFolder(`${unit}.service`)}`)).toBe('')
    expect(readFileSync(pathInFolder('nginx/nginx.conf'), 'utf8')).toContain('worker_connections 20000;')

    const sql = connect(`postgres://xinqiao:change%23me@127.0.0.1:${pgPort}/xinqiao`, 1)
    undoing.push(() => sql.end())
    await createArticle(sql, { title: '代理后面的文章' })
    const people = await createChatPeople(sql, 2)
    expect(runBlock(`curl -ks https://127.0.0.1:${https}/`)).toContain('代理后面的文章')
    expect(runBlock(`curl -sI http://127.0.0.1:${http}/`)).toContain('301')

    const devices = people.map((person, i) => openDevice(`http://127.0.0.1:${[first, third][i]}`, person))
    const [ann, bob] = devices as [Device, Device]
    await untilReady(ann, bob)
    const sent = await ann.send(textTo(people[1]!.accid, '你好'))
    await until(() => bob.received.length > 0, 'the message on the other node')
    expect(bob.received[0]?.idServer).toBe(sent.idServer)
    leaveAll()

    // a socket process answers handshakes only, and page nodes take its place
    const handshake = `curl -ks 'https://127.0.0.1:${https}/socket.io/?EIO=4&transport=polling'`
    expect(runBlock(`curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:${third}/`)).toBe('404')
    expect(runBlock(handshake)).toContain('"sid"')
    for (const port of [third, fourth]) runBlock(`kill -9 -- "-$(cat ${pathInFolder(`${port}.pid`)})"`)
    expect(runBlock(handshake)).toContain('"sid"')
    for (const port of [first, second]) runBlock(`kill -9 -- "-$(cat ${pathInFolder(`${port}.pid`)})"`)
    const away = runBlock(`curl -ksi https://127.0.0.1:${https}/`)
    expect(away).toMatch(/^HTTP\/2 503/)
    expect(away).toMatch(/^retry-after: 5/m)
    expect(away).toMatch(/^content-type: text\/html; charset=utf-8/m)
    expect(away).toContain('12356')
  },
)
