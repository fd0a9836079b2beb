// Visits of the other site's page: opened in browsers, driven at random, settled, and read.
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { ChatApp } from '../chat-app.ts'
import reference from '../../../../portal/src/im-docs/reference.json' with { type: 'json' }
import { serveOtherSite, type OtherSite } from '../other-site.ts'
import { expect } from '../../../support/visitor.ts'

/** Relative frequency of each action. */
const weights = {
  ...{ sendText: 30, burst: 8, sendCustomMsg: 5, sendTipMsg: 3, sendGeo: 2, sendFile: 4, forwardMsg: 4, resendMsg: 8 },
  ...{ deleteMsg: 5, modifyMessage: 6, deleteMsgSelf: 3, sendMsgReceipt: 5, setCurrSession: 3, resetCurrSession: 2 },
  ...{ resetSessionUnread: 3, block: 1, unblock: 5, mute: 1, unmute: 2, addFriend: 1, updateFriend: 1 },
  ...{ deleteFriend: 1, updateMyInfo: 1, getUsers: 2, getHistoryMsgs: 3, getLocalMsgs: 2, getLocalSessions: 2 },
  ...{
    sendCustomSysMsg: 4,
    addStickTopSession: 1,
    deleteStickTopSession: 1,
    lists: 2,
    drop: 1,
    reload: 2,
    sendTeamText: 8,
    recallTeamMsg: 1,
    commentInTeam: 3,
    pinInTeam: 1,
    unpinInTeam: 1,
    readInTeam: 3,
    countReadersInTeam: 1,
    announceInTeam: 1,
    msgFtsInServer: 1,
    searchLocal: 1,
    publishEvent: 1,
    subscribeEvent: 1,
    sendSuperTeamText: 2,
  },
  ...{ comment: 5, uncomment: 3, uncommentInTeam: 1 },
  ...{ enterRoom: 6, leaveRoom: 1, sendRoomText: 8, resendInRoom: 1, readRoom: 2, listRoom: 1, queueInRoom: 1 },
  enterClosedRoom: 1,
}
type PageAction = keyof typeof weights
const deck = Object.entries(weights).flatMap(([name, weight]) =>
  Array.from({ length: weight }, () => name as PageAction),
)
const meanPauseMs = 300

/** The actions of a page with their results. A reload starts a new list. */
export type PageLog = {
  ready: boolean
  /** Commands without a reply. */
  open: number
  sent: { idClient: string; isQueued: boolean }[]
  /** `success`, or the code of the last error, by idClient. */
  outcomes: Record<string, string | number>
  resent: Record<string, true>
  recalled: Record<string, 'asked' | 'done' | 'perhaps'>
  hidden: Record<string, 'asked' | 'done' | 'perhaps'>
  team: { outcomes: Record<string, string | number>; recalled: Record<string, 'asked' | 'done' | 'perhaps'> }
  room: {
    outcomes: Record<string, string | number>
    received: Record<string, true>
    /** Entries of the closed room, and those that the server has rejected. */
    asked: number
    rejected: number
  }
  /** Errors and disconnections that the documentation does not mention. */
  odd: string[]
  /** Errors of a lost connection or of the limits, which the page has not caused by disconnecting. */
  lost: { at: number; error: string }[]
}
type RoomVisitOptions = {
  chatroomId: string
  isAnonymous?: boolean
  chatroomAddresses: string[]
  transports?: ('websocket' | 'polling')[]
}
/** The lists of a page beside its messages, as shown and as the server has them. */
type AccountLists = { blacklist: string[]; mutelist: string[]; friends: string[]; nick: string }
export type PageState = AccountLists & {
  stored: AccountLists
  unread: number
  lastMsg: string
}
/** Comments of the newest messages by idServer, each as its author and number. */
export type PageComments = Record<'shown' | 'stored', Record<string, string[]>>
declare global {
  interface Window {
    log: PageLog
    /** Calls of each callback of the page. */
    called: Record<string, number>
    actions: Record<Exclude<PageAction, 'reload'>, () => void>
    readShown: (isOfTeam?: boolean) => string[]
    readHistory: (isOfTeam?: boolean) => Promise<string[]>
    readComments: () => Promise<PageComments>
    readRoomHistory: () => Promise<string[]> | null
    readShownInRoom: () => string[]
    readState: () => Promise<PageState>
    readPictures: () => string[]
    loadPicture: (address: string) => Promise<number>
    callEverything: (input: {
      robot: string
      chatroomId: string
      superTeams: Record<'teamId' | 'mine' | 'theirs' | 'others', string>
    }) => Promise<Record<string, string>>
    /** Calls a method on this page for the other side, which exposes it as `askPeer`. */
    askHere: (method: string, options: object) => Promise<unknown>
    /** Calls each method with the same options, all at once. Resolves with `ok` or a code when all have replied. */
    callAtOnce: (methods: string[], options: object) => Promise<Record<string, string>>
    visitRoom: (options: RoomVisitOptions) => Promise<void>
    /** Texts and tags that this page has received as another visitor of a room. */
    room: { texts: string[]; tags: string[] }
    callChatroom: (options: { chatroomId: string }) => Promise<Record<string, string>>
  }
}
export type PageVisit = {
  page: Page
  user: 'ann' | 'bob'
  account: string
  /** Logs from before the last reload. */
  earlier: PageLog[]
  pageErrors: string[]
}

