// What the tests need from the system: a browser with a Chinese font, Redis, and ffmpeg. What is there is used.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const has = (program: string) => spawnSync('which', [program], { stdio: 'ignore' }).status === 0
const hasChineseFont = () => {
  const run = spawnSync('fc-list', [':lang=zh-cn', 'family'], { encoding: 'utf8' })
  return run.status === 0 && run.stdout.trim() !== ''
}

const needs: { name: string; isThere: () => boolean; packages: string[] }[] = [
  { name: 'Chromium', isThere: () => process.env.CHROMIUM !== undefined || has('chromium'), packages: ['chromium'] },
  { name: '中文字体', isThere: hasChineseFont, packages: ['fontconfig', 'fonts-noto-cjk'] },
  { name: 'redis-server', isThere: () => has('redis-server'), packages: ['redis-server'] },
  { name: 'ffmpeg', isThere: () => has('ffmpeg'), packages: ['ffmpeg'] },
]

/** Installs what is missing where it can (Debian, root), else says what to install. @returns false when something is missing */
export function prepareSystem(): boolean {
  const missing = needs.filter((need) => !need.isThere())
  if (missing.length === 0) return true
  const packages = missing.flatMap((need) => need.packages)
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    console.error(
      `测试还需要：${missing.map((need) => need.name).join('、')}。请先安装（Debian：apt-get install ${packages.join(' ')}）`,
    )
    return false
  }
  console.log(`正在安装测试所需的系统软件：${packages.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', '-o', 'Dpkg::Lock::Timeout=300', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    }).status === 0
  apt('update')
  // a service that the package starts is stopped by nobody: the tests start their own
  const isDone = apt('install', '-y', '--no-install-recommends', ...packages)
  const still = needs.filter((need) => !need.isThere())
  if (isDone && still.length === 0) return true
  console.error(`没有装上：${still.map((need) => need.name).join('、')}`)
  return false
}
