// Each check of the random page fails on the fault that it is for: reports of pages with one planted fault each.
import {
  expectSameComments,
  expectSameHistories,
  expectSameLists,
  expectSameRoom,
  expectSameTeamHistories,
} from './random-page/agreement.ts'
import type { PageComments, PageLog, PageState, PageVisit } from './random-page/visit.ts'
import { expect, test } from '../../support/visitor.ts'

type VisitReport = {
  user: PageVisit['user']
  log: PageLog
  history: string[]
  shown: string[]
  team: { history: string[]; shown: string[] }
  room: { history: string[]; shown: string[] }
  comments: PageComments
  state: PageState
}

/**
 * Four pages that agree: Ann sent a and b, Bob c; d was recalled, e refused, f deleted by Ann for herself. In the team,
 * Ann sent s and t, and recalled u. In the room, she sent x and y. Bob commented on b.
 */
function createReports(): VisitReport[] {
  const lists = { blacklist: [], mutelist: [], friends: ['peer'], nick: '安' }
  const results = { sent: [], outcomes: {}, resent: {}, recalled: {}, hidden: {} }
  const room: PageLog['room'] = { outcomes: {}, received: {}, asked: 1, rejected: 1 }
  const log: PageLog = {
    ready: true,
    open: 0,
    ...results,
    team: { outcomes: {}, recalled: {} },
    room,
    odd: [],
    lost: [],
  }
  const createLine = (id: string) => `${id} text 您好`
  const createEvents = (user: VisitReport['user'], ids: string[], own: Partial<PageLog> = {}): VisitReport => ({
    user,
    history: ids.map(createLine),
    shown: ids.map(createLine),
    log: structuredClone({ ...log, ...own }),
    team: { history: ['s', 't'].map(createLine), shown: ['t'].map(createLine) },
    room: { history: ['x', 'y'].map(createLine), shown: ['x', 'y'].map(createLine) },
    comments: { shown: { b: ['bob 1'] }, stored: { b: ['bob 1'] } },
    state: structuredClone({ ...lists, stored: structuredClone(lists), unread: 0, lastMsg: ids.at(-1)! }),
  })
  const createSentRows = (...ids: string[]) => ids.map((idClient) => ({ idClient, isQueued: true }))
  return [
    createEvents('ann', ['a', 'b', 'c'], {
      sent: createSentRows('a', 'b', 'd', 'e'),
      outcomes: { a: 'success', b: 'success', d: 'success', e: 7101 },
      recalled: { d: 'done' },
      hidden: { f: 'done' },
      team: { outcomes: { s: 'success', t: 'success', u: 'success' }, recalled: { u: 'done' } },
      room: { ...room, outcomes: { x: 'success', y: 'success' } },
    }),
    createEvents('ann', ['a', 'b', 'c']),
    createEvents('bob', ['a', 'b', 'c', 'f'], {
      sent: createSentRows('c', 'f'),
      outcomes: { c: 'success', f: 'success' },
    }),
    createEvents('bob', ['a', 'b', 'c', 'f']),
  ]
}

function createVisit({ user, log, history, shown, team, room, comments, state }: VisitReport): PageVisit {
  const window = {
    log,
    readHistory: (isOfTeam?: boolean) => Promise.resolve(isOfTeam ? team.history : history),
    readShown: (isOfTeam?: boolean) => (isOfTeam ? team.shown : shown),
    actions: { enterRoom: () => {} },
    readRoomHistory: () => Promise.resolve(room.history),
    readShownInRoom: () => room.shown,
    readComments: () => Promise.resolve(comments),
    readState: () => Promise.resolve(state),
  }
  const evaluate = (work: (argument: unknown) => unknown, argument: unknown) => {
    Object.assign(globalThis, { window })
    return Promise.resolve(work(argument))
  }
  return { account: '', page: { evaluate } as unknown as PageVisit['page'], user, earlier: [], pageErrors: [] }
}
async function countMessages(reports: VisitReport[]): Promise<number> {
  const visits = reports.map(createVisit)
  const count = await expectSameHistories(visits)
  await expectSameTeamHistories(visits)
  await expectSameComments(visits, 200)
  await expectSameRoom(visits)
  await expectSameLists(visits, 200)
  return count
}
const addLine = ({ history, shown, state }: VisitReport, line: string) => {
  history.push(line)
  shown.push(line)
  state.lastMsg = line.split(' ')[0]!
}

