// Story of both published builds on a page of another site, whose callbacks throw: every method replies, every callback
// is called, files open, and no cookie is used.
import { setTimeout as wait } from 'node:timers/promises'
import { chatroomMethods, nimMethods, replyingMethods } from '../../../im-sdk/test/surface.ts'
import reference from '../../../portal/src/im-docs/reference.json' with { type: 'json' }
import { registerApp, type ChatApp } from './chat-app.ts'
import {
  closeVisits,
  listCalled,
  listStrangeErrors,
  openNewBrowser,
  openVisits,
  reloadPage,
  serveOutsidePage,
  waitForLogins,
  type PageVisit,
} from './random-page/visit.ts'
import { createFolder, startOwnServer, stopOwnServer, type OwnServer } from '../../support/own-server.ts'
import { findFreePorts } from '../../../server/test/free-ports.ts'
import { expect, test } from '../../support/visitor.ts'

const methods = [...new Set([...Object.values(nimMethods).flat(), ...Object.keys(reference.methods)])]
/**
 * Correct refusals: a picture declared as sound, an answer that is complete, and services or models that the operator
 * has not listed.
 */
const refused: Record<string, string> = {
  audioToText: '414',
  stopAIStreamMessage: '414',
  httpRequestProxy: '404',
  proxyAIModelCall: '404',
  stopAIModelStreamCall: '404',
}
const expected = Object.fromEntries(methods.map((method) => [method, refused[method] ?? 'ok']))

/** Callbacks without a cause here: one returns a value, the site asks for consent, and no backup is restored. */
const uncalled = ['reconnectDelayProvider', 'onconsentrequired', 'onhistoryreset']

/** Calls everything on a page. The other account answers calls and reads messages on its page. */
async function callEverything(app: ChatApp, visits: readonly PageVisit[], place: number) {
  const { page, account } = visits[place]!
  const other = visits.find((visit) => visit.account !== account)!
  const peer = other.account
  await page.exposeFunction('askPeer', (method: string, options: object) =>
    other.page.evaluate(([name, values]) => window.askHere(name, values), [method, options] as const),
  )
  const createSuperTeam = async (owner: string, form: Record<string, string>): Promise<string> =>
    (await app.request('superteam/create', { owner, tname: '年会', inviteAccids: '[]', ...form })).tid
  const invited = { inviteAccids: JSON.stringify([peer]), beinvitemode: '1' }
  const ended = await createSuperTeam(account, invited)
  await app.request('superteam/dismiss', { tid: ended, owner: account })
  const superTeams = {
    teamId: await createSuperTeam(account, invited),
    mine: await createSuperTeam(account, { joinmode: '1' }),
    theirs: await createSuperTeam(peer, { beinvitemode: '0' }),
    others: await createSuperTeam(peer, { joinmode: '0' }),
  }
  const input = { robot: await app.createRobot(), chatroomId: await app.createRoom(account), superTeams }
  return page.evaluate((values) => window.callEverything(values), input)
}

/** Sends a person what the next login finds: a message, a notice, a broadcast and two groups. */
async function sendFromBackend(app: ChatApp, from: string, to: string): Promise<void> {
  await app.request('msg/sendMsg', { from, ope: '0', to, type: '0', body: JSON.stringify({ msg: '请回电' }) })
  await app.request('msg/sendAttachMsg', { from, msgtype: '0', to, attach: '{"bell":1}', save: '2' })
  await app.request('msg/broadcastMsg', { body: '今晚维护' })
  const team = { owner: from, members: JSON.stringify([to]), msg: '欢迎', joinmode: '0' }
  // one team has the person as a member at once, and the other one invites the person
  for (const magree of ['0', '1']) await app.request('team/create', { ...team, tname: '值班', magree })
}

/** Kills the server while every method waits for its reply. Each method replies, and the page returns. */
async function killDuringCalls(server: OwnServer, visit: PageVisit, to: string): Promise<OwnServer> {
  const sessionId = `p2p-${to}`
  const options = {
    scene: 'p2p',
    to,
    account: to,
    accounts: [to],
    id: sessionId,
    sessionId,
    text: '重启时',
    content: '{}',
    tip: '在',
    teamId: '1',
    teamIds: ['1'],
    limit: 10,
    keyword: '在吗',
    type: 1,
    channelId: '1',
    requestId: 'r',
  }
  server.process.kill('SIGSTOP')
  const replies = visit.page.evaluate(([names, values]) => window.callAtOnce(names, values), [
    replyingMethods,
    options,
  ] as const)
  // the calls are on their way
  await wait(300)
  server.process.kill('SIGKILL')
  await server.exited
  const restarted = await startOwnServer(server.folder, { previousOrigin: server.origin })
  const answers = await replies
  expect(Object.keys(answers)).toEqual(replyingMethods)
  expect(Object.entries(answers).filter(([, code]) => !/^(?:ok|\d{3,5}|[A-Z]\w+)$/.test(code))).toEqual([])
  await waitForLogins([visit])
  const stored = await visit.page.evaluate(
    (peer) => window.askHere('getHistoryMsgs', { scene: 'p2p', to: peer, limit: 100 }),
    to,
  )
  const texts = (stored as { msgs: { text?: string }[] }).msgs.filter(({ text }) => text === '重启时')
  // the server had not read them
  expect([answers['sendText'], texts.length]).toEqual(['Error_Internet_Disconnected', 0])
  return restarted
}

// the pages are: first user with script and module, second user with script and module
test('every method answers on the script, and after a restart on the module to the other user', async ({
  browser,
  open,
}) => {
  test.setTimeout(420_000)
  const site = await serveOutsidePage()
  let server = await startOwnServer(createFolder())
  const { origin, folder } = server
  let visits: PageVisit[] = []
  try {
    const app = await registerApp(await open({ baseURL: origin }), site.origin)
    visits = await openVisits(browser, site, { server: origin, app, seed: 1 })
    const [first, second] = [visits[0]!.account, visits[3]!.account]
    expect(await callEverything(app, visits, 0)).toEqual(expected)
    const called = await listCalled(visits)
    server.process.kill('SIGTERM')
    await server.exited
    server = await startOwnServer(folder, { previousOrigin: origin })
    // the first user has logged out on one page, and was kicked on the other
    await sendFromBackend(app, second, first)
    for (const visit of visits) if (visit.account === first) await reloadPage(visit)
    visits.push(await openNewBrowser(browser, visits[0]!))
    await waitForLogins(visits)
    expect(await callEverything(app, visits, 3)).toEqual(expected)
    called.push(...(await listCalled(visits)))
    expect(Object.keys(reference.callbacks).filter((name) => !called.includes(name))).toEqual(uncalled)
    server = await killDuringCalls(server, visits.at(-1)!, second)
    expect(listStrangeErrors(visits)).toEqual([])
    for (const visit of visits) expect(await visit.page.context().cookies()).toEqual([])
  } finally {
    await closeVisits(visits)
    await stopOwnServer(server)
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
      for (const visit of visits) expect(await visit.page.context().cookies()).toEqual([])
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
    // accounts of an app consent on the app's own pages
    const consent = await visits[0]!.page.evaluate(() => window.askHere('getConsent', {}))
    expect(consent).toMatchObject({ isNeeded: false })
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
