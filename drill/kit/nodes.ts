// The site as docs/guides/operate.md sets it up: two nodes behind nginx, each restarted as its systemd unit does.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { rootCertificates, setDefaultCACertificates } from 'node:tls'
import { requireProgram } from '../../bench/kit/system.ts'
import { startObjectStore, type ObjectStore } from '../../server/test/stand-ins/object-store.ts'
import { readGuideFile, substitute } from '../../tools/guide-blocks.ts'
import { launch, nextPort, onCleanUp, runCommand, scratchFolder, waitUntil, type RunningProgram } from './processes.ts'

const restartDelayMs =
  Number(/^RestartSec=(\d+)$/m.exec(readGuideFile('operate', '/etc/systemd/system/xinqiao@.service'))?.[1]) * 1000

export type SiteNode = {
  url: string
  /** Number of starts of its process. */
  starts: () => number
  /** Kills the process by SIGKILL; its unit restarts it. */
  kill: () => Promise<void>
  untilReady: () => Promise<void>
  /** Stops the process by SIGTERM; resolves when the next one is ready. */
  restart: () => Promise<void>
  /** Keeps it stopped until `release`. */
  hold: () => Promise<void>
  release: () => Promise<void>
  output: () => string
}

/** HTTP status of `/readyz`; 0 without a reply within two seconds. */
export const readReadiness = (url: string): Promise<number> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ status }) => status,
    () => 0,
  )

/** Gives each node its own folder, as on two machines. */
const startNode = async (env: Record<string, string>): Promise<SiteNode> => {
  const dataDir = scratchFolder('data')
  const port = nextPort()
  const url = `http://127.0.0.1:${port}`
  let starts = 0
  let isEnding = false
  let isHeld = false
  let program!: RunningProgram
  onCleanUp(() => void (isEnding = true))
  const startProgram = () => {
    starts += 1
    program = launch([process.execPath, 'server/src/main.ts'], { env: { ...env, DATA_DIR: dataDir, PORT: `${port}` } })
    void program.ended.then(() => wait(isEnding ? 0 : restartDelayMs)).then(() => isEnding || isHeld || startProgram())
  }
  startProgram()
  await waitUntil(
    async () => (await readReadiness(url)) === 200,
    () => `a node: ${program.output().slice(-600)}`,
    90,
  )
  const untilReady = () => waitUntil(async () => (await readReadiness(url)) === 200, 'a ready node', 90)
  return {
    url,
    starts: () => starts,
    kill: () => program.stop('SIGKILL'),
    untilReady,
    async restart() {
      await program.stop('SIGTERM')
      await untilReady()
    },
    async hold() {
      isHeld = true
      await program.stop('SIGTERM')
    },
    async release() {
      isHeld = false
      startProgram()
      await untilReady()
    },
    output: () => program.output(),
  }
}

async function createCertificate(folder: string): Promise<{ key: string; certificate: string }> {
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-days', '2']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  await runCommand(['openssl', 'req', '-x509', ...curve, '-keyout', key, '-out', certificate, ...subject])
  return { key, certificate }
}

/** Debian's configuration in another folder, with the site and the limits from the guide. */
function writeNginxConfig(
  folder: string,
  port: number,
  nodes: readonly SiteNode[],
  pem: { key: string; certificate: string },
): string {
  cpSync('/etc/nginx', path.join(folder, 'etc'), { recursive: true, dereference: true })
  const etc = path.join(folder, 'etc')
  mkdirSync(path.join(folder, 'log'))
  for (const site of readdirSync(path.join(etc, 'sites-enabled'))) rmSync(path.join(etc, 'sites-enabled', site))
  writeFileSync(
    path.join(etc, 'sites-enabled/xinqiao'),
    substitute(readGuideFile('operate', '/etc/nginx/sites-available/xinqiao'), {
      '127.0.0.1:3000': new URL(nodes[0]!.url).host,
      '127.0.0.1:3001': new URL(nodes[1]!.url).host,
      'listen 443 ': `listen 127.0.0.1:${port} `,
      '  listen [::]:443 ssl http2;\n': '',
      'listen 80;': `listen 127.0.0.1:${nextPort()};`,
      '  listen [::]:80;\n': '',
      'example.cn': 'localhost',
      '/etc/ssl/xinqiao/fullchain.pem': pem.certificate,
      '/etc/ssl/xinqiao/privkey.pem': pem.key,
    }),
  )
  writeFileSync(path.join(etc, 'modules-enabled/90-xinqiao.conf'), 'worker_rlimit_nofile 65536;\n')
  const file = path.join(etc, 'nginx.conf')
  const text = readFileSync(file, 'utf8')
    .replaceAll('/etc/nginx', etc)
    .replaceAll('/var/log/nginx', path.join(folder, 'log'))
    .replace('/run/nginx.pid', path.join(folder, 'pid'))
    .replace(/worker_connections .*/, 'worker_connections 20000;')
  writeFileSync(file, text)
  return file
}

async function startNginx(nodes: readonly SiteNode[]): Promise<string> {
  const nginx = requireProgram('nginx')
  const folder = scratchFolder('nginx')
  const pem = await createCertificate(folder)
  const port = nextPort()
  const file = writeNginxConfig(folder, port, nodes, pem)
  const common = ['-c', file, '-e', path.join(folder, 'log/error.log')]
  await runCommand([nginx, '-t', '-q', ...common])
  const program = launch([nginx, ...common, '-g', 'daemon off;'])
  setDefaultCACertificates([...rootCertificates, readFileSync(pem.certificate, 'utf8')])
  const url = `https://localhost:${port}`
  await waitUntil(
    async () => (await readReadiness(url)) === 200,
    () => `nginx: ${program.output()}`,
  )
  return url
}

export type DrillSite = {
  url: string
  nodes: readonly [SiteNode, SiteNode]
  store: ObjectStore
  env: Record<string, string>
}

export async function startSite(databaseUrl: string, busUrl: string): Promise<DrillSite> {
  const store = await startObjectStore(nextPort())
  onCleanUp(store.stop)
  const env = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    SEED: 'none',
    DATABASE_URL: databaseUrl,
    BUS_URL: busUrl,
    STORAGE_URL: store.url,
    SECRET_KEY: 'the root key of the drills is long enough to pass',
    PUBLIC_URL: 'https://localhost',
  }
  // one after the other, as in the guide: the first node updates the schema
  const nodes = [await startNode(env), await startNode(env)] as const
  return { url: await startNginx(nodes), nodes, store, env: { ...env, DATA_DIR: scratchFolder('tools') } }
}
