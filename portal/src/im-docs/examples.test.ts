// Runs the examples of the developer documentation with the published module against a real server.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleModule } from '../../../im-sdk/build.ts'
import { createPerson } from '../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../server/test/test-server.ts'
import { createBackend } from '../../../server/test/backend.ts'
import { examples } from './examples.ts'
import { serverExample } from './server-api.ts'

const server = useTestServer()
const folder = mkdtempSync(path.join(tmpdir(), 'xinqiao-examples-'))
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  await bundleModule(folder)
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const outputs: Record<string, (friend: string) => string> = {
  start: () => '已送出：您好\n已断开：logout\n',
  sessions: (friend) => `会话 p2p-${friend}，未读 0\n`,
  history: () => 'success 在吗\n',
  picture: () => 'image png\n',
  errors: () => '414 to：账号不能为空\nError_Not_Supported\n',
}

test('each example has its output here', () => {
  expect(examples.map(({ id }) => id)).toEqual(Object.keys(outputs))
})

test.each(examples)(
  '$title',
  async ({ id, code }) => {
    const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
    const values = { ACCOUNT: ann.accid, TOKEN: ann.token, FRIEND: bob.accid, 'https://im.example.cn': url }
    let program = `import { NIM } from './index.js'\n${code}`
    for (const [name, value] of Object.entries(values))
      program = program.replaceAll(new RegExp(`(?<=['-])${name}(?=')`, 'g'), value)
    const file = path.join(folder, `${id}.mjs`)
    writeFileSync(file, program)
    const { stdout } = await promisify(execFile)(process.execPath, [file])
    expect(stdout).toBe(outputs[id]!(bob.accid))
  },
  60_000,
)

test('the example of the server API', async () => {
  const { appKey, secret } = await createBackend(server(), '合作医院')
  const program = serverExample
    .replace("'APP_KEY'", `'${appKey}'`)
    .replace("'SECRET'", `'${secret}'`)
    .replace('https://im.example.cn', url)
  const file = path.join(folder, 'server.mjs')
  writeFileSync(file, program)
  const { stdout } = await promisify(execFile)(process.execPath, [file])
  expect(stdout).toBe('wang 1 欢迎\n')
}, 60_000)
