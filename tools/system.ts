// Programs that the tests need: browsers with a Chinese font, Redis, ffmpeg, LibreOffice, and those of the operator's
// guide. Only missing ones are installed.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const isInstalled = (program: string) =>
  spawnSync('which', [program], { stdio: 'ignore', env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` } })
    .status === 0
const hasChineseFont = () => {
  const run = spawnSync('fc-list', [':lang=zh-cn', 'family'], { encoding: 'utf8' })
  return run.status === 0 && run.stdout.trim() !== ''
}

/** The headless shell is faster, because it draws no windows; the complete browser is the fallback. */
const [shell, whole] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
export const browser = process.env.CHROMIUM ?? (existsSync(shell) ? shell : whole)

/** Prevents the spare renderer that Chromium starts for each context: it costs a tenth of the first page. */
export const noSpareRenderer = ['--renderer-process-limit=1']

const isRoot = process.getuid?.() === 0
const isDebian = existsSync('/etc/debian_version')

type SystemPackage = { name: string; isThere: () => boolean; isEnough?: () => boolean; packages: string[] }
/** Programs of docs/guides/operate.md, whose test changes users and folders and so needs root. */
const guideNeeds: SystemPackage[] = [
  { name: 'PostgreSQL 15', isThere: () => existsSync('/usr/lib/postgresql/15/bin'), packages: ['postgresql-15'] },
  ...['nginx', 'openssl', 'curl'].map((name) => ({ name, isThere: () => isInstalled(name), packages: [name] })),
  { name: 'systemd', isThere: () => isInstalled('systemd-analyze'), packages: ['systemd'] },
]
const needs: SystemPackage[] = [
  {
    name: 'Chromium',
    isThere: () => process.env.CHROMIUM !== undefined || existsSync(shell),
    isEnough: () => existsSync(whole),
    packages: ['chromium-headless-shell'],
  },
  {
    name: 'Firefox ESR',
    isThere: () => isInstalled('firefox-esr'),
    isEnough: () => !isDebian,
    packages: ['firefox-esr'],
  },
  { name: '中文字体', isThere: hasChineseFont, packages: ['fontconfig', 'fonts-noto-cjk'] },
  { name: 'redis-server', isThere: () => isInstalled('redis-server'), packages: ['redis-server'] },
  { name: 'coturn', isThere: () => isInstalled('turnserver'), packages: ['coturn'] },
  {
    name: 'LibreOffice 与 poppler',
    isThere: () => ['soffice', 'pdftoppm', 'bwrap'].every(isInstalled),
    packages: ['libreoffice-writer-nogui', 'libreoffice-impress-nogui', 'poppler-utils', 'bubblewrap'],
  },
  { name: 'janus', isThere: () => isInstalled('janus'), packages: ['janus'] },
  { name: 'ffmpeg', isThere: () => isInstalled('ffmpeg'), packages: ['ffmpeg'] },
  ...(isRoot && isDebian ? guideNeeds : []),
]

/**
 * Installs missing programs if possible (on Debian, as root), or prints their names.
 * @returns false when one is missing
 */
export function installMissingPrograms(): boolean {
  const wanted = needs.filter((need) => !need.isThere())
  if (wanted.length === 0) return true
  const packages = wanted.flatMap((need) => need.packages)
  const listMissing = () => needs.filter((need) => !need.isThere() && !need.isEnough?.()).map((need) => need.name)
  if (!isRoot || !isDebian) {
    const missing = listMissing()
    if (missing.length === 0) return true
    console.error(`测试还需要：${missing.join('、')}。请先安装（Debian：apt-get install ${packages.join(' ')}）`)
    return false
  }
  console.log(`正在安装测试所需的系统软件：${packages.join(' ')}`)
  // RUNLEVEL 1, so that freshly installed servers do not start and occupy their ports
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const runAptQuietly = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', '-o', 'Dpkg::Lock::Timeout=300', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    })
  runAptQuietly('update')
  runAptQuietly('install', '-y', '--no-install-recommends', ...packages)
  const missing = listMissing()
  if (missing.length === 0) return true
  console.error(`没有装上：${missing.join('、')}`)
  return false
}
