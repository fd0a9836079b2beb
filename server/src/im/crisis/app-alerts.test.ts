// Crisis alerts of accounts of apps: to the duty staff of the association, or to the backend of the app.
import { hourMs } from '@xinqiao/contract/time.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { leaveAll, openDevice, textTo, untilReady } from '../../../../im-sdk/test/people.ts'
import { startAlertReceiver } from '../../../test/stand-ins/alert-receiver.ts'
import { createBackend } from '../../../test/stand-ins/backend.ts'
import { createDutySteps } from '../../../test/steps/duty-steps.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { deliverAppAlerts } from './app-alerts.ts'
import { raiseLateAlerts } from './raise/pending-texts.ts'
import { raiseAlert } from './raise/raise.ts'

const server = useTestServer()
let url = ''
let staff = { id: 0, token: '' }
let duty: ReturnType<typeof createDutySteps>
let receiver: Awaited<ReturnType<typeof startAlertReceiver>>
let app: Awaited<ReturnType<typeof createBackend>>
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false, checkEveryMs: hourMs }))
  staff = await server().enter('service')
  duty = createDutySteps(server(), staff.token)
  receiver = await startAlertReceiver()
})
beforeEach(async () => {
  app = await createBackend(server(), '医院')
  receiver.received.length = 0
  Object.assign(receiver.settings, { secret: app.secret, appKey: app.appKey, status: 200 })
})
afterEach(leaveAll)
afterAll(() => receiver.close())

const danger = '我不想活了，药都准备好了'
const setReceiver = (alertUrl: string) =>
  server().requestAs(app, 'PUT /admin/apps', { id: app.id, name: '医院', origins: [], alertUrl })

let made = 0
/** Two accounts of the app, the first with a device. */
async function createPairWithDevice() {
  const [accid, peer] = [`ann${(made += 1)}`, `bob${made}`]
  const { info } = await app.request('user/create', { accid, name: '安' })
  await app.request('user/create', { accid: peer, name: '宝' })
  const device = openDevice(url, { accid, token: info.token }, { appKey: app.appKey })
  await untilReady(device)
  const [row] = await server().kit.sql<{ id: number }[]>`
    select id from im_account where app_id = ${app.id} and accid = ${accid}`
  return { accid, peer, device, imId: row!.id }
}
const queue = () => server().kit.sql`select * from im_app_alert where app_id = ${app.id} order by id`
const deliver = () => deliverAppAlerts(server().kit)
const createDue = (minutes = 0) => server().owner`
  update im_app_alert set due_at = now(), created_at = created_at - make_interval(mins => ${minutes})`

test("shows the alert and its conversation to the association's duty staff for an app without a receiver", async () => {
  const { peer, device } = await createPairWithDevice()
  expect((await device.request('msg.sendMsg', textTo(peer, danger))).care).toBe('plan')
  const [alert] = await duty.listOf('医院')
  expect(alert).toMatchObject({ writerName: '安', writerPhone: '', peerName: '宝', level: 'plan', hits: 1 })
  expect(await duty.readTexts(alert!.id)).toEqual([danger])
  const phone = await server().requestAs(staff, 'POST /admin/care/phone', { id: alert!.id })
  expect(phone.data.phone).toBe('')
  await device.request('user.updateMyInfo', { user: { sign: danger } })
  expect(await duty.listOf('医院')).toMatchObject([{ id: alert!.id, hits: 2 }])
  expect(await queue()).toHaveLength(0)
})

