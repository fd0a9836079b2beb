// Stories of calls through a relay, which dies and returns, and of calls that do not take place.
import type { Page } from '@playwright/test'
import { openSides } from '../support/booking-call-steps.ts'
import {
  allowed,
  callLaunch,
  collectConnections,
  countGlares,
  expectFlow,
  expectFlowOfAll,
  expectNewPath,
  openCallers,
  readFlow,
  readLineNames,
  restartAt,
} from '../support/call-steps.ts'
import { locateLog } from '../support/conversation-steps.ts'
import { createFolder, startOwnServer, stopOwnServer, type OwnServer } from '../support/own-server.ts'
import { expectAccessible } from '../support/checks.ts'
import { takePicture } from '../support/pictures.ts'
import { startLossyPath } from '../../server/test/stand-ins/lossy-path.ts'
import { relaySecret, startRelay } from '../../server/test/stand-ins/relay.ts'
import { enterAsNewMember, expect, locateButton, test } from '../support/visitor.ts'

test.use({ trace: 'off', launchOptions: callLaunch })
test.describe.configure({ mode: 'serial' })

const relayPort = 3478
/** Browsers reach the relay over a path that can lose packets. */
const pathPort = 3477
const relayEnv = { TURN_URLS: `turn:127.0.0.1:${pathPort}`, TURN_SECRET: relaySecret }
let server: OwnServer
let relay: Awaited<ReturnType<typeof startRelay>>
let path: Awaited<ReturnType<typeof startLossyPath>>
test.beforeAll(async () => {
  test.setTimeout(300_000)
  relay = await startRelay(relayPort)
  path = await startLossyPath(pathPort, relayPort)
  server = await startOwnServer(createFolder(), { env: relayEnv })
})
test.afterAll(async () => {
  await stopOwnServer(server)
  path.close()
  await relay.stop()
})

type Open = (options?: object) => Promise<Page>
const openOn =
  (open: Open): Open =>
  (options) =>
    open({ ...options, baseURL: server.origin })

/** A counsellor whose call rings at a client. */
async function ringClient(open: Open, doctorName: string) {
  const openHere = openOn(open)
  const callers = await openCallers(await openHere(), openHere, doctorName)
  const { doctor, client } = callers
  await doctor.getByRole('link', { name: '视频通话' }).click()
  await locateButton(doctor, '呼叫').click()
  const bar = client.getByRole('alert', { name: '来电' })
  await expect(bar).toBeVisible()
  return { ...callers, bar }
}

test('sides of a call see only the relay, and the call outlives its death and a reload', async ({ open }) => {
  test.setTimeout(300_000)
  const { doctor, client, bar } = await ringClient(open, 'doctor1')
  await bar.getByRole('link', { name: '视频接听' }).click()
  await expectFlowOfAll([doctor, client])
  for (const side of [doctor, client]) expect(new Set((await readFlow(side)).routes)).toEqual(new Set(['relay']))

  await relay.stop()
  await expect(doctor.getByText('网络不稳，正在重新连接…')).toBeVisible()
  relay = await startRelay(relayPort)
  await expect(doctor.getByText('线路良好')).toBeVisible()
  await expectFlowOfAll([doctor, client])

  await client.reload()
  await expectFlowOfAll([doctor, client])
  // a third account learns nothing of the call
  const eve = await openOn(open)({ permissions: ['camera', 'microphone'] })
  await collectConnections(eve)
  await enterAsNewMember(eve, eve.request)
  await eve.goto(new URL(client.url()).pathname + new URL(client.url()).search)
  await expect(eve.getByRole('heading', { name: '没有找到这个通话，可能已经结束' })).toBeVisible()
  expect(await readFlow(eve)).toEqual({ frames: 0, energy: 0, routes: [] })
  await expectFlowOfAll([doctor, client])

  await locateButton(doctor, '挂断').click()
  await expect(client.getByRole('heading', { name: '对方已挂断' })).toBeVisible()
})

test('a link that loses packets pauses the pictures, the sound goes on, and a person turns theirs on again', async ({
  open,
}) => {
  test.setTimeout(300_000)
  const { doctor, client, bar } = await ringClient(open, 'doctor11')
  const sides = [doctor, client]
  await bar.getByRole('link', { name: '视频接听' }).click()
  await expectFlowOfAll(sides)
  path.lose(0.2)
  for (const side of sides) await expect(side.getByText('网络较差，已暂停您的画面')).toBeVisible({ timeout: 60_000 })
  await expect(doctor.getByText('对方没有打开摄像头')).toBeVisible()
  await Promise.all(sides.map((side) => expectFlow(side, { hasVideo: false })))
  await expectAccessible(client, '画面已暂停')
  await takePicture(client, '通话-网络较差', { isWhole: false })
  await takePicture(doctor, '通话-对方没有画面', { isWhole: false })
  path.lose(0)
  await locateButton(client, '恢复画面').click()
  await expectFlow(doctor)
  await expect(doctor.getByText('线路良好')).toBeVisible({ timeout: 60_000 })
  await locateButton(doctor, '挂断').click()
  await expect(client.getByRole('heading', { name: '对方已挂断' })).toBeVisible()
})

