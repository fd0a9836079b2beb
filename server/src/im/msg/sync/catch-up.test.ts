// Tests pages of sync: sessions and changes in order, even if one commit changed more rows than a page holds.
import { roles } from '@xinqiao/contract/roles.ts'
import type { SyncPosition } from '@xinqiao/contract/im/sync.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll, createPerson, untilReady, textTo } from '../../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../../test/test-server.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

test('syncs 1,200 changes and a session in pages, each once, also with shared versions', async () => {
  const { sql } = server().kit
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const [a, b] = [ann.device(), bob.device()]
  await untilReady(a, b)
  const put = async (from: number, count: number) => {
    // three rows share each version, like the changes of one command
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
  let position: SyncPosition | undefined
  for (let hasMore = true; hasMore;) {
    const page = await a.request('sync.sync', { mark, ...(position && { position }) })
    expect(page.mark).toBeGreaterThan(mark)
    ;({ mark, hasMore, position } = page)
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
  await untilReady(fresh)
  expect([...fresh.store.lastChanges.values()].filter(({ kind }) => kind === 'stickTop')).toHaveLength(1_200)
})

test('syncs a device after one commit that changed 10,000 things and 1,200 sessions of its account', async () => {
  const { sql } = server().kit
  const { owner } = server()
  const ann = await createPerson(server(), url)
  await untilReady(ann.device())
  const [account] = await sql<{ id: number; version: number }[]>`
    select id, version from im_account where accid = ${ann.accid}`
  const { id } = account!
  await owner.begin(async (tx) => {
    await tx`
      insert into im_stick_top (im_account_id, session_id, is_top, create_time, update_time)
      select ${id}, 'p2p-peer' || i, true, i, i from generate_series(1, 10000) i`
    await tx`
      insert into im_change (im_account_id, kind, key, version)
      select ${id}, 'stickTop', 'p2p-peer' || i, ${account!.version + 1} from generate_series(1, 10000) i`
    await tx`
      insert into account (username, nickname, password_hash, phone_sealed, phone_index, role_id)
      select 'peer' || i, 'peer', '', '', decode(md5('peer' || i), 'hex'), ${roles.user}::smallint from generate_series(1, 1200) i`
    await tx`
      insert into im_account (account_id, accid)
      select account.id, username from account where username like 'peer%'`
    await tx`
      insert into im_conversation (low_id, high_id, sealed_key) select ${id}, im_account.id, '' from im_account where accid like 'peer%'`
    await tx`
      insert into im_session (im_account_id, conversation_id, version)
      select ${id}, im_conversation.id, ${account!.version + 1} from im_conversation where low_id = ${id}`
    await tx`update im_account set version = version + 1 where id = ${id}`
  })

  const device = ann.device()
  await untilReady(device)
  expect([...device.store.lastChanges.values()].filter(({ kind }) => kind === 'stickTop')).toHaveLength(10_000)
  expect(device.store.conversations.size).toBe(1_200)
  expect(device.store.syncMark).toBe(account!.version + 1)
  // each change arrives once
  const seen: string[] = []
  let next: SyncPosition | undefined
  let mark = account!.version
  for (let hasMore = true; hasMore;) {
    const page = await device.request('sync.sync', { mark, ...(next && { position: next }) })
    seen.push(...page.changes.map(({ key }) => key))
    ;({ mark, hasMore, position: next } = page)
  }
  expect(new Set(seen).size).toBe(10_000)
  expect(seen).toHaveLength(10_000)
})