test('sends the signed alert without the text to the backend of an app, and leaves the duty list empty', async () => {
  await duty.close()
  await setReceiver(receiver.url)
  const { accid, peer, device, imId } = await createPairWithDevice()
  const { msg, care } = await device.request('msg.sendMsg', textTo(peer, danger))
  expect(care).toBe('plan')
  const [row] = await queue()
  await raiseAlert(server().kit.sql, { imId, to: peer, level: 'plan', time: msg.time })
  await deliver()
  await deliver()
  const alert = { id: `${row!['id']}`, accid, level: 'plan', time: msg.time }
  expect(receiver.received).toEqual([
    {
      body: { ...alert, sessionId: `p2p-${peer}`, messageId: msg.idServer },
      nonce: expect.any(String),
      isSigned: true,
    },
  ])
  expect(await duty.listOf('医院')).toEqual([])

  await device.request('user.updateMyInfo', { user: { sign: danger } })
  await deliver()
  expect(receiver.received[1]).toMatchObject({
    body: { accid, sessionId: null, messageId: null },
    isSigned: true,
  })
  expect((await queue()).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
})

test('keeps the text of a recalled message for the backend of the app alone', async () => {
  await setReceiver(receiver.url)
  const { peer, device } = await createPairWithDevice()
  const { idServer } = await device.send(textTo(peer, danger))
  await deliver()
  const { id } = receiver.received[0]!.body
  expect(await app.request('crisis/queryText', { id })).toMatchObject({ code: 200, texts: [] })
  await device.request('msg.deleteMsg', { scene: 'p2p', to: peer, idServer })
  expect(await app.request('crisis/queryText', { id })).toMatchObject({ code: 200, texts: [danger] })
  const other = await createBackend(server(), '学校')
  expect(await other.request('crisis/queryText', { id })).toMatchObject({ code: 404 })

  // raises an alert by a text that no conversation shows
  await device.request('user.updateMyInfo', { user: { sign: danger } })
  await deliver()
  const signId = receiver.received[1]!.body.id
  expect(await app.request('crisis/queryText', { id: signId })).toMatchObject({ texts: [danger] })
})

test('passes on the text of a message that was recalled while its alert waited', async () => {
  await duty.close()
  await setReceiver(receiver.url)
  receiver.settings.status = 500
  const { peer, device } = await createPairWithDevice()
  const { idServer } = await device.send(textTo(peer, danger))
  await device.request('msg.deleteMsg', { scene: 'p2p', to: peer, idServer })
  await createDue(5)
  await deliver()
  const [alert] = await duty.listOf('医院')
  expect(await duty.readTexts(alert!.id)).toEqual([danger])
})

test('names the message of a team in its alert', async () => {
  await setReceiver(receiver.url)
  const { device } = await createPairWithDevice()
  const { state } = await device.request('team.createTeam', { scene: 'team', type: 'normal', name: '家人' })
  const { teamId } = state.team
  const { idServer } = await device.send({ ...textTo(teamId, danger), scene: 'team' })
  await deliver()
  expect(receiver.received).toMatchObject([{ body: { sessionId: `team-${teamId}`, messageId: idServer } }])
})

test.each(['chatroom-7', 'team-abc', 'team-999', ''])(
  'passes on the alert of a text in %j that the backend does not accept',
  async (session) => {
    await duty.close()
    await setReceiver(receiver.url)
    const { device } = await createPairWithDevice()
    await device.request('user.updateMyInfo', { user: { sign: danger } })
    receiver.settings.status = 500
    await server().kit.sql`update im_app_alert set session_id = ${session} where state = 'queued'`
    await createDue(5)
    await deliver()
    expect(await duty.listOf('医院')).toMatchObject([{ level: 'plan', hits: 1 }])
    expect((await queue()).map(({ state }) => state)).toEqual(['passedOn'])
  },
)

test('calls a backend that fails again, later each time, and then the duty staff', async () => {
  await duty.close()
  await setReceiver(receiver.url)
  const { peer, device } = await createPairWithDevice()
  await device.send(textTo(peer, danger))
  await device.request('user.updateMyInfo', { user: { sign: danger } })
  receiver.settings.status = 500
  const delays: number[] = []
  for (let i = 0; i < 6; i += 1) {
    await deliver()
    // the alert is not due yet
    await deliver()
    const [row] = await server().kit.sql<{ seconds: number }[]>`
      select extract(epoch from due_at - now())::float8 as seconds from im_app_alert where app_id = ${app.id} limit 1`
    delays.push(Math.ceil(row!.seconds / 5) * 5)
    await createDue()
  }
  expect(delays).toEqual([5, 10, 20, 40, 60, 60])
  expect(receiver.received).toHaveLength(12)
  expect(new Set(receiver.received.map(({ nonce }) => nonce)).size).toBe(12)
  expect(await duty.listOf('医院')).toEqual([])
  await createDue(5)
  await deliver()
  const [alert] = await duty.listOf('医院')
  expect(alert).toMatchObject({ writerName: '安', level: 'plan', hits: 2 })
  expect(await duty.readTexts(alert!.id)).toEqual([danger, danger])
  await deliver()
  expect(await duty.listOf('医院')).toMatchObject([{ hits: 2 }])
  expect((await queue()).map(({ state }) => state)).toEqual(['passedOn', 'passedOn'])

  const input = { id: app.id, page: 1, size: 20 }
  const { data } = await server().requestAs(app, 'GET /admin/apps/alerts', input)
  expect(data.totalElements).toBe(14)
  expect(data.content[0]).toMatchObject({ status: 500, fault: '', state: 'passedOn', milliseconds: expect.any(Number) })
})

test('calls the receiver after a node died before the alert is queued, or between the call and its record', async () => {
  await setReceiver(receiver.url)
  const { peer, device, imId } = await createPairWithDevice()
  const idServer = (await device.send(textTo(peer, danger))).idServer
  // the state that a killed node leaves behind
  await server().owner`delete from im_app_alert where im_account_id = ${imId}`
  await server().owner`
    insert into crisis_pending (sender_id, id_client, receiver, level, created_at)
    select sender_id, id_client, ${peer}, 'plan', now() - interval '1 minute' from im_message where id = ${Number(idServer)}`
  await raiseLateAlerts(server().kit)
  expect(await queue()).toMatchObject([{ state: 'queued', message_id: Number(idServer) }])
  await deliver()
  await server().owner`update im_app_alert set state = 'queued' where app_id = ${app.id}`
  await deliver()
  const ids = receiver.received.map(({ body }) => body.id)
  expect(ids).toEqual([ids[0], ids[0]])
})

test('sends waiting alerts to the duty staff at once when a setting changes or an app is closed', async () => {
  await duty.close()
  await setReceiver(receiver.url)
  const { peer, device } = await createPairWithDevice()
  receiver.settings.status = 503
  await device.send(textTo(peer, danger))
  await deliver()
  await setReceiver('')
  await createDue()
  await deliver()
  expect(receiver.received).toHaveLength(1)
  expect(await duty.listOf('医院')).toMatchObject([{ hits: 1 }])
  await setReceiver(receiver.url)
  await device.send(textTo(peer, danger))
  await server().requestAs(app, 'PUT /admin/apps/state', { id: app.id, isOpen: false })
  await deliver()
  expect(receiver.received).toHaveLength(1)
  expect(await duty.listOf('医院')).toMatchObject([{ hits: 2 }])
})
