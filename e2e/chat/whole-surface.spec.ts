// Story of both published builds on a page of another site: every method replies, files open, and no cookie is used.
import { chatroomMethods, nimMethods } from '../../im-sdk/test/surface.ts'
import reference from '../../portal/src/im-docs/reference.json' with { type: 'json' }
import { registerApp } from './chat-app.ts'
import { closeVisits, openVisits, serveOutsidePage, listStrangeErrors, type PageVisit } from './random-page/visit.ts'
import { findFreePorts } from '../../server/test/free-ports.ts'
import { expect, test } from '../support/visitor.ts'

const methods = [...new Set([...Object.values(nimMethods).flat(), ...Object.keys(reference.methods)])]
/**
 * Correct refusals: a message without a receiver, a picture declared as sound, a decision without an application, a
 * session that exists, an answer that is complete.
 */
const refused = [
  'resendMsg',
  'audioToText',
  'passFriendApply',
  'rejectFriendApply',
  'insertLocalSession',
  'stopAIStreamMessage',
]
/** Decisions about an application that does not exist, and services or models that the operator has not listed. */
const notFound = /^(?:pass|reject|accept)(?:Super)?Team(?:Apply|Invite)$|^httpRequestProxy$|AIModel/
function answerTo(method: string): string {
  if (/^apply(?:Super)?Team$/.test(method)) return '816' // the page applies to join a team that does not exist
  if (notFound.test(method)) return '404'
  return refused.includes(method) ? '414' : 'ok'
}

for (const [build, place] of [
  ['script', 0],
  ['module', 3],
] as const)
  test(`every method answers on the published ${build}`, async ({ browser, open, baseURL }) => {
    const site = await serveOutsidePage()
    const app = await registerApp(await open(), site.origin)
    const visits = await openVisits(browser, site, { server: baseURL!, app, seed: 1 })
    try {
      const { page, account } = visits[place]!
      const other = visits.find((visit) => visit.account !== account)!
      const peer = other.account
      const ringFromPeer = () => other.page.evaluate((called) => window.ringAt(called), account)
      await page.exposeFunction('ringFromPeer', ringFromPeer)
      const team = { owner: account, tname: '年会', inviteAccids: JSON.stringify([peer]), beinvitemode: '1' }
      const { tid: superTeamId } = await app.call('superteam/create', team)
      const chatroomId = await app.createRoom(account)
      const input = { robot: await app.createRobot(), chatroomId, superTeamId }
      const answers = await page.evaluate((values) => window.callEverything(values), input)
      expect(answers).toEqual(Object.fromEntries(methods.map((method) => [method, answerTo(method)])))
      expect(listStrangeErrors(visits)).toEqual([])
      expect(visits.flatMap(({ pageErrors }) => pageErrors).length).toBeGreaterThan(10)
    } finally {
      await closeVisits(visits)
      site.close()
    }
  })

/** An address where nothing listens. */
async function findDeadAddress(): Promise<string> {
  const [port] = await findFreePorts(1)
  return `http://127.0.0.1:${port}`
}

/** Correct refusals: an empty text that is sent again, a robot, and a member who is not in the room. */
const refusedInRoom: Record<string, string> = { resendMsg: '414', sendRobotMsg: '414', kickChatroomMember: '404' }
for (const [build, place] of [
  ['script', 0],
  ['module', 3],
] as const)
  test(`every method of a chatroom answers on the published ${build}`, async ({ browser, open, baseURL }) => {
    const site = await serveOutsidePage()
    const app = await registerApp(await open(), site.origin)
    const visits = await openVisits(browser, site, { server: baseURL!, app, seed: 3 })
    try {
      const { page, account } = visits[place]!
      const chatroomId = await app.createRoom(account)
      const device = visits.find((visit) => visit.account === account && visit.page !== page)!
      const guest = visits.find((visit) => visit.account !== account)!
      // the first address is dead
      const chatroomAddresses = [await findDeadAddress(), baseURL!]
      const visitRoom = (visit: PageVisit, options: object) =>
        visit.page.evaluate((all) => window.visitRoom(all), { chatroomId, chatroomAddresses, ...options })
      await visitRoom(device, {})
      await visitRoom(guest, { isAnonymous: true, transports: ['polling'] })
      const answers = await page.evaluate((options) => window.callChatroom(options), { chatroomId })
      const names = Object.values(chatroomMethods).flat()
      expect(answers).toEqual(Object.fromEntries(names.map((name) => [name, refusedInRoom[name] ?? 'ok'])))
      for (const visit of [device, guest])
        expect((await visit.page.evaluate(() => window.room)).texts).toContain('欢迎')
      expect((await device.page.evaluate(() => window.room)).tags).toContain('a')
      expect(listStrangeErrors(visits)).toEqual([])
    } finally {
      await closeVisits(visits)
      site.close()
    }
  })

test('a picture opens for both participants without a cookie, and for no one without its signature', async ({
  browser,
  open,
  baseURL,
}) => {
  const site = await serveOutsidePage()
  const app = await registerApp(await open(), site.origin)
  const visits = await openVisits(browser, site, { server: baseURL!, app, seed: 2 })
  try {
    await visits[0]!.page.evaluate(() => window.actions.sendFile())
    for (const { page } of visits) {
      // oxlint-disable no-await-in-loop -- one page after another
      await expect.poll(() => page.evaluate(() => window.readPictures().length)).toBe(1)
      const loadOriginalWidth = () => page.evaluate(() => window.loadPicture(window.readPictures()[0]!))
      expect(await loadOriginalWidth()).toBe(1)
      // pages append operations to an address that already has a query
      const loadThumbnailWidth = () =>
        page.evaluate(() => window.loadPicture(`${window.readPictures()[0]!}?imageView&thumbnail=200x0&quality=85`))
      expect(await loadThumbnailWidth()).toBe(1)
      const loadUnsignedWidth = () => page.evaluate(() => window.loadPicture(window.readPictures()[0]!.split('?')[0]!))
      expect(await loadUnsignedWidth()).toBe(0)
      expect(await page.context().cookies()).toEqual([])
      // oxlint-enable no-await-in-loop
    }
  } finally {
    await closeVisits(visits)
    site.close()
  }
})
