// Calls in the site between two browsers with made-up cameras, direct and over a relay (coturn), thirty in a row. The
// reference is a bare peer connection between the same browsers, without site, signalling and screens.
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { readLineTimes, openCallBrowser, connectBare, startBlankPage, waitForMore } from './kit/call-pages.ts'
import { formatNumber, judge, median, printNote, printTable } from './kit/report.ts'
import { freePort, withSite } from './kit/site.ts'
import { relaySecret, startRelay } from '../server/test/stand-ins/relay.ts'
import { createIceServers } from '../server/src/im/signalling/ice.ts'

const callCount = 30
const restartCount = 5
const password = 'Xinqiao#2026'
const maxSetupMs = { direct: 1_500, relayed: 2_500 }
const maxHealMs = 5_000

type Sides = { doctor: Page; client: Page; doctorAccid: string; clientAccid: string }
/** Times in milliseconds until both sides have pictures and sound: since the line was begun, and since 接听. */
type Setup = { line: number; press: number }

async function enter(page: Page, username: string): Promise<string> {
  const reply = await page.request.post('/prod-api/auth/mh/login', { data: { username, password } })
  if (!reply.ok()) throw new Error(`${username} cannot sign in`)
  const user = (await (await page.request.get('/prod-api/neteaseUser/getUser')).json()) as { data: { accid: string } }
  return user.data.accid
}

/** A client writes to a counsellor, who may ring then. */
async function openSides(doctor: Page, client: Page): Promise<Sides> {
  const [doctorAccid, clientAccid] = [await enter(doctor, 'doctor3'), await enter(client, 'member1')]
  await client.goto(`/im/index?to=${doctorAccid}`)
  const consent = client.getByLabel('我已阅读并同意以上内容')
  const box = client.getByRole('textbox', { name: /^给.*写消息$/ })
  await consent.or(box).first().waitFor()
  if (await consent.isVisible()) {
    await consent.check()
    await client.getByRole('button', { name: '开始交流' }).click()
  }
  await box.fill('老师，到时间了吗？')
  await box.press('Enter')
  await client.getByText('已送达').last().waitFor()
  return { doctor, client, doctorAccid, clientAccid }
}

const readScreen = async (page: Page): Promise<string> =>
  `${new URL(page.url()).pathname}: ${(await page.locator('main').innerText()).replaceAll(/\s+/g, ' ').slice(0, 200)}`

/** @throws Error when a side has no pictures or no sound */
async function connectCall({ doctor, client, doctorAccid, clientAccid }: Sides): Promise<Setup> {
  await client.goto(`/im/index?to=${doctorAccid}`)
  await doctor.goto(`/im/call?with=${clientAccid}&video=1`)
  await doctor.getByRole('button', { name: '呼叫', exact: true }).click()
  const bar = client.getByRole('alert', { name: '来电' })
  await bar.waitFor()
  const pressedAt = Date.now()
  await bar.getByRole('link', { name: '视频接听' }).click()
  await client.waitForURL(/\/im\/call/)
  const times = await Promise.all([doctor, client].map(readLineTimes))
  const flowsAt = Math.max(...times.map((line) => line.flowsAt))
  return { line: flowsAt - Math.min(...times.map((line) => line.createdAt)), press: flowsAt - pressedAt }
}

async function endCall({ doctor, client }: Sides): Promise<void> {
  await client.getByRole('button', { name: '挂断' }).click()
  await doctor.getByRole('heading', { name: '对方已挂断' }).waitFor()
}

async function connectInARow(sides: Sides): Promise<{ setups: Setup[]; stuck: number }> {
  const setups: Setup[] = []
  let stuck = 0
  for (let i = 0; i < callCount; i += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one call after the other
      setups.push(await connectCall(sides))
      // oxlint-disable-next-line no-await-in-loop -- one call after the other
      await endCall(sides)
      // oxlint-disable-next-line no-await-in-loop -- a counsellor may ring thirty times a minute
      await wait(1_000)
    } catch (error) {
      stuck += 1
      // oxlint-disable-next-line no-await-in-loop -- one call after the other
      const screens = await Promise.all([sides.doctor, sides.client].map(readScreen))
      printNote(`call ${i + 1} is stuck: ${(error as Error).message.split('\n').join(' ')}; ${screens.join(' / ')}`)
    }
  }
  return { setups, stuck }
}

