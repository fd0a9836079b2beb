// Runs the examples of the developer documentation with the published module against a real server.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'
import { beforeAll, expect, test } from 'vitest'
import { usePrograms } from '../../../im-sdk/test/example-programs.ts'
import { createPerson, leaveAll, openDevice, textTo, untilReady } from '../../../im-sdk/test/people.ts'
import { deliverAppAlerts } from '../../../server/src/im/crisis/app-alerts.ts'
import { useTestServer } from '../../../server/test/test-server.ts'
import { createBackend } from '../../../server/test/stand-ins/backend.ts'
import { examples, pageWays } from './examples.ts'
import { sectionExamples } from './section-examples.ts'
import { alertExample, serverExample } from './server-api.ts'

const server = useTestServer()
const { folder, runProgram } = usePrograms()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})

const outputs: Record<string, (friend: string) => string> = {
  start: () => '已送出：您好\n已断开：logout\n',
  sessions: (friend) => `会话 p2p-${friend}，未读 0\n`,
  history: () => 'success 在吗\n',
  picture: () => 'image png\n',
  errors: () => '414 to：账号不能为空\n414\n',
}

test('has the output of each example', () => {
  expect(examples.map(({ id }) => id)).toEqual(Object.keys(outputs))
})

/** Accepts any use, like an SDK that answers nothing. */
const anything: unknown = new Proxy(() => {}, {
  get: (_target, key) => (key === Symbol.toPrimitive ? () => '' : anything),
  apply: () => anything,
})

test.each([...examples, ...Object.values(sectionExamples)])(
  'runs the example $title in a page with script',
  ({ code }) => {
    const [, script = ''] = /<script>\n([^]*)<\/script>/.exec(pageWays[0]!.code)!
    const page = vm.createContext({
      SDK: { NIM: anything, Chatroom: anything },
      console,
      crypto,
      atob,
      Blob,
      setTimeout,
    })
    expect(() =>
      vm.runInContext(
        script.replace('// 例子写在这里', () => code),
        page,
      ),
    ).not.toThrow()
  },
)

test.each(examples)(
  'runs the example $title',
  async ({ id, code }) => {
    const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
    const values = { ACCOUNT: ann.accid, TOKEN: ann.token, FRIEND: bob.accid, 'https://im.example.cn': url }
    const output = await runProgram(id, `import { NIM } from './index.js'\n${code}`, values)
    expect(output).toBe(outputs[id]!(bob.accid))
  },
  60_000,
)

test('runs the example of the server API', async () => {
  const { appKey, secret } = await createBackend(server(), '合作医院')
  const program = serverExample
    .replace("'APP_KEY'", `'${appKey}'`)
    .replace("'SECRET'", `'${secret}'`)
    .replace('https://im.example.cn', url)
  expect(await runProgram('server', program)).toBe('wang 1 欢迎\n')
})

test('runs the example that receives alerts: it accepts a signed one, and refuses others', async () => {
  const app = await createBackend(server(), '社区中心')
  const program = alertExample
    .replace("'APP_KEY'", `'${app.appKey}'`)
    .replace("'SECRET'", `'${app.secret}'`)
    .replace('listen(8080)', "listen(0, '127.0.0.1', function () { console.log(this.address().port) })")
  const file = path.join(folder, 'alerts.mjs')
  writeFileSync(file, program)
  const receiver = spawn(process.execPath, [file])
  try {
    const [port] = (await once(receiver.stdout, 'data')) as [Buffer]
    const alertUrl = `http://127.0.0.1:${port.toString().trim()}/alerts`
    expect((await fetch(alertUrl, { method: 'POST', body: '{}' })).status).toBe(403)
    await server().requestAs(app, 'PUT /admin/apps', { id: app.id, name: '社区中心', origins: [], alertUrl })
    const { info } = await app.request('user/create', { accid: 'li', name: '李' })
    await app.request('user/create', { accid: 'nurse', name: '护士站' })
    const device = openDevice(url, { accid: 'li', token: info.token }, { appKey: app.appKey })
    await untilReady(device)
    const printed = once(receiver.stdout, 'data') as Promise<[Buffer]>
    await device.send(textTo('nurse', '我不想活了，药都准备好了'))
    await deliverAppAlerts(server().kit)
    expect((await printed)[0].toString()).toMatch(/^提醒 \d+ li plan\n$/)
  } finally {
    leaveAll()
    receiver.kill()
  }
})
