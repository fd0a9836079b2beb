// Tests of lists by time: what changed since a time, oldest change first, in pages.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { roles } from '@xinqiao/contract/roles.ts'
import { leaveAll, createPerson, untilReady } from '../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

test('lists blocked and muted accounts changed since a time, including removed ones', async () => {
  const [ann, bob, eve] = await Promise.all([1, 2, 3].map(() => createPerson(server(), url)))
  const a = ann!.device()
  await untilReady(a)
  await a.request('user.markInBlacklist', { account: bob!.accid, isAdd: true })
  const first = await a.request('user.getBlacklist', {})
  expect(first.relations.map(({ account }) => account)).toEqual([bob!.accid])
  await a.request('user.markInMutelist', { account: eve!.accid, isAdd: true })
  await a.request('user.markInBlacklist', { account: bob!.accid, isAdd: false })
  expect((await a.request('user.getBlacklist', {})).relations).toEqual([])
  expect((await a.request('user.getMutelist', {})).relations.map(({ account }) => account)).toEqual([eve!.accid])
  const since = await a.request('user.getRelations', { timetag: first.time })
  expect(since.relations.map(({ account, isBlacked, isMuted }) => ({ account, isBlacked, isMuted }))).toEqual([
    { account: eve!.accid, isBlacked: false, isMuted: true },
    { account: bob!.accid, isBlacked: false, isMuted: false },
  ])
  await expect(a.request('user.markInBlacklist', { account: ann!.accid, isAdd: true })).rejects.toMatchObject({
    code: 414,
  })
  await expect(a.request('user.markInMutelist', { account: 'nobody', isAdd: true })).rejects.toMatchObject({
    code: 404,
  })
})

test('lists friends in pages of 3,000, oldest change first, each once', async () => {
  const { sql } = server().kit
  const ann = await createPerson(server(), url)
  const a = ann.device()
  await untilReady(a)
  await sql`
    insert into account (username, password_hash, role_id, phone_sealed, phone_index)
    select 'crowd' || i, '', ${roles.user}::smallint, ''::bytea, decode(lpad(to_hex(i), 16, '0'), 'hex') from generate_series(1, 3500) i`
  await sql`
    insert into im_account (account_id, accid)
    select id, username from account where username like 'crowd%'`
  // groups of rows with the same millisecond, some of which cross the end of a page
  await sql`
    insert into im_friend (im_account_id, peer_id, create_time, update_time)
    select me.id, p.id, 1, 1000 + row_number() over (order by p.id) / 7
    from im_account me, im_account p where me.accid = ${ann.accid} and p.accid like 'crowd%'`
  const first = await a.request('friend.getFriends', {})
  expect(first.friends.length).toBeGreaterThan(2_990)
  expect(first.friends.length).toBeLessThanOrEqual(3_000)
  const times = first.friends.map(({ updateTime }) => updateTime)
  expect(times).toEqual(times.toSorted((x, y) => x - y))
  const rest = await a.request('friend.getFriends', { timetag: first.timetag })
  const all = [...first.friends, ...rest.friends].map(({ account }) => account)
  expect([all.length, new Set(all).size]).toEqual([3_500, 3_500])
})
