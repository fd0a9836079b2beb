// Steps of calls: two browsers with made-up cameras, and what they receive from each other.
import { expect, type Page } from '@playwright/test'
import { browser, noSpareRenderer } from '../../tools/system.ts'
import { agreeToChat, desktop, findText, getAccid, phone, sendText } from './conversation-steps.ts'
import { createMember, enterAs, locateButton } from './visitor.ts'

export const fakeDevices = '--use-fake-device-for-media-stream'

/**
 * Chromium makes up a moving picture and a beep, and connects within this machine. Encoding the usual 20 pictures a
 * second would take most of a slow machine.
 */
export const callLaunch = {
  executablePath: browser,
  args: [
    ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run', '--disable-quic'],
    `${fakeDevices}=fps=5`,
    ...noSpareRenderer,
    '--use-fake-ui-for-media-stream',
    '--allow-loopback-in-peer-connection',
  ],
}

type CollectingWindow = typeof window & { connections: RTCPeerConnection[]; glares: number }

/** Keeps the connections of a page, so that a story can read their figures. */
export const collectConnections = (page: Page) =>
  page.addInitScript(() => {
    const scope = window as CollectingWindow
    scope.connections = []
    scope.glares = 0
    const Original = window.RTCPeerConnection
    window.RTCPeerConnection = class extends Original {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        scope.connections.push(this)
      }
      override setRemoteDescription(description: RTCSessionDescriptionInit) {
        if (description.type === 'offer' && this.signalingState === 'have-local-offer') scope.glares += 1
        return super.setRemoteDescription(description)
      }
    }
  })

/** Energy of a heard sound; the noise that a browser puts in place of lost packets stays a million times below it. */
export const audibleEnergy = 0.001

export type Flow = { frames: number; energy: number; routes: string[] }

/** Figures of the newest connection of the page. */
export const readFlow = (page: Page): Promise<Flow> =>
  page.evaluate(async () => {
    const flow: Flow = { frames: 0, energy: 0, routes: [] }
    const connection = (window as CollectingWindow).connections.at(-1)
    if (!connection) return flow
    const report = await connection.getStats()
    for (const stat of report.values()) {
      if (stat.type === 'inbound-rtp' && stat.kind === 'video') flow.frames += stat.framesDecoded
      if (stat.type === 'inbound-rtp' && stat.kind === 'audio') flow.energy += stat.totalAudioEnergy
      if (stat.type !== 'transport' || !stat.selectedCandidatePairId) continue
      const pair = report.get(stat.selectedCandidatePairId)
      flow.routes.push(
        report.get(pair.localCandidateId)?.candidateType,
        report.get(pair.remoteCandidateId)?.candidateType,
      )
    }
    return flow
  })

/** The strongest colour of the picture that the page shows of the other side. */
export const readMainColour = (page: Page): Promise<'red' | 'green' | 'blue'> =>
  page
    .locator('video:not([aria-label="我的画面"])')
    .first()
    .evaluate((video: HTMLVideoElement) => {
      const context = new OffscreenCanvas(1, 1).getContext('2d')!
      context.drawImage(video, 0, 0, 1, 1)
      const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
      return blue! > Math.max(red!, green!) ? 'blue' : green! > red! ? 'green' : 'red'
    })

/** A new path through a relay takes its time while other stories use the processors. */
const patience = { timeout: 45_000 }

/** Expects that pictures and sound keep arriving. */
export async function expectFlow(page: Page, { hasVideo = true, timeout = patience.timeout } = {}): Promise<void> {
  await expect.poll(async () => (await readFlow(page)).energy, { timeout }).toBeGreaterThan(0)
  const before = await readFlow(page)
  await expect
    .poll(
      async () => {
        const { frames, energy } = await readFlow(page)
        return energy > before.energy + audibleEnergy && (!hasVideo || frames > before.frames)
      },
      { timeout },
    )
    .toBe(true)
}

