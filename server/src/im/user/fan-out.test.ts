// Tests that a changed profile reaches every acquaintance, in transactions that lock only a few accounts each.
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import { roles } from '@xinqiao/contract/roles.ts'
import { leaveAll, createPerson, untilReady, textTo, until } from '../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { noEvents, outsideRooms } from '../../kit/chat/im-ctx.ts'
import { createRemoteRooms } from '../../kit/chat/rooms.ts'
import { connect } from '../../kit/db/db.ts'
import { createChangeReaders } from '../../modules.ts'
import { finishFanOuts, updateMyInfo } from './users.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

const friends = 1_000
let people = 0

/** A counsellor with a thousand conversations. */
async function createBusyCounsellor() {
  const doctor = await createPerson(server(), url, 'counsellor')
  const { owner } = server()
  const [row] = await owner<{ id: number }[]>`select id from im_account where accid = ${doctor.accid}`
  const prefix = `peer${(people += 1)}-`
  await owner`
    insert into account (username, nickname, password_hash, phone_sealed, phone_index, role_id)
    select ${prefix} || i, 'peer', '', '', decode(md5(${prefix} || i), 'hex'), ${roles.user}::smallint from generate_series(1, ${friends}) i`
  await owner`
    insert into im_account (account_id, accid)
    select id, username from account where starts_with(username, ${prefix})`
  await owner`
    insert into im_conversation (low_id, high_id, sealed_key)
    select ${row!.id}, id, '' from im_account where starts_with(accid, ${prefix})`
  const countNotified = async () => {
    const [count] = await owner<{ change_count: number }[]>`
      select count(*) as change_count from im_change join im_account a on a.id = im_account_id
      where starts_with(accid, ${prefix}) and kind = 'user' and key = ${doctor.accid} and im_change.version = a.version`
    return count!.change_count
  }
  return { doctor, imId: row!.id, countNotified }
}

const contextFor = (sql: ReturnType<typeof connect>, { imId, accid }: { imId: number; accid: string }) => {
  const { config, bodies, secrets } = server().kit
  const viewer = {
    imId,
    accid,
    appId: 1,
    login: 0,
    fileKeyEnds: [],
    isMuted: false,
    roleId: roles.counsellor,
    deviceId: 'd',
    clientType: 16,
  }
  const readers = createChangeReaders(server().kit)
  return {
    config,
    sql,
    bodies,
    secrets,
    readers,
    viewer,
    connectionId: '',
    deliver: () => {},
    deliverToTeam: () => {},
    events: noEvents,
    rooms: createRemoteRooms(server().kit.bus),
    ...outsideRooms,
    followTeams: () => Promise.resolve(),
    confirmGeneration: () => Promise.resolve(),
  }
}

test('locks at most 201 accounts at once, and notifies all of a thousand', async () => {
  const { doctor, imId, countNotified } = await createBusyCounsellor()
  const [database] = await server().kit.sql<{ name: string }[]>`select current_database() as name`
  const locked: number[] = []
  const address = inject('postgresUrl').replace(/\/postgres$/, `/${database!.name}`)
  const sql = connect(address, 2, (_connection, query, parameters) => {
    if (query.includes('for no key update')) locked.push((parameters[0] as number[]).length)
  })
  try {
    const ctx = contextFor(sql, { imId, accid: doctor.accid })
    const { user } = await updateMyInfo({ user: { nick: '陈医生' } }, ctx)
    expect(user.nick).toBe('陈医生')
  } finally {
    await sql.end()
  }
  expect(await countNotified()).toBe(friends)
  expect(locked.length).toBeGreaterThan(5)
  expect(Math.max(...locked)).toBeLessThanOrEqual(201)
})

test('shows the new name at once to an acquaintance who is online', async () => {
  const [ann, doctor] = [await createPerson(server(), url), await createPerson(server(), url, 'counsellor')]
  const [from, to] = [ann.device(), doctor.device()]
  await untilReady(from, to)
  await from.send(textTo(doctor.accid, '您好'))
  await to.request('user.updateMyInfo', { user: { nick: '周老师' } })
  await until(() => from.store.users.get(doctor.accid)?.nick === '周老师', 'the new name')
  expect(await server().kit.sql`select 1 from im_profile_fan_out`).toHaveLength(0)
})

test('completes notifications of a process that ended', async () => {
  const { kit } = server()
  const { imId, countNotified } = await createBusyCounsellor()
  await kit.sql`
    insert into im_profile_fan_out (im_account_id, changed_at) values (${imId}, now() - interval '1 minute')`
  expect(await finishFanOuts(kit)).toBe(1)
  expect(await countNotified()).toBe(friends)
  expect(await finishFanOuts(kit)).toBe(0)
})
