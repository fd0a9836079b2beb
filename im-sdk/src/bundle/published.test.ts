// Tests the published package as a customer uses it: packed, installed offline in an empty folder, run, and checked
// against its types.
import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import vm from 'node:vm'
import { gzipSync } from 'node:zlib'
import { parse } from 'acorn'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imErrors, type ImErrorName } from '@xinqiao/contract/im/errors.ts'
import { useTestServer } from '../../../server/test/test-server.ts'
import { olderNodes } from '../../../tools/nodes.ts'
import { readReference, referenceFile } from '../../reference.ts'
import { bareCallbacks } from '../../test/bare-callbacks.ts'
import { packSdk } from '../../test/pack.ts'
import { createPerson, textTo, until, untilReady } from '../../test/people.ts'

const run = promisify(execFile)
const server = useTestServer()
const root = path.resolve(import.meta.dirname, '../../..')
const compiler = path.join(root, 'node_modules/.bin/tsc')
const folder = mkdtempSync(path.join(tmpdir(), 'xinqiao-sdk-'))
const packageFolder = path.join(folder, 'site')

const installed = path.join(packageFolder, 'node_modules/@xinqiao/im-sdk')
const budgets: [files: string[], maxBytes: number][] = [
  [['index.js', 'core.js'], 45 * 1024],
  [['script/sdk.js'], 60 * 1024],
]

let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  const packed = await packSdk(folder)
  const options = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', '--prefix', packageFolder]
  await run('npm', ['install', packed, ...options], { cwd: folder })
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(budgets)('%j weigh at most %i bytes, compressed', (files, maxBytes) => {
  const sizes = files.map((file) => gzipSync(readFileSync(path.join(installed, 'build', file)), { level: 9 }).length)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(maxBytes)
})

test('has the message of each error that the SDK raises', () => {
  const script = readFileSync(path.join(installed, 'build/core.js'), 'utf8')
  const sources = ['im-sdk/src/**/*.ts', 'contract/src/im/**/*.ts'].flatMap((pattern) =>
    globSync(pattern, { cwd: root, exclude: ['**/*.test.ts'] }),
  )
  const names = sources.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/imFail\('(\w+)'/g)].map(
      ([, name]) => name as ImErrorName,
    ),
  )
  expect(names).toContain('uploadAborted')
  expect([...new Set(names)].filter((name) => !script.includes(imErrors[name].message))).toEqual([])
})

test('exports the names that 1.0.0 published, and no other', async () => {
  const program = "console.log(Object.keys(await import('@xinqiao/im-sdk')).join())"
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: packageFolder })
  expect(stdout.trim().split(',')).toEqual(['Chatroom', 'NIM', 'createClient'])
})

