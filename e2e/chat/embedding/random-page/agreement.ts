// Checks at the end of a random run: no page has lost, duplicated or reordered a message, or marked one wrongly as
// failed.
import { forEachInOrder } from '../../../../server/src/kit/async/for-each-in-order.ts'
import { expect } from '../../../support/visitor.ts'
import { readLogs, type PageLog, type PageVisit } from './visit.ts'

const readMessageId = (line: string) => line.split(' ', 1)[0]!
const joinLogs = <K extends 'outcomes' | 'recalled' | 'hidden' | 'resent'>(logs: PageLog[], name: K): PageLog[K] =>
  Object.assign({}, ...logs.map((log) => log[name])) as PageLog[K]
type TeamLog = PageLog['team']
const joinTeamLogs = <K extends keyof TeamLog>(logs: TeamLog[], name: K): TeamLog[K] =>
  Object.assign({}, ...logs.map((log) => log[name])) as TeamLog[K]
const readHistory = ({ page }: PageVisit) => page.evaluate(() => window.readHistory())

/**
 * Call it after all visits are settled.
 * @returns the number of messages in the history
 */
export async function expectSameHistories(visits: readonly PageVisit[]): Promise<number> {
  const known = await Promise.all(
    visits.map(async (visit) => ({ visit, logs: await readLogs(visit), history: await readHistory(visit) })),
  )
  const all = known.flatMap(({ logs }) => logs)
  const [outcomes, recalled, hidden] = [joinLogs(all, 'outcomes'), joinLogs(all, 'recalled'), joinLogs(all, 'hidden')]

  for (const { visit, logs, history } of known) {
    const ids = history.map(readMessageId)
    expect(ids, 'a message is stored once').toEqual([...new Set(ids)])
    const own = joinLogs(
      known.filter((other) => other.visit.user === visit.user).flatMap((other) => other.logs),
      'hidden',
    )
    const isPresent = (id: string) => outcomes[id] === 'success' && !(id in recalled) && !(id in own)
    const lost = Object.keys(outcomes).filter((id) => isPresent(id) && !ids.includes(id))
    expect(lost, 'acknowledged messages are stored').toEqual([])
    const isGone = (id: string) => outcomes[id] !== 'success' || recalled[id] === 'done' || own[id] === 'done'
    expect(ids.filter(isGone), 'failed and removed messages are not').toEqual([])

    const resent = joinLogs(logs, 'resent')
    const inOrder = logs
      .flatMap(({ sent }) => sent)
      .filter(({ idClient, isQueued }) => isQueued && !(idClient in resent))
    const stored = new Set(ids)
    const sent = inOrder.map(({ idClient }) => idClient).filter((id) => stored.has(id))
    const sentIds = new Set(sent)
    expect(
      ids.filter((id) => sentIds.has(id)),
      'messages of a page keep their order',
    ).toEqual(sent)
  }

  const common = known.map(({ history }) => history.filter((line) => !(readMessageId(line) in hidden)))
  for (const history of common) expect(history, 'all pages have the same history').toEqual(common[0])
  for (const { visit, history } of known) {
    const shown = await visit.page.evaluate(() => window.readShown())
    // a page that was reloaded shows the end of the history
    expect(shown, 'a page shows what is stored').toEqual(history.slice(history.length - shown.length))
  }
  return common[0]!.length
}

/** Checks that all pages have each acknowledged message of the team once, in the same order. */
export async function expectSameTeamHistories(visits: readonly PageVisit[]): Promise<void> {
  const logs = (await Promise.all(visits.map(readLogs))).flat().map(({ team }) => team)
  const [outcomes, recalled] = [joinTeamLogs(logs, 'outcomes'), joinTeamLogs(logs, 'recalled')]
  const histories = await Promise.all(visits.map(({ page }) => page.evaluate(() => window.readHistory(true))))
  const ids = histories[0]!.map(readMessageId)
  expect(ids, 'a message of the team is stored once').toEqual([...new Set(ids)])
  const lost = Object.keys(outcomes).filter(
    (id) => outcomes[id] === 'success' && !(id in recalled) && !ids.includes(id),
  )
  expect(lost, 'acknowledged messages of the team are stored').toEqual([])
  expect(
    ids.filter((id) => recalled[id] === 'done'),
    'recalled messages of the team are not',
  ).toEqual([])
  for (const [i, history] of histories.entries()) {
    expect(history, 'all pages have the same history of the team').toEqual(histories[0])
    const shown = await visits[i]!.page.evaluate(() => window.readShown(true))
    expect(shown, 'a page shows the end of the history of the team').toEqual(
      history.slice(history.length - shown.length),
    )
  }
}

/** Checks that all pages have each acknowledged text of the room once, in the same order, and show no others. */
export async function expectSameRoom(visits: readonly PageVisit[]): Promise<void> {
  const outcomes = Object.assign(
    {},
    ...(await Promise.all(visits.map(readLogs))).flat().map(({ room }) => room.outcomes),
  ) as PageLog['room']['outcomes']
  const histories: string[][] = []
  await forEachInOrder(visits, ({ page }) =>
    // the page enters again, if it is outside
    expect(async () => {
      await page.evaluate(() => window.actions.enterRoom())
      const history = await page.evaluate(() => window.readRoomHistory())
      expect(history, 'a page enters the room').not.toBeNull()
      histories.push(history!)
    }).toPass({ timeout: 60_000 }),
  )
  const ids = histories[0]!.map(readMessageId)
  expect(ids, 'a text of the room is stored once').toEqual([...new Set(ids)])
  const lost = Object.keys(outcomes).filter((id) => outcomes[id] === 'success' && !ids.includes(id))
  expect(lost, 'acknowledged texts of the room are stored').toEqual([])
  for (const [i, history] of histories.entries()) {
    expect(history, 'all pages have the same history of the room').toEqual(histories[0])
    const shown = await visits[i]!.page.evaluate(() => window.readShownInRoom())
    expect(
      history.filter((line) => shown.includes(line)),
      'a page shows texts of the room once and in order',
    ).toEqual(shown)
  }
}

/** Checks that each page shows the comments that the server has. */
export const expectSameComments = (visits: readonly PageVisit[], timeout = 20_000): Promise<void> =>
  forEachInOrder(visits, ({ page }) =>
    expect(async () => {
      const { shown, stored } = await page.evaluate(() => window.readComments())
      expect(shown, 'a page shows the comments of the server').toEqual(stored)
    }).toPass({ timeout }),
  )

/** Checks that both pages of a user show the same lists as the server, and the same session. */
export async function expectSameLists(visits: readonly PageVisit[], timeout = 20_000): Promise<void> {
  await expect(async () => {
    const states = await Promise.all(
      visits.map(async ({ user, page }) => ({ user, state: await page.evaluate(() => window.readState()) })),
    )
    for (const { user, state } of states) {
      const { blacklist, mutelist, friends, nick, stored } = state
      expect({ blacklist, mutelist }, 'nobody is blocked any more').toEqual({ blacklist: [], mutelist: [] })
      expect({ blacklist, mutelist, friends, nick }, 'a page shows the lists of the server').toEqual(stored)
      const other = states.find((first) => first.user === user)!
      expect(state, 'both pages of a user show the same').toEqual(other.state)
    }
  }).toPass({ timeout })
}
