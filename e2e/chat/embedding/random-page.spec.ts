// Story of a page of another site that is driven at random: two users with two pages each, while the server restarts.
// RANDOM_SEED repeats a run, RANDOM_SECONDS sets its length.
import { setTimeout as wait } from 'node:timers/promises'
import { registerApp } from './chat-app.ts'
import { createFolder, startOwnServer, stopOwnServer } from '../../support/own-server.ts'
import {
  expectSameComments,
  expectSameHistories,
  expectSameLists,
  expectSameRoom,
  expectSameTeamHistories,
} from './random-page/agreement.ts'
import {
  closeVisits,
  createRandom,
  actRandomly,
  readLogs,
  openVisits,
  serveOutsidePage,
  waitForIdlePage,
  listStrangeErrors,
  waitForRejectedEntry,
  type PageLog,
  type PageVisit,
} from './random-page/visit.ts'
import { expect, test } from '../../support/visitor.ts'

const seconds = Number(process.env.RANDOM_SECONDS ?? 20)
const seed = Number(process.env.RANDOM_SEED ?? 1)

/** Pages return within this time, and send what waited for the limits. */
const restartEffectMs = 30_000

test(`an outside page survives random use and a restart (seed ${seed})`, async ({ browser, open }, info) => {
  test.setTimeout((seconds + 400) * 1_000)
  const site = await serveOutsidePage()
  let server = await startOwnServer(createFolder())
  const { origin, folder } = server
  let visits: PageVisit[] = []
  try {
    const app = await registerApp(await open({ baseURL: origin }), site.origin)
    visits = await openVisits(browser, site, { server: origin, app, seed })

    let [stoppedAt, startedAt] = [0, 0]
    const restartServer = async () => {
      await wait((seconds / 2) * 1_000)
      stoppedAt = Date.now()
      server.process.kill('SIGTERM')
      await server.exited
      server = await startOwnServer(folder, { previousOrigin: origin })
      startedAt = Date.now()
    }
    const endsAt = Date.now() + seconds * 1_000
    await Promise.all([
      restartServer(),
      ...visits.map((visit, i) => actRandomly(visit, createRandom(seed * 10 + i), endsAt)),
    ])
    await Promise.all(visits.map(waitForIdlePage))
    // by one page of each user: the other one learns it from the server
    const firsts = visits.filter(({ user }, i) => visits.findIndex((other) => other.user === user) === i)
    for (const { page } of firsts) await page.evaluate(() => (window.actions.block(), window.actions.mute()))
    await Promise.all(visits.map(waitForIdlePage))
    for (const { page } of firsts) await page.evaluate(() => (window.actions.unblock(), window.actions.unmute()))
    await Promise.all(visits.map(waitForIdlePage))

    for (const { page } of firsts) await page.evaluate(() => (window.actions.comment(), window.actions.commentInTeam()))
    await Promise.all(visits.map(waitForIdlePage))

    const count = await expectSameHistories(visits)
    await expectSameTeamHistories(visits)
    await expectSameComments(visits)
    await expectSameRoom(visits)
    await Promise.all(visits.map(waitForRejectedEntry))
    await expectSameLists(visits)
    const logs = (await Promise.all(visits.map(readLogs))).flat()
    expect(logs.flatMap(({ odd }) => odd)).toEqual([])
    const isOfRestart = ({ at }: PageLog['lost'][number]) => at >= stoppedAt && at < startedAt + restartEffectMs
    expect(logs.flatMap(({ lost }) => lost).filter((loss) => !isOfRestart(loss))).toEqual([])
    const pageErrors = visits.flatMap((visit) => visit.pageErrors)
    expect(listStrangeErrors(visits)).toEqual([])
    expect(pageErrors.length).toBeGreaterThan(seconds)
    expect(count).toBeGreaterThan(seconds)
    info.annotations.push({ type: 'run', description: `${count} messages, ${pageErrors.length} mistakes of the page` })
    for (const { page } of visits) expect(await page.context().cookies()).toEqual([])
  } finally {
    await closeVisits(visits)
    await stopOwnServer(server)
    site.close()
  }
})
