// Steps of group calls: a counsellor-led group with members under aliases, and what their browsers receive.
import { expect, type Page } from '@playwright/test'
import { allowed, audibleEnergy, collectConnections } from './call-steps.ts'
import { desktop, phone } from './conversation-steps.ts'
import {
  acceptApplication,
  applyWithConsent,
  ask,
  publishLedGroup,
  type LedGroup,
  type Open,
} from './led-group-steps.ts'
import { createMember, enterAs, locateButton } from './visitor.ts'

export type CallGroup = LedGroup & { leader: Page; members: Page[] }

/** A new member with this alias, who has consented. */
async function addMember(open: Open, leader: Page, id: number, alias: string): Promise<Page> {
  const page = await open({ viewport: phone, ...allowed })
  const { username, password } = await createMember(page.request)
  await enterAs(page, username, password)
  await applyWithConsent(page, id, alias)
  await acceptApplication(leader, id)
  await collectConnections(page)
  return page
}

export async function openCallGroup(open: Open, username: string, aliases: readonly string[]): Promise<CallGroup> {
  const leader = await open({ viewport: desktop, ...allowed })
  await enterAs(leader, username)
  await collectConnections(leader)
  const group = await publishLedGroup(open, leader)
  const members: Page[] = []
  // oxlint-disable-next-line no-await-in-loop -- the list of people follows this order
  for (const alias of aliases) members.push(await addMember(open, leader, group.id, alias))
  return { ...group, leader, members }
}

/** Presses the button of the page after the check of the devices. */
export async function enterCall(page: Page, { teamId }: CallGroup, button: '发起团体通话' | '加入通话'): Promise<void> {
  await page.goto(`/im/group-call?team=${teamId}`)
  await locateButton(page, button).click()
  await expect(locateButton(page, '静音')).toBeVisible()
}

export const locatePerson = (page: Page, name: string) =>
  page.getByRole('list', { name: '参加者' }).getByRole('listitem').filter({ hasText: name })

type CollectingWindow = typeof window & { connections: RTCPeerConnection[] }
/** Decoded frames and sound energy of each stream that the page receives. */
const readStreams = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(async () => {
    const streams: Record<string, number> = {}
    const connections = (window as CollectingWindow).connections.filter(
      ({ connectionState }) => connectionState === 'connected',
    )
    for (const [i, connection] of connections.entries()) {
      for (const stat of (await connection.getStats()).values())
        if (stat.type === 'inbound-rtp')
          streams[`${stat.kind} ${i} ${stat.id}`] = stat.kind === 'video' ? stat.framesDecoded : stat.totalAudioEnergy
    }
    return streams
  })

/** Waits until exactly these numbers of pictures and sounds of others keep arriving. */
export async function expectStreams(
  page: Page,
  expected: { pictures: number; sounds: number },
  timeout = 60_000,
): Promise<void> {
  let before = await readStreams(page)
  await expect
    .poll(
      async () => {
        const now = await readStreams(page)
        const count = (kind: string, least: number) =>
          Object.entries(now).filter(([id, value]) => id.startsWith(kind) && value > (before[id] ?? 0) + least).length
        const counts = { pictures: count('video', 0), sounds: count('audio', audibleEnergy) }
        before = now
        return counts
      },
      { intervals: [2_000], timeout },
    )
    .toEqual(expected)
}

/** Expects the same of all receivers. The cameras of `pages` are on. */
export async function expectStreamsOfAll(
  pages: readonly Page[],
  expected: { pictures: number; sounds: number },
  receivers = pages,
): Promise<void> {
  await expect(async () => {
    // on a busy machine, the line of a page is poor for some seconds, and pauses its picture once
    for (const page of pages) {
      const camera = locateButton(page, '打开摄像头')
      if (await camera.isVisible()) await camera.click()
    }
    for (const page of receivers) await expectStreams(page, expected, 20_000)
  }).toPass({ timeout: 150_000 })
}

/** Kinds of the paths of all connections of the page. */
export const readPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const kinds = new Set<string>()
    for (const connection of (window as CollectingWindow).connections) {
      const report = await connection.getStats()
      for (const stat of report.values())
        if (stat.type === 'transport' && stat.selectedCandidatePairId)
          kinds.add(report.get(report.get(stat.selectedCandidatePairId).localCandidateId).candidateType)
    }
    return [...kinds]
  })

/** Takes a place in the call without sound and picture. */
export async function joinByApi(page: Page, { teamId }: CallGroup): Promise<void> {
  const { call } = await ask<{ call: { id: number } }>(page, 'GET', `/groupCall/current?teamId=${teamId}`)
  await ask(page, 'POST', '/groupCall/join', { id: call.id })
}

/** Withdraws the consent on another device, which is leaving. */
export const leaveGroup = (page: Page, { id }: CallGroup): Promise<unknown> =>
  ask(page, 'POST', '/peerGroup/withdrawConsent', { id })

/** The name of the path of each running connection, which a restart changes. */
export const readPathNames = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    (window as CollectingWindow).connections
      .filter(({ connectionState }) => connectionState === 'connected')
      .map(({ localDescription }) => /a=ice-ufrag:(.+)/.exec(localDescription?.sdp ?? '')?.[1] ?? ''),
  )

/** Gives the page, from now on, the same reply to each of its reports. */
export async function repeatReports(page: Page): Promise<void> {
  const address = '**/groupCall/sync*'
  const body = await (await page.waitForResponse(address)).text()
  await page.route(address, (route) => route.fulfill({ body, contentType: 'application/json' }))
}

/** Lets the page ask once whom it receives, and loses the reply. */
export async function loseFirstSubscription(page: Page): Promise<void> {
  let isLost = false
  await page.route('**/groupCall/media', async (route) => {
    if (isLost || !route.request().postData()?.includes('"subscribe"')) return route.continue()
    isLost = true
    await route.fetch()
    return route.abort()
  })
}