/** Expects that pictures and sound keep arriving on all pages, whose cameras are on. */
export async function expectFlowOfAll(pages: readonly Page[]): Promise<void> {
  await expect(async () => {
    // on a busy machine, the line of a page is poor for some seconds, and pauses its picture once
    for (const page of pages) {
      const resume = locateButton(page, '恢复画面')
      if (await resume.isVisible()) await resume.click()
    }
    await Promise.all(pages.map((page) => expectFlow(page, { timeout: 20_000 })))
  }).toPass({ timeout: 120_000 })
}

/** Names of the path that the newest connection of the page offers and accepts; a restart replaces both. */
export const readLineNames = (page: Page): Promise<(string | undefined)[]> =>
  page.evaluate(() => {
    const connection = (window as CollectingWindow).connections.at(-1)!
    const descriptions = [connection.localDescription, connection.remoteDescription]
    return descriptions.map((description) => /^a=ice-ufrag:(.*)$/m.exec(description!.sdp)?.[1]?.trim())
  })

/** Waits until both sides use new paths of the same connection. */
export async function expectNewPath(page: Page, before: (string | undefined)[]): Promise<void> {
  const readKept = async () => (await readLineNames(page)).filter((name) => before.includes(name))
  await expect.poll(readKept, patience).toEqual([])
}

/** Restarts the path of the newest connection at this time of the machine, in milliseconds. */
export const restartAt = (page: Page, time: number): Promise<void> =>
  page.evaluate(async (begin) => {
    await new Promise((resolve) => setTimeout(resolve, begin - Date.now()))
    ;(window as CollectingWindow).connections.at(-1)!.restartIce()
  }, time)

/** Offers that the page accepted since its load although it had just made one. */
export const countGlares = (page: Page): Promise<number> => page.evaluate(() => (window as CollectingWindow).glares)

/** Number of cameras and microphones of the page that are in use. */
export const readOpenTracks = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      (window as CollectingWindow).connections
        .flatMap((connection) => connection.getSenders())
        .filter(({ track }) => track?.readyState === 'live').length,
  )

/** Settings of a browser whose user has allowed camera and microphone. */
export const allowed = { permissions: ['camera', 'microphone'] }

/** A client who has written to a counsellor, and the counsellor in this conversation. */
export async function openCallers(page: Page, open: (options?: object) => Promise<Page>, username: string) {
  const doctor = await open({ viewport: desktop, ...allowed })
  await enterAs(doctor, username)
  const { username: name, password: secret } = await createMember(page.request)
  const client = await open({ viewport: phone, ...allowed })
  await enterAs(client, name, secret)
  await Promise.all([client, doctor].map(collectConnections))
  const [doctorAccid, clientAccid] = [await getAccid(doctor), await getAccid(client)]
  await client.goto(`/im/index?to=${doctorAccid}`)
  await agreeToChat(client)
  await sendText(client, '老师，到时间了吗？')
  await doctor.goto(`/im/index?to=${clientAccid}`)
  await expect(findText(doctor, '老师，到时间了吗？')).toBeVisible()
  return { client, doctor, clientAccid, doctorAccid }
}

type Callers = Awaited<ReturnType<typeof openCallers>>

/** The counsellor rings from the conversation, and the client answers. */
export async function startCall({ client, doctor }: Callers, kind: '视频通话' | '语音通话'): Promise<void> {
  await doctor.getByRole('link', { name: kind, exact: true }).click()
  await locateButton(doctor, '呼叫').click()
  const answer = kind === '视频通话' ? '视频接听（打开摄像头）' : '接听'
  await client.getByRole('alert', { name: '来电' }).getByRole('link', { name: answer, exact: true }).click()
}

/** Another counsellor, who can ring at the client. */
export async function joinCallers(
  { client, clientAccid }: Callers,
  open: (options?: object) => Promise<Page>,
  username: string,
): Promise<Page> {
  const doctor = await open({ viewport: desktop, ...allowed })
  await enterAs(doctor, username)
  await collectConnections(doctor)
  await client.goto(`/im/index?to=${await getAccid(doctor)}`)
  await sendText(client, '老师，您也有空吗？')
  await expect(findText(client, '老师，您也有空吗？')).toBeVisible()
  await doctor.goto(`/im/call?with=${clientAccid}&video=1`)
  return doctor
}