test('offers only entries that it contains', async () => {
  const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as object
  expect(manifest).not.toHaveProperty('private')
  const targets = JSON.stringify((manifest as { exports: object }).exports).match(/\.\/[^"]+/g)!
  const files = targets.filter((target) => target !== './sdk.js')
  expect(files).toContain('./build/index.js')
  expect(files.filter((file) => !existsSync(path.join(installed, file)))).toEqual([])
  expect(globSync('**/*.{br,gz,tgz}', { cwd: installed })).toEqual([])
})

test('has no dependencies, and contains what its manifest names', () => {
  expect(readdirSync(path.join(packageFolder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    '@xinqiao',
  ])
  expect(readdirSync(installed).sort()).toEqual(['README.md', 'build', 'package.json'])
  const readme = readFileSync(path.join(installed, 'README.md'), 'utf8')
  expect(globSync('build/*.js', { cwd: installed }).filter((file) => !readme.includes(`\`${file}\``))).toEqual([])
  expect(readdirSync(path.join(installed, 'build')).sort()).toEqual([
    ...[
      'core.js',
      'core.js.map',
      'index.js',
      'lazy-groups.js',
      'lazy-groups.js.map',
      'room-api.js',
      'room-api.js.map',
      'script',
      'transfer.js',
      'transfer.js.map',
    ],
    'types',
  ])
})

test('shows the published types in the developer documentation (node im-sdk/reference.ts)', () => {
  const written = readFileSync(referenceFile, 'utf8')
  expect(JSON.parse(written)).toEqual(readReference(path.join(installed, 'build/types/im-sdk/src')))
})

test('parses as ES2015 in the script, and as ES2021 in the module', () => {
  const readBuiltFile = (file: string) => readFileSync(path.join(installed, 'build', file), 'utf8')
  expect(() => parse(readBuiltFile('script/sdk.js'), { ecmaVersion: 2015, sourceType: 'script' })).not.toThrow()
  for (const file of globSync('*.js', { cwd: path.join(installed, 'build') }))
    expect(() => parse(readBuiltFile(file), { ecmaVersion: 2021, sourceType: 'module' }), file).not.toThrow()
})

test('works as a CommonJS module as well', async () => {
  const program = "const { NIM } = require('@xinqiao/im-sdk'); console.log(typeof NIM.getInstance)"
  const { stdout } = await run(process.execPath, ['-e', program], { cwd: packageFolder })
  expect(stdout).toBe('function\n')
})

test('names its files for older bundlers, and its types for CommonJS', async () => {
  const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as Record<string, string>
  for (const field of ['main', 'module', 'unpkg', 'types'])
    expect(existsSync(path.join(installed, manifest[field]!)), field).toBe(true)
  const cjs = path.join(packageFolder, 'client.cts')
  writeFileSync(
    cjs,
    `import { NIM, type NimTeam, type RoomInfo } from '@xinqiao/im-sdk'
    const nim: NIM = NIM.getInstance({ account: 'a', token: 't', onteams: (teams: NimTeam[]) => console.log(teams[0]?.name) })
    export const nameOf = (room: RoomInfo): string => room.name + nim.account`,
  )
  const flags = [
    '--strict',
    '--noEmit',
    '--target',
    'es2022',
    '--module',
    'node16',
    '--types',
    '',
    '--lib',
    'es2024,dom',
  ]
  await run(compiler, [...flags, cjs], { cwd: packageFolder }).catch((error: { stdout: string }) =>
    expect(error.stdout).toBe(''),
  )
})

test('exports the types that the developer documentation names', async () => {
  const { types } = JSON.parse(readFileSync(referenceFile, 'utf8')) as { types: Record<string, string> }
  const exported = readFileSync(path.join(installed, 'build/types/im-sdk/src/page-types.d.ts'), 'utf8')
  const entry = readFileSync(path.join(installed, 'build/types/im-sdk/src/index.d.ts'), 'utf8')
  const isExported = (name: string) => new RegExp(`\\b${name}\\b`).test(exported + entry)
  expect(Object.keys(types).filter((name) => !isExported(name))).toEqual([])
})

test.each([
  ['core.js', 'sendMsgReceipt', 'nim/messages/messages.ts'],
  ['lazy-groups.js', 'getLocalSysMsgs', 'nim/people/local-sysmsgs.ts'],
  ['room-api.js', 'sendRobotMsg', 'chatroom/messages.ts'],
  ['script/sdk.js', 'sendMsgReceipt', 'nim/messages/messages.ts'],
])('leads a debugger from %s to %s in the sources, which are in the map', (file, method, source) => {
  const script = path.join(installed, 'build', file)
  const map = new SourceMap(JSON.parse(readFileSync(`${script}.map`, 'utf8')) as SourceMapPayload)
  const lines = readFileSync(script, 'utf8').trimEnd().split('\n')
  expect(lines.at(-1)).toBe(`//# sourceMappingURL=${path.basename(file)}.map`)
  const line = lines.findIndex((text) => text.includes(`${method}(`))
  const entry = map.findEntry(line, lines[line]!.indexOf(`${method}(`)) as SourceMapping
  const { originalSource, originalLine, originalColumn } = entry
  expect(originalSource).toMatch(new RegExp(`^(?:\\.\\./)+src/${source}$`))
  const text = map.payload.sourcesContent[map.payload.sources.indexOf(originalSource)]!
  expect(text).toBe(readFileSync(path.join(root, 'im-sdk/src', source), 'utf8'))
  expect(text.split('\n')[originalLine]!.slice(originalColumn)).toMatch(new RegExp(`^${method}\\(`))
})

test('defines only the global SDK, also in an older browser', () => {
  const script = readFileSync(path.join(installed, 'build/script/sdk.js'), 'utf8')
  const page = { crypto: { getRandomValues: crypto.getRandomValues.bind(crypto) }, URL, URLSearchParams, setTimeout }
  const globals = vm.createContext({ ...page, console, queueMicrotask, TextDecoder, TextEncoder })
  vm.runInContext(
    'for (const name of ["at", "findLast", "toReversed"]) delete Array.prototype[name]; delete Map.groupBy',
    globals,
  )
  const before = Object.keys(globals)
  vm.runInContext(script, globals)
  expect(Object.keys(globals).filter((name) => !before.includes(name))).toEqual(['SDK'])
  expect(vm.runInContext('Object.keys(SDK).sort().join()', globals)).toBe('Chatroom,NIM')
  expect(
    vm.runInContext(
      '[[1, 2, 3].at(-1), [1, 2].findLast((n) => n < 2), [1, 2].toReversed().join(), Map.groupBy([1, 2, 3], (n) => n % 2).get(1).length, structuredClone({ a: [1] }).a[0]].join(" ")',
      globals,
    ),
  ).toBe('3 1 2,1 2 1')
  expect(vm.runInContext('crypto.randomUUID()', globals)).toMatch(
    /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  )
})

const exchange = `
import { NIM } from '@xinqiao/im-sdk'
const [defaultLink, ann, annToken, bob, bobToken] = process.argv.slice(2)
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const blob = new Blob([Buffer.from(pixel, 'base64')], { type: 'image/png' })
const options = { appKey: 'x', defaultLink, db: false, ondisconnect: ({ code }) => console.log(code) }
const log = (error, msg) => console.log(error ? error.code + ' ' + error.message : msg.status)
function startSending() {
  const nim = NIM.getInstance({
    ...options,
    account: ann,
    token: annToken,
    onsyncdone() {
      nim.sendText({ scene: 'p2p', to: '', text: '错', done: log })
      nim.sendText({ scene: 'p2p', to: bob, text: '您好', done: log })
    },
    async onmsg(msg) {
      const picture = await fetch(msg.file.url.replace(/^.+(?=\\/files)/, defaultLink))
      console.log(msg.type, picture.status, picture.headers.get('content-type'))
      nim.disconnect()
      other.disconnect()
    },
  })
}
const other = NIM.getInstance({
  ...options,
  account: bob,
  token: bobToken,
  onsyncdone: startSending,
  onmsg(msg) {
    console.log(msg.text)
    other.sendFile({ scene: 'p2p', to: msg.from, type: 'image', blob })
  },
})
`

/** Versions of Node that run the published package. `npm test` installs the older ones. */
const programs = Object.entries({ ...olderNodes, node24: process.execPath }).filter(([, file]) => existsSync(file))
// on other systems, only the Node that runs this test is installed
test.runIf(process.platform === 'linux')('has all three programs on Linux', () => {
  expect(programs).toHaveLength(3)
})

test.each(programs)(
  'delivers a message and a picture between two users in %s',
  async (name, node) => {
    const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
    expect((await run(node, ['--version'])).stdout).toContain(name.replace('node', 'v'))
    writeFileSync(path.join(packageFolder, 'program.mjs'), exchange)
    const users = [ann.accid, ann.token, bob.accid, bob.token]
    const { stdout } = await run(node, ['program.mjs', url, ...users], { cwd: packageFolder })
    const lines = stdout.trim().split('\n')
    expect(lines.toSorted()).toEqual(
      ['414 to：账号不能为空', 'success', '您好', 'image 200 image/png', 'logout', 'logout'].toSorted(),
    )
  },
  60_000,
)

test('runs the example of the README as it is', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const device = bob.device()
  await untilReady(device)
  const [, example = ''] = /```js\n([\s\S]+?)```/.exec(readFileSync(path.join(installed, 'README.md'), 'utf8')) ?? []
  const values = { ACCOUNT: ann.accid, TOKEN: ann.token, FRIEND: bob.accid, 'https://im.example.cn': url }
  const program = Object.entries(values).reduce(
    (text, [name, value]) => text.replace(`'${name}'`, `'${value}'`),
    example,
  )
  writeFileSync(path.join(packageFolder, 'example.mjs'), program)
  const running = run(process.execPath, ['example.mjs'], { cwd: packageFolder })
  await until(() => device.received.length === 1, 'the message of the example')
  await device.send(textTo(ann.accid, '收到'))
  expect((await running).stdout).toBe(`已送出：您好\n${bob.accid}：收到\n已断开：logout\n`)
  device.disconnect()
})

test('accepts a correct TypeScript client and rejects a wrong one', async () => {
  const config = { strict: true, noEmit: true, target: 'ES2022', module: 'NodeNext', types: [], lib: ['ES2024', 'DOM'] }
  const checkTypes = async (client: string) => {
    writeFileSync(path.join(packageFolder, 'client.ts'), client)
    writeFileSync(path.join(packageFolder, 'package.json'), '{ "type": "module" }')
    writeFileSync(
      path.join(packageFolder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: config, files: ['client.ts'] }),
    )
    return run(compiler, ['-p', packageFolder], { cwd: packageFolder }).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    )
  }
  const createClientSource = (more: string) => `
    import { NIM } from '@xinqiao/im-sdk'
    const nim = NIM.getInstance({ account: 'a', token: 't', onmsg: (msg) => { const text: string | undefined = msg.text; console.log(text) } })
    nim.getHistoryMsgs({ scene: 'p2p', to: 'b', done: (error, data) => console.log(error?.message, data?.msgs[0]?.idClient) })
    ${more}`
  expect(await checkTypes(createClientSource('nim.getAIUserList({})'))).toBe('')
  expect(await checkTypes(createClientSource(bareCallbacks))).toBe('')
  expect(await checkTypes(createClientSource('nim.getTeam((error, team) => console.log(error, team))'))).toContain(
    'error',
  )
  expect(await checkTypes(createClientSource('nim.sendText({ scene: "p2p", to: 1, text: "x" })'))).toContain('TS2322')
})
