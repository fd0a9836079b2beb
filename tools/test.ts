// Runs all checks, cheapest first. It ends with a summary in one line.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { installOlderNodeVersions } from './nodes.ts'
import { installMissingPrograms } from './system.ts'

const root = path.dirname(import.meta.dirname)
const results = path.join(root, 'test-results')
const total = { passed: 0, failed: 0, skipped: 0 }
type TestCount = typeof total
const faults: string[] = []
/** Printed at the end of the output, because a reader may see only the end of it. */
const failedTests: string[] = []

function addCount(name: string, count: TestCount, seconds: number) {
  total.passed += count.passed
  total.failed += count.failed
  total.skipped += count.skipped
  console.log(`== ${name}：${count.passed} 通过，${count.failed} 失败（${seconds.toFixed(0)} 秒）`)
}

/** Repeats the last output of failed checks at the end, for readers of the summary. */
const holdFault = (name: string, output: string) => faults.push(`-- ${name}：失败\n${output.trim().slice(-6_000)}`)

async function runCommand(command: string, args: string[], env: Record<string, string> = {}) {
  const start = performance.now()
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [status] = (await once(child, 'close')) as [number | null]
  return { isGood: status === 0, output, seconds: (performance.now() - start) / 1000 }
}

/** Runs a checker with one result; `sees` proves from its output that it checked something. */
async function runChecker(
  name: string,
  {
    command,
    args,
    sees,
    env,
  }: { command: string; args: string[]; sees: (output: string) => boolean; env?: Record<string, string> },
) {
  console.log(`-- ${name}`)
  const { isGood, output, seconds } = await runCommand(command, args, env)
  const isPassed = isGood && sees(output)
  if (!isPassed) holdFault(name, isGood ? `${output}\n检查器没有看到任何文件` : output)
  addCount(name, { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0 }, seconds)
}

type UnitReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** Failed tests with the first line of their errors. */
function listFailedTests({ testResults }: UnitReport): string[] {
  const firstLine = (text: string) => text.split('\n', 1)[0]!.slice(0, 200)
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(root, name)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0) return message ? [`${file}: ${firstLine(message)}`] : []
    return failed.map((result) => `${file} > ${result.fullName}: ${firstLine(result.failureMessages[0] ?? '')}`)
  })
}

const numberAfter = (output: string, pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? 0)
const sources = globSync('{contract,im-sdk,ui,server,portal,admin,tools,e2e,bench,drill}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'build',
}).length

async function runUnit() {
  console.log('-- 单元与集成测试')
  const report = path.join(results, 'unit.json')
  const args = ['run', '--reporter=json', `--outputFile=${report}`, '--reporter=dot']
  const { isGood, output, seconds } = await runCommand('vitest', args, { NO_COLOR: '1' })
  const json = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as UnitReport) : null
  const failed = json?.numFailedTests ?? 1
  const count = {
    passed: json?.numPassedTests ?? 0,
    failed: isGood ? failed : Math.max(1, failed),
    skipped: json?.numPendingTests ?? 0,
  }
  if (!isGood) holdFault('单元与集成测试', output)
  if (json) failedTests.push(...listFailedTests(json))
  addCount('单元与集成测试', count, seconds)
}

type StoryReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: StorySuite[]
}
type StorySuite = {
  file: string
  suites?: StorySuite[]
  specs: { title: string; ok: boolean; tests: { results: { errors: { message?: string }[] }[] }[] }[]
}

/** Failed stories with the beginning of their errors. */
const listFailedStories = (suites: readonly StorySuite[]): string[] =>
  suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs.flatMap(({ title, ok, tests }) => {
      const error = tests.flatMap((run) => run.results.flatMap(({ errors }) => errors))[0]
      return ok ? [] : [`${file} > ${title}: ${stripVTControlCharacters(error?.message ?? '').slice(0, 600)}`]
    }),
    ...listFailedStories(inner),
  ])

async function runStories() {
  console.log('-- 浏览器故事')
  const report = path.join(results, 'e2e.json')
  const { isGood, output, seconds } = await runCommand('playwright', ['test'], { E2E_JSON: report })
  const json = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as StoryReport) : null
  const stats = json?.stats
  // a flaky story counts as failed
  const failed = (stats?.unexpected ?? 1) + (stats?.flaky ?? 0)
  const count = {
    passed: stats?.expected ?? 0,
    failed: isGood ? failed : Math.max(1, failed),
    skipped: stats?.skipped ?? 0,
  }
  if (!isGood || failed > 0) holdFault('浏览器故事', output)
  if (json) failedTests.push(...listFailedStories(json.suites))
  addCount('浏览器故事', count, seconds)
}

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const isReady = installMissingPrograms() && installOlderNodeVersions()
if (!isReady) total.failed += 1

/**
 * Settings of the type checkers: their threads repeat each other's work, and frequent garbage collection takes time.
 */
const oneThread = { GOGC: '400', GOMAXPROCS: '1' }

/** Checks that run beside the linter, which takes as long as all of them together. */
async function checkOtherThanLint() {
  await runChecker('格式', {
    command: 'oxfmt',
    args: ['--check'],
    sees: (output) => numberAfter(output, /on (\d+) files/) > 100,
  })
  await runChecker('类型', {
    command: 'tsc',
    args: ['-p', 'tsconfig.json', '--listFilesOnly'],
    sees: (output) =>
      output.split('\n').filter((line) => line.startsWith(root) && !line.includes('node_modules')).length >= sources,
  })
  await runChecker('类型检查', {
    command: 'tsc',
    args: ['-p', 'tsconfig.json', '--checkers', '1'],
    sees: () => true,
    env: oneThread,
  })
  await runChecker('无用代码', { command: 'knip', args: [], sees: () => true })
  await runChecker('构建', {
    command: process.execPath,
    args: ['tools/build.ts'],
    sees: () =>
      existsSync(path.join(root, 'portal/build/assets.json')) && existsSync(path.join(root, 'admin/build/index.html')),
  })
}

await Promise.all([
  runChecker('静态检查', {
    command: 'oxlint',
    args: ['--type-aware', '--deny-warnings'],
    sees: (output) => numberAfter(output, /on (\d+) files/) > 100,
    env: oneThread,
  }),
  checkOtherThanLint(),
])
await runUnit()
if (isReady) await runStories()

for (const text of [...faults, ...failedTests]) console.log(text)
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed === 0 ? 0 : 1)