test('a booked hour goes over the relay, through glare, a reload and the end', async ({ open }) => {
  test.setTimeout(240_000)
  const openHere = openOn(open)
  const begin = { counsellorId: 12, minutes: -5, folder: server.folder }
  const { client, doctor, room } = await openSides(await openHere(), openHere, begin)
  const sides = [doctor, client]
  const expectRelayedFlow = async () => {
    await expectFlowOfAll(sides)
    for (const side of sides) expect(new Set((await readFlow(side)).routes)).toEqual(new Set(['relay']))
  }
  await client.context().grantPermissions(allowed.permissions)
  await Promise.all(sides.map((side) => side.goto(room)))
  await expect(doctor.getByText('来访者已在等候室。')).toBeVisible()
  await locateButton(doctor, '呼叫').click()
  await locateButton(client, '视频接听（打开摄像头）').click()
  await expectRelayedFlow()

  // both offer at the same moment; the client gives way
  await expect(async () => {
    const names = await readLineNames(client)
    const time = Date.now() + 500
    await Promise.all(sides.map((side) => restartAt(side, time)))
    await expectNewPath(client, names)
    await expectRelayedFlow()
    expect(await countGlares(client)).toBeGreaterThanOrEqual(3)
  }).toPass({ intervals: [0], timeout: 120_000 })
  expect(await countGlares(doctor)).toBe(0)

  await doctor.reload()
  await expectRelayedFlow()
  await locateButton(doctor, '挂断').click()
  await expect(client.getByRole('heading', { name: '对方已挂断' })).toBeVisible()
  await doctor.goto('/booking/index?tab=2')
  await expect(doctor.getByText(/已通话 \d+:\d\d，经中继/).first()).toBeVisible()
})

test('a call outlives the death and the restart of the server', async ({ open, faults }) => {
  test.setTimeout(240_000)
  const { doctor, client, bar } = await ringClient(open, 'doctor5')
  const sides = [doctor, client]
  await bar.getByRole('link', { name: '视频接听' }).click()
  await expectFlowOfAll(sides)

  const { origin, folder, exited, process } = server
  process.kill('SIGKILL')
  await exited
  for (const side of sides) await expect(side.getByText('与服务器断开，通话不受影响')).toBeVisible()
  await expectFlowOfAll(sides)

  server = await startOwnServer(folder, { env: relayEnv, previousOrigin: origin })
  for (const side of sides) await expect(side.getByText('线路良好')).toBeVisible()
  await expectFlowOfAll(sides)
  await locateButton(doctor, '挂断').click()
  await expect(client.getByRole('heading', { name: '对方已挂断' })).toBeVisible()
  // the pages report each refused connection as a fault, which this story expects
  expect(
    faults.filter((fault) => !/ERR_(CONNECTION_|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)|WebSocket/.test(fault)),
  ).toEqual([])
  faults.length = 0
})

test('a client hangs up while the server is away, and the counsellor reads so', async ({ open, faults }) => {
  test.setTimeout(240_000)
  const { doctor, client, bar } = await ringClient(open, 'doctor6')
  await bar.getByRole('link', { name: '视频接听' }).click()
  await expectFlowOfAll([doctor, client])

  const { origin, folder, exited, process } = server
  process.kill('SIGKILL')
  await exited
  await expect(client.getByText('与服务器断开，通话不受影响')).toBeVisible()
  await locateButton(client, '挂断').click()
  await expect(doctor.getByRole('heading', { name: '对方已挂断' })).toBeVisible()
  await takePicture(doctor, '通话-服务器中断时挂断', { isWhole: false })

  server = await startOwnServer(folder, { env: relayEnv, previousOrigin: origin })
  await doctor.getByRole('link', { name: '返回聊天' }).click()
  await expect(locateLog(doctor).getByText(/^视频通话 \d:\d\d$/)).toBeVisible()
  expect(
    faults.filter((fault) => !/ERR_(CONNECTION_|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)|WebSocket/.test(fault)),
  ).toEqual([])
  faults.length = 0
})

test('a client declines, and the counsellor cannot ring again at once', async ({ open }) => {
  const { doctor, client, bar } = await ringClient(open, 'doctor2')
  await locateButton(client, '拒绝').click()
  await expect(doctor.getByRole('heading', { name: '对方现在不方便接听' })).toBeVisible()
  await expect(doctor.getByText('对方刚刚拒绝了通话')).toBeVisible()
  await expect(locateButton(doctor, '再次呼叫')).toBeDisabled()
  await expect(bar).toHaveCount(0)
})

test('a counsellor cancels', async ({ open }) => {
  const { doctor, client, bar } = await ringClient(open, 'doctor4')
  await locateButton(doctor, '取消呼叫').click()
  await expect(bar).toHaveCount(0)
  await expect(locateLog(client).getByText('视频通话 对方已取消')).toBeVisible()
})

test('the first device of a client answers, and the others fall silent', async ({ open }) => {
  const openHere = openOn(open)
  const { doctor, client, bar } = await ringClient(open, 'doctor3')
  const other = await openHere({ storageState: await client.context().storageState() })
  await other.goto('/im/index')
  // a device that connects later learns of the call, too
  const otherBar = other.getByRole('alert', { name: '来电' })
  await expect(otherBar).toBeVisible()
  await bar.getByRole('link', { name: '视频接听' }).click()
  await expectFlow(doctor)
  await expect(otherBar).toHaveCount(0)
})