/** A pseudo-random generator with a seed, so that a failure can be reproduced. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

const readLog = (page: Page) => page.evaluate(() => window.log)
export const readLogs = async ({ page, earlier }: PageVisit): Promise<PageLog[]> => [...earlier, await readLog(page)]
const waitUntilReady = ({ page }: PageVisit) =>
  expect.poll(async () => (await readLog(page)).ready, { timeout: 60_000 }).toBe(true)

export function serveOutsidePage(): Promise<OtherSite> {
  const scripts = [
    'page.js',
    'actions.js',
    'team-actions.js',
    'comment-actions.js',
    'readers.js',
    'room-actions.js',
    'surface-calls.js',
    'surface-teams.js',
    'surface-chatroom.js',
    'surface-robots.js',
    'surface.js',
  ]
  const pathBesideThis = (name: string) => path.join(import.meta.dirname, name)
  return serveOtherSite({
    '/': pathBesideThis('page.html'),
    ...Object.fromEntries(scripts.map((name) => [`/${name}`, pathBesideThis(name)])),
  })
}

async function openVisit(
  context: BrowserContext,
  { user, account }: Pick<PageVisit, 'user' | 'account'>,
  url: string,
): Promise<PageVisit> {
  const visit: PageVisit = { page: await context.newPage(), user, account, earlier: [], pageErrors: [] }
  visit.page.on('pageerror', ({ message }) => visit.pageErrors.push(message))
  await visit.page.goto(url)
  await waitUntilReady(visit)
  return visit
}

/** Callbacks whose calls the page counts. `reconnectDelayProvider` is left out, because it must return a value. */
const callbacks = Object.keys(reference.callbacks)
  .filter((name) => name !== 'reconnectDelayProvider')
  .join()

type VisitSetup = { server: string; app: ChatApp; seed: number }
/**
 * Two tabs of one browser for each person: one with the script, and one with the module.
 */
export async function openVisits(
  browser: Browser,
  site: OtherSite,
  { server, app, seed }: VisitSetup,
): Promise<PageVisit[]> {
  const accounts = { ann: await app.createAccount('ann'), bob: await app.createAccount('bob') }
  const members = JSON.stringify([accounts.bob.accid])
  const { tid: teamId } = await app.request('team/create', {
    owner: accounts.ann.accid,
    tname: '值班组',
    members,
    uptinfomode: '1',
  })
  const { tid: superTeamId } = await app.request('superteam/create', {
    ...{ owner: accounts.ann.accid, tname: '全院', inviteAccids: members, beinvitemode: '1' },
  })
  const creator = (await app.createAccount('host')).accid
  const [roomId, closedRoomId] = [await app.createRoom(creator), await app.createRoom(creator)]
  await app.request('chatroom/toggleCloseStat', { roomid: closedRoomId, operator: creator, valid: 'false' })
  const [ofAnn, ofBob] = [await browser.newContext(), await browser.newContext()]
  const contexts = [ofAnn, ofAnn, ofBob, ofBob]
  const visits: PageVisit[] = []
  for (const [i, context] of contexts.entries()) {
    const user = i < 2 ? 'ann' : 'bob'
    const { accid: account, token } = accounts[user]
    const peer = accounts[user === 'ann' ? 'bob' : 'ann'].accid
    const page = { build: i % 2 === 0 ? 'script' : 'module', name: `${user}${i}`, seed: `${seed * 10 + i}` }
    const query = new URLSearchParams({
      server,
      appKey: app.appKey,
      account,
      token,
      peer,
      teamId,
      superTeamId,
      roomId,
      closedRoomId,
      callbacks,
      ...page,
    })
    // oxlint-disable-next-line no-await-in-loop -- the second tab must find the storage of the first
    visits.push(await openVisit(context, { user, account }, `${site.origin}/?${query.toString()}`))
  }
  return visits
}

