// Tests the script of /im/sdk.js on a page of another site in Firefox ESR: chat, reload, local database, device ids.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBackend } from '../../../server/test/stand-ins/backend.ts'
import { useTestServer } from '../../../server/test/test-server.ts'
import { build } from '../../../tools/build.ts'
import { openFirefox, openReportingSite } from '../../test/firefox.ts'
import { leaveAll, openDevice, textOf, textTo, until, untilReady } from '../../test/people.ts'

beforeAll(build)
const server = useTestServer({}, { servesPages: true })
const folder = mkdtempSync(path.join(tmpdir(), 'xinqiao-firefox-'))
afterAll(() => {
  leaveAll()
  rmSync(folder, { recursive: true, force: true })
})

/** Written like pages of 2016: a script tag, callbacks and no module. */
const createPage = (url: string) => `<!doctype html><meta charset="utf-8"><title>聊天</title>
<script src="${url}/im/sdk.js" crossorigin></script>
<script>
var query = new URLSearchParams(location.search), to = query.get('to'), tab = query.get('tab')
function report(text) { fetch('/reports', { method: 'POST', body: tab + ' ' + text }) }
addEventListener('error', function (event) { report('page error: ' + event.message) })
var lastDevice, nim
function start() {
nim = SDK.NIM.getInstance({
  appKey: query.get('appKey'), account: query.get('account'), token: query.get('token'),
  onconnect: function (data) { lastDevice = data.lastLoginDeviceId },
  onsyncdone: function () {
    nim.getLocalMsgs({ sessionId: 'p2p-' + to, desc: false, done: function (error, data) {
      report(nim.getDBStatus() + ' [' + data.msgs.map(function (msg) { return msg.text }) + '] after ' + lastDevice)
    } })
  },
  onmsg: function (msg) {
    report(msg.flow + ' ' + msg.text)
    if (msg.text === tab + ' 问好')
      nim.sendText({ scene: 'p2p', to: to, text: '您好', done: function (error, sent) { report(sent.status) } })
    if (msg.text === tab + ' 重新载入') setTimeout(function () { location.reload() }, 500)
  },
  ondisconnect: function (data) { report(data.code + ' ' + data.message) },
})
}
// tabs sign in one after the other
function wait() { fetch('/turn-' + tab).then(function (reply) { reply.ok ? start() : setTimeout(wait, 100) }) }
wait()
</script>`

/** Device ids of an account, in the order of their last login. */
const listDevices = async (accid: string): Promise<string[]> => {
  const rows = await server().kit.sql<{ device_id: string }[]>`
    select device_id from im_device join im_account on id = im_account_id where accid = ${accid} order by updated_at`
  return rows.map((row) => row.device_id)
}

test.runIf(existsSync('/etc/debian_version'))(
  'lets tabs of a page chat, reload, and keep their messages and device ids in Firefox ESR',
  async () => {
    const { url } = await server().listen({ isFrequencyLimited: false })
    const turns = ['/turn-1']
    const { origin, untilReported, close } = await openReportingSite((name) => {
      if (name === 'index.html') return { type: 'text/html', body: createPage(url) }
      return turns.includes(name) ? { type: 'text/plain', body: '' } : null
    })
    const { appKey, request } = await createBackend(server(), '合作医院', [origin])
    const { info: ann } = await request('user/create', { accid: 'ann' })
    const { info: bob } = await request('user/create', { accid: 'bob' })
    const device = openDevice(url, bob, { appKey })
    await untilReady(device)
    await expect
      .poll(async () => (await fetch(`${url}/im/origin`, { headers: { origin } })).json(), { timeout: 20_000 })
      .toEqual({ allowed: true })
    const addressOf = (tab: string) =>
      `${origin}/?${new URLSearchParams({ appKey, account: 'ann', token: ann.token, to: 'bob', tab }).toString()}`
    const browsers = [openFirefox(folder, 'first', [addressOf('1'), addressOf('2')])]
    try {
      await untilReported('1 open [] after ')
      const [first] = (await listDevices('ann')) as [string]
      turns.push('/turn-2')
      await untilReported(`2 open [] after ${first}`)
      const second = (await listDevices('ann'))[1]!
      expect(second).not.toBe(first)

      await device.send(textTo('ann', '1 问好'))
      await untilReported('1 in 1 问好', '1 success', '2 in 1 问好', '2 out 您好')
      await until(() => device.received.length === 1, 'the answer')
      expect(textOf(device.received[0]!)).toBe('您好')

      // a reload keeps the messages, and the device id of its tab
      await device.send(textTo('ann', '1 重新载入'))
      await untilReported(...['1 in 1 重新载入', '2 in 1 重新载入', `1 open [1 问好,您好,1 重新载入] after ${second}`])
      const afterReload = await listDevices('ann')
      expect(afterReload).toEqual([second, first])

      turns.push('/turn-3')
      browsers.push(openFirefox(folder, 'other', [addressOf('3')]))
      // no device has marked the first message as read
      await untilReported(`3 open [1 问好,您好,1 重新载入] after ${first}`)
      const devices = await listDevices('ann')
      expect(devices).toHaveLength(3)
      expect([first, second]).not.toContain(devices.at(-1))
    } finally {
      await Promise.all(browsers.map((closeBrowser) => closeBrowser()))
      close()
    }
  },
  240_000,
)
