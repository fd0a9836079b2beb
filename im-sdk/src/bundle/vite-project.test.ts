// Tests a new Vite project in TypeScript: it installs the packed file, passes the strict type check, and
// chats in two tabs of Firefox ESR from another origin.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from 'vite'
import { createBackend } from '../../../server/test/stand-ins/backend.ts'
import { useTestServer } from '../../../server/test/test-server.ts'
import { openFirefox, openReportingSite } from '../../test/firefox.ts'
import { packSdk } from '../../test/pack.ts'
import { leaveAll, openDevice, textOf, textTo, until, untilReady } from '../../test/people.ts'

const run = promisify(execFile)
const server = useTestServer()
const source = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'xinqiao-vite-'))
const project = path.join(folder, 'project')

const files: Record<string, string> = {
  'index.html':
    '<!doctype html><meta charset="utf-8"><title>聊天</title><script type="module" src="/main.ts"></script>',
  // runs the action that the text of a received message names, and reports its result to the test
  'main.ts': `
import { NIM, type NimError, type NimMessage, type NimOptions } from '@xinqiao/im-sdk'
const query = new URLSearchParams(location.search)
const value = (name: string): string => query.get(name) ?? ''
const [to, tab] = [value('to'), value('tab')]
const tell = (text: string): void => void fetch('/said', { method: 'POST', body: \`\${tab} \${text}\` })
addEventListener('error', ({ message }) => tell(\`page error: \${message}\`))
const tellResult = (error: NimError | null, msg: NimMessage) =>
  tell(error ? \`\${error.code} \${error.message}\` : \`\${msg.type} \${msg.status}\`)
function sendPicture(): void {
  const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 })
  canvas.getContext('2d')?.fillRect(0, 0, 20, 20)
  canvas.toBlob((blob) => {
    if (blob) nim.sendFile({ scene: 'p2p', to, type: 'image', blob, done: tellResult })
  })
}
const actions: Record<string, () => void> = {
  '1 问好': () => nim.sendText({ scene: 'p2p', to, text: '您好', done: tellResult }),
  '1 发图': sendPicture,
  '1 重新载入': () => void setTimeout(() => location.reload(), 500), // after the report below
}
const options: NimOptions = {
  appKey: value('appKey'),
  account: value('account'),
  token: value('token'),
  defaultLink: value('server'),
  onsyncdone: () =>
    nim.getLocalMsgs({
      sessionId: \`p2p-\${to}\`,
      done: (error, result) => tell(error ? error.message : \`ready with \${result?.msgs.length ?? 0}\`),
    }),
  onmsg(msg: NimMessage): void {
    tell(\`\${msg.flow} \${msg.type}\`)
    actions[\`\${tab} \${msg.text ?? ''}\`]?.()
  },
  ondisconnect: ({ code, message }) => tell(\`\${code} \${message}\`),
}
const nim = NIM.getInstance(options)
`,
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      target: 'ES2022',
      module: 'ESNext',
      moduleResolution: 'bundler',
      types: [],
      lib: ['ES2022', 'DOM'],
    },
    files: ['main.ts'],
  }),
  'package.json': '{ "type": "module", "private": true }',
}

beforeAll(async () => {
  const packed = await packSdk(folder)
  mkdirSync(project)
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(project, name), text)
  const options = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--silent']
  await run('npm', ['install', packed, ...options], { cwd: project })
}, 180_000)
afterAll(() => {
  leaveAll()
  rmSync(folder, { recursive: true, force: true })
})

test('passes the strict type check', async () => {
  const compiler = path.resolve(source, '../node_modules/.bin/tsc')
  await expect(run(compiler, ['-p', project])).resolves.toMatchObject({ stdout: '' })
}, 120_000)

type ChatLogin = { accid: string; token: string }

/** A file of the built project. */
function readBuiltFile(name: string) {
  const file = path.join(project, 'dist', name)
  if (!existsSync(file)) return null
  return { type: file.endsWith('.js') ? 'text/javascript' : 'text/html', body: readFileSync(file) }
}

// Debian's browser, which CI installs
test.runIf(existsSync('/etc/debian_version'))(
  'lets two tabs of its page chat, send a picture and reload in Firefox ESR',
  async () => {
    await build({ root: project, configFile: false, logLevel: 'warn' })
    const { url } = await server().listen({ isFrequencyLimited: false })
    const { origin, untilReported, close } = await openReportingSite(readBuiltFile)
    const { appKey, request } = await createBackend(server(), '合作医院', [origin])
    const [ann, bob] = (await Promise.all(
      ['ann', 'bob'].map(async (accid) => (await request('user/create', { accid })).info as unknown),
    )) as [ChatLogin, ChatLogin]
    const device = openDevice(url, bob, { appKey })
    await untilReady(device)
    await expect
      .poll(async () => (await fetch(`${url}/im/origin`, { headers: { origin } })).json(), { timeout: 20_000 })
      .toEqual({ allowed: true })
    const query = { server: url, appKey, account: ann.accid, token: ann.token, to: bob.accid }
    const createAddress = (tab: string) => `${origin}/?${new URLSearchParams({ ...query, tab }).toString()}`
    const closeBrowser = openFirefox(folder, 'profile', [createAddress('1'), createAddress('2')])
    try {
      await untilReported('1 ready with 0', '2 ready with 0')
      await device.send(textTo(ann.accid, '问好'))
      await untilReported('1 in text', '1 text success', '2 in text', '2 out text')
      await device.send(textTo(ann.accid, '发图'))
      await untilReported('1 image success', '1 in text', '2 in text', '2 out image')
      await until(() => device.received.length === 2, 'both messages')
      expect(textOf(device.received[0]!)).toBe('您好')
      await device.send(textTo(ann.accid, '重新载入'))
      await untilReported('1 in text', '1 ready with 5', '2 in text')
    } finally {
      await closeBrowser()
      close()
    }
  },
  240_000,
)