/** Opens the page of a visit in a browser that has never seen it. */
export const openNewBrowser = async (browser: Browser, { page, user, account }: PageVisit): Promise<PageVisit> =>
  openVisit(await browser.newContext(), { user, account }, page.url())

/** Waits until the pages are logged in again after a restart of the server. */
export async function waitForLogins(visits: readonly PageVisit[]): Promise<void> {
  for (const { page } of visits)
    await expect.poll(() => page.evaluate(() => window.nim.getLoginStatus()), { timeout: 60_000 }).toBe(1)
}

/** Names of the callbacks that were called on these pages since their last load. */
export async function listCalled(visits: readonly PageVisit[]): Promise<string[]> {
  const lists = await Promise.all(visits.map(({ page }) => page.evaluate(() => Object.keys(window.called))))
  return lists.flat()
}

export async function closeVisits(visits: readonly PageVisit[]): Promise<void> {
  for (const context of new Set(visits.map(({ page }) => page.context()))) await context.close()
}
/** Faults other than those that the page makes on purpose. */
export const listStrangeErrors = (visits: readonly PageVisit[]): string[] =>
  visits.flatMap(({ pageErrors }) => pageErrors.filter((message) => !message.startsWith('mistake of the page')))

/** A message is stored, refused because the peer has blocked the sender, or a forward of a recalled file. */
const finalOutcomes: (string | number)[] = ['success', 7101, 404]

/** Waits until every command has a reply, and resends messages that failed without a connection. */
export async function waitForIdlePage({ page }: PageVisit): Promise<void> {
  const listUnsettled = async () => {
    const { open, outcomes } = await readLog(page)
    const unsettled = Object.entries(outcomes).filter(([, outcome]) => !finalOutcomes.includes(outcome))
    if (open === 0 && unsettled.length > 0) await page.evaluate(() => window.actions.resendMsg())
    return { open, unsettled }
  }
  await expect.poll(listUnsettled, { timeout: 180_000, intervals: [250] }).toEqual({ open: 0, unsettled: [] })
}

/** Waits until the server has rejected each entry of the closed room, also one that this function asks for. */
export async function waitForRejectedEntry({ page }: PageVisit): Promise<void> {
  await expect(async () => {
    const { asked, rejected } = (await readLog(page)).room
    await page.evaluate(() => window.actions.enterClosedRoom())
    expect(rejected).toBe(asked)
    expect(asked).toBeGreaterThan(0)
  }).toPass({ timeout: 60_000 })
}

export async function reloadPage(visit: PageVisit): Promise<void> {
  visit.earlier.push(await readLog(visit.page))
  await visit.page.reload()
  await waitUntilReady(visit)
}

export async function actRandomly(visit: PageVisit, chance: () => number, endsAt: number): Promise<void> {
  // oxlint-disable no-await-in-loop -- one action after another, like a person
  while (Date.now() < endsAt) {
    const action = deck[Math.floor(chance() * deck.length)]!
    if (action === 'reload') {
      await waitForIdlePage(visit)
      await reloadPage(visit)
    } else await visit.page.evaluate((name) => window.actions[name](), action)
    await wait(chance() * 2 * meanPauseMs)
  }
  // oxlint-enable no-await-in-loop
}
