// Pages of sync: sessions and things in one order, a page never ends inside a version.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll, makePerson, ready, textTo } from '../../../../im-sdk/test/people.ts'
import { useHouse } from '../../../test/house.ts'

const house = useHouse()
let url = ''
beforeAll(async () => {
  ;({ url } = await house().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

test('1,200 things and a session between them come in pages, each once, whatever shares a version', async () => {
  const { sql } = house().kit
  const [ann, bob] = [await makePerson(house(), url), await makePerson(house(), url)]
  const [a, b] = [ann.device(), bob.device()]
  await ready(a, b)
  const put = async (from: number, count: number) => {
    // three of them share each version, as what one command changed does
    await sql`
      insert into im_stick_top (im_account_id, session_id, is_top, create_time, update_time)
      select a.id, 'p2p-nobody' || i, true, i, i from im_account a, generate_series(${from}::int, ${from + count - 1}::int) i
      where a.accid = ${ann.accid}`
    await sql`
      insert into im_change (im_account_id, kind, key, version)
      select a.id, 'stickTop', 'p2p-nobody' || i, a.version + 1 + (i - ${from}::int) / 3
      from im_account a, generate_series(${from}::int, ${from + count - 1}::int) i where a.accid = ${ann.accid}`
    await sql`update im_account set version = version + ${Math.ceil(count / 3)} where accid = ${ann.accid}`
  }
  await put(0, 600)
  await b.send(textTo(ann.accid, '在中间'))
  await put(600, 600)

  let mark = 0
  const pages = []
  for (let hasMore = true; hasMore;) {
    const page = await a.request('sync.sync', { mark })
    expect(page.mark).toBeGreaterThan(mark)
    for (const { version } of page.changes) expect(version).toBeLessThanOrEqual(page.mark)
    ;({ mark, hasMore } = page)
    pages.push(page)
  }
  expect(pages.length).toBeGreaterThan(2)
  const things = pages.flatMap(({ changes }) => changes.map(({ version, key }) => ({ version, key })))
  expect(new Set(things.map(({ key }) => key)).size).toBe(1_200)
  expect(things).toHaveLength(1_200)
  expect(things.map(({ version }) => version)).toEqual(things.map(({ version }) => version).sort((x, y) => x - y))
  expect(pages.flatMap(({ sessions }) => sessions)).toHaveLength(1)
  const last = pages.at(-1)!
  expect(await a.request('sync.sync', { mark: last.mark })).toMatchObject({ hasMore: false, changes: [], sessions: [] })
  const fresh = ann.device()
  await ready(fresh)
  expect([...fresh.store.things.values()].filter(({ kind }) => kind === 'stickTop')).toHaveLength(1_200)
})
