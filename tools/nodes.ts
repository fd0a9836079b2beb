// Node versions in which the published SDK is tested. The project brings one; npm has builds of the others.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

const folder = path.join(import.meta.dirname, '../tmp/nodes')
const releases = { node20: '20.20.2', node22: '22.23.3' }
const nodePathOf = (name: string) => path.join(folder, 'node_modules', name, 'bin/node')

/** Paths of the older Node programs by name; they exist after `installOlderNodeVersions`. */
export const olderNodes: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(releases).map((name) => [name, nodePathOf(name)]),
)

/**
 * Installs missing Node versions, outside of the project's own dependencies.
 * @returns false when one is missing
 */
export function installOlderNodeVersions(): boolean {
  const areInstalled = () => Object.values(olderNodes).every((program) => existsSync(program))
  if (process.platform !== 'linux' || areInstalled()) return true
  console.log('正在下载测试所需的旧版 Node')
  const packages = Object.entries(releases).map(
    ([name, version]) => `${name}@npm:node-linux-${process.arch}@${version}`,
  )
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--silent']
  spawnSync('npm', ['install', '--prefix', folder, ...options, ...packages], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (areInstalled()) return true
  console.error(`没有下载到旧版 Node（${Object.values(releases).join('、')}）`)
  return false
}
