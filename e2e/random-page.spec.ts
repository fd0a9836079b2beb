// Story of a page that others wrote, driven at random: two users with two pages each, while the server restarts.
// RANDOM_SEED repeats a run, RANDOM_SECONDS sets its length.
import { setTimeout as wait } from 'node:timers/promises'
import { registerApp } from './chat-app.ts'
import { serveOtherSite } from './other-site.ts'
import { newFolder, startOwnServer, stopOwnServer } from './own-server.ts'
import { expectSameHistories, expectSameLists } from './random-page/agreement.ts'
import { createChance, drive, logsOf, openVisit, settle, type Visit } from './random-page/visit.ts'
import { fixture } from './script-page.ts'
import { expect, test } from './visitor.ts'

const seconds = Number(process.env.RANDOM_SECONDS ?? 20)
const seed = Number(process.env.RANDOM_SEED ?? 1)

test(`an outside page survives random use and a restart (seed ${seed})`, async ({ browser, open }, info) => {
  test.setTimeout((seconds + 400) * 1_000)
  const file = (name: string) => fixture(`../random-page/${name}`)
  const site = await serveOtherSite({
    '/': file('page.html'),
    '/page.js': file('page.js'),
    '/actions.js': file('actions.js'),
  })
  let server = await startOwnServer(newFolder())
  const { origin, folder } = server
  // the two tabs of Ann share a browser; the two pages of Bob do not
  const contexts = [await browser.newContext(), await browser.newContext(), await browser.newContext()] as const
  try {
    const app = await registerApp(await open({ baseURL: origin }), site.origin)
    const accounts = { ann: await app.createAccount('ann'), bob: await app.createAccount('bob') }
    const visits: Visit[] = []
    for (const [i, context] of [contexts[0], contexts[0], contexts[1], contexts[2]].entries()) {
      const user = i < 2 ? 'ann' : 'bob'
      const { accid: account, token } = accounts[user]
      const peer = accounts[user === 'ann' ? 'bob' : 'ann'].accid
      const build = i % 2 === 0 ? 'script' : 'module'
      const query = {
        server: origin,
        appKey: app.appKey,
        account,
        token,
        peer,
        build,
        name: `${user}${i}`,
        seed: `${seed * 10 + i}`,
      }
      // oxlint-disable-next-line no-await-in-loop -- the second tab finds the storage of the first
      visits.push(await openVisit(context, user, `${site.origin}/?${new URLSearchParams(query).toString()}`))
    }

    const restart = async () => {
      await wait((seconds / 2) * 1_000)
      server.process.kill('SIGTERM')
      await server.exited
      server = await startOwnServer(folder, 'demo', undefined, origin)
    }
    const endsAt = Date.now() + seconds * 1_000
    await Promise.all([restart(), ...visits.map((visit, i) => drive(visit, createChance(seed * 10 + i), endsAt))])
    await Promise.all(visits.map(settle))
    for (const { page } of visits) await page.evaluate(() => (window.actions.unblock(), window.actions.unmute()))
    await Promise.all(visits.map(settle))

    const count = await expectSameHistories(visits)
    await expectSameLists(visits)
    const logs = (await Promise.all(visits.map(logsOf))).flat()
    expect(logs.flatMap(({ odd }) => odd)).toEqual([])
    const pageErrors = visits.flatMap((visit) => visit.pageErrors)
    expect(pageErrors.filter((message) => !message.startsWith('mistake of the page'))).toEqual([])
    expect(pageErrors.length).toBeGreaterThan(seconds)
    expect(count).toBeGreaterThan(seconds)
    info.annotations.push({ type: 'run', description: `${count} messages, ${pageErrors.length} mistakes of the page` })
    for (const context of contexts) expect(await context.cookies()).toEqual([])
  } finally {
    await Promise.all(contexts.map((context) => context.close()))
    await stopOwnServer(server)
    site.close()
  }
})