test('the checks of random pages accept pages that agree', async () => {
  expect(await countMessages(createReports())).toBe(3)
})

for (const [fault, plant, sentence] of [
  ['a message stored twice', ([ann]) => ann!.history.splice(0, 0, ann!.history[0]!), 'a message is stored once'],
  ['a message lost', (all) => all.forEach((one) => one.history.splice(1, 1)), 'acknowledged messages are stored'],
  [
    'a recalled message kept',
    (all) => all.forEach((one) => addLine(one, 'd text 您好')),
    'failed and removed messages are not',
  ],
  [
    'a failed message stored',
    (all) => all.forEach((one) => addLine(one, 'e text 您好')),
    'failed and removed messages are not',
  ],
  [
    'a message of no one',
    (all) => all.forEach((one) => addLine(one, 'z text 您好')),
    'failed and removed messages are not',
  ],
  ['a deleted message kept', ([ann]) => addLine(ann!, 'f text 您好'), 'failed and removed messages are not'],
  [
    'two messages swapped',
    (all) => all.forEach(({ history }) => history.splice(0, 2, history[1]!, history[0]!)),
    'messages of a page keep their order',
  ],
  [
    'an edit that one side misses',
    ([, , bob]) => (bob!.history[0] = 'a text 您好（改）'),
    'all pages have the same history',
  ],
  ['a message not shown', ([ann]) => ann!.shown.splice(1, 1), 'a page shows what is stored'],
  ['a message shown twice', ([ann]) => ann!.shown.push(ann!.shown[2]!), 'a page shows what is stored'],
  [
    'a message of the team stored twice',
    (all) => all.forEach(({ team }) => team.history.splice(0, 0, team.history[0]!)),
    'a message of the team is stored once',
  ],
  [
    'a message of the team lost',
    (all) => all.forEach(({ team }) => team.history.splice(0, 1)),
    'acknowledged messages of the team are stored',
  ],
  [
    'a recalled message of the team kept',
    (all) => all.forEach(({ team }) => team.history.push('u text 您好')),
    'recalled messages of the team are not',
  ],
  [
    'another order in the team',
    ([, , bob]) => (bob!.team.history = bob!.team.history.toReversed()),
    'all pages have the same history of the team',
  ],
  [
    'a message of the team not shown',
    ([ann]) => (ann!.team.shown[0] = 's text 您好'),
    'a page shows the end of the history of the team',
  ],
  [
    'a comment that the page does not show',
    ([ann]) => (ann!.comments.shown['b'] = []),
    'a page shows the comments of the server',
  ],
  [
    'a text of the room stored twice',
    (all) => all.forEach(({ room }) => room.history.splice(0, 0, room.history[0]!)),
    'a text of the room is stored once',
  ],
  [
    'a text of the room lost',
    (all) => all.forEach(({ room }) => room.history.splice(0, 1)),
    'acknowledged texts of the room are stored',
  ],
  [
    'another order in the room',
    ([, , bob]) => (bob!.room.history = bob!.room.history.toReversed()),
    'all pages have the same history of the room',
  ],
  [
    'a text of the room shown twice',
    ([ann]) => ann!.room.shown.push('y text 您好'),
    'a page shows texts of the room once and in order',
  ],
  ['a block that stays', ([ann]) => ann!.state.blacklist.push('peer'), 'nobody is blocked any more'],
  [
    'a mute that the server keeps',
    ([ann]) => ann!.state.stored.mutelist.push('peer'),
    'a page shows the lists of the server',
  ],
  ['a friend not shown', ([ann]) => ann!.state.friends.pop(), 'a page shows the lists of the server'],
  ['an old name', ([ann]) => (ann!.state.nick = '旧'), 'a page shows the lists of the server'],
  ['an old last message', ([ann]) => (ann!.state.lastMsg = 'a'), 'both pages of a user show the same'],
  ['a wrong number of unread ones', ([, ann]) => (ann!.state.unread = 1), 'both pages of a user show the same'],
] as [string, (reports: VisitReport[]) => unknown, string][])
  test(`the checks of random pages find ${fault}`, async () => {
    const reports = createReports()
    plant(reports)
    await expect(countMessages(reports)).rejects.toThrow(sentence)
  })