/** The relay dies in a call, and returns once both sides have noticed. */
async function healCall(sides: Sides, port: number, relay: Relay): Promise<{ time: number; restarted: Relay }> {
  await connectCall(sides)
  await relay.stop()
  await Promise.all([sides.doctor, sides.client].map((side) => side.getByText('网络不稳，正在重新连接…').waitFor()))
  const restarted = await startRelay(port)
  const startedAt = Date.now()
  const moments = await Promise.all([sides.doctor, sides.client].map(waitForMore))
  await endCall(sides)
  return { time: Math.max(...moments) - startedAt, restarted }
}
type Relay = Awaited<ReturnType<typeof startRelay>>

async function measureBare(configuration: RTCConfiguration): Promise<number[]> {
  const blank = await startBlankPage()
  const opened = [await openCallBrowser(blank.url), await openCallBrowser(blank.url)] as const
  try {
    const connect = await connectBare([opened[0].page, opened[1].page], blank.url, configuration)
    const times: number[] = []
    // oxlint-disable-next-line no-await-in-loop -- one connection after the other
    for (let i = 0; i < callCount; i += 1) times.push(await connect())
    return times
  } finally {
    await Promise.all(opened.map(({ browser }) => browser.close()))
    blank.close()
  }
}

const describeTimes = (times: readonly number[]): string[] => [
  formatNumber(median(times), 0),
  formatNumber(Math.max(...times), 0),
]

async function measureRoute(
  route: keyof typeof maxSetupMs,
  env: Record<string, string>,
  relay: Relay | null,
  port: number,
) {
  let last = relay
  await withSite(env, async (site) => {
    const [first, second] = [await openCallBrowser(site.url), await openCallBrowser(site.url)]
    try {
      const sides = await openSides(first.page, second.page)
      const { setups, stuck } = await connectInARow(sides)
      const lines = setups.map(({ line }) => line)
      const limit = maxSetupMs[route]
      const isMet = stuck === 0 && Math.max(...lines) <= limit
      const verdict = judge('call', `${route}: none stuck, frames and sound within ${limit} ms`, isMet)
      printTable(
        [`${route}, ${callCount} in a row`, 'median, ms', 'longest, ms', `none stuck, <= ${limit} ms`],
        [
          ['from the accepted invitation', ...describeTimes(lines), `${verdict} (${stuck} stuck)`],
          ['from 接听, with the load of the page', ...describeTimes(setups.map(({ press }) => press)), ''],
        ],
      )
      if (!last) return
      const times: number[] = []
      for (let i = 0; i < restartCount; i += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one call after the other
        const { time, restarted } = await healCall(sides, port, last)
        times.push(time)
        last = restarted
      }
      const areHealed = Math.max(...times) <= maxHealMs
      const healed = judge('call', 'frames again within 5 s of the relay', areHealed)
      printTable(
        ['the relay is killed and started again', 'median, ms', 'longest, ms', `<= ${maxHealMs} ms`],
        [['pictures and sound on both sides again', ...describeTimes(times), healed]],
      )
    } finally {
      await Promise.all([first, second].map(({ browser }) => browser.close()))
    }
  })
  return last
}

export async function run(): Promise<void> {
  await measureRoute('direct', {}, null, 0)
  printTable(
    ['bare peer connection, direct', 'median, ms', 'longest, ms'],
    [['reference', ...describeTimes(await measureBare({}))]],
  )
  const port = await freePort()
  const env = { TURN_URLS: `turn:127.0.0.1:${port}`, TURN_SECRET: relaySecret }
  let relay = await startRelay(port)
  try {
    relay = (await measureRoute('relayed', env, relay, port)) ?? relay
    const { iceServers } = createIceServers(
      { TURN_URLS: [env.TURN_URLS], TURN_SECRET: relaySecret, STUN_URLS: [] },
      { name: 'bench', now: Date.now() },
    )
    const bare = await measureBare({ iceServers: [...iceServers], iceTransportPolicy: 'relay' })
    printTable(['bare peer connection, relayed', 'median, ms', 'longest, ms'], [['reference', ...describeTimes(bare)]])
  } finally {
    await relay.stop()
  }
}
