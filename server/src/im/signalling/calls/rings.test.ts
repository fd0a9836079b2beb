// Tests of calls that ring: who may ring again, and rings whose page is gone.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { busyReason } from '@xinqiao/contract/calls.ts'
import { leaveAll, openDevice, textTo, until, untilReady } from '../../../../../im-sdk/test/people.ts'
import { openParties, ring } from '../../../../test/steps/call-steps.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { chatModule } from '../../module.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

const runJob = () => chatModule.jobs.find(({ name }) => name === 'stale calls')!.run(server().kit)
const selectCall = async (channelId: string) =>
  (await server().kit.sql`select * from im_call where channel_id = ${Number(channelId)}`)[0]!

test('ends a ring whose page is gone, also while another page of the device is connected', async () => {
  const { doctor, client } = await openParties(server(), url)
  const { sql } = server().kit
  const channelId = await ring(doctor, client)
  const leaveFor = async (ms: number) => {
    await sql`update im_signal_member set absent_time = absent_time - ${ms}::bigint where channel_id = ${Number(channelId)}`
    await runJob()
  }
  const isAbsent = async () => {
    await runJob()
    return (
      (
        await sql`select 1 from im_signal_member
      where channel_id = ${Number(channelId)} and absent_time is not null`
      ).length === 1
    )
  }
  await runJob()
  expect(await isAbsent()).toBe(false)
  doctor.device.disconnect()
  const nextPage = openDevice(url, doctor, { deviceId: 'first-device' })
  await untilReady(nextPage)
  await until(isAbsent, 'the absence')
  // a reload goes on with the ring
  await nextPage.request('signalling.join', { channelId, isTakingOver: true })
  await leaveFor(6_000)
  expect(await isAbsent()).toBe(false)
  nextPage.disconnect()
  await untilReady(openDevice(url, doctor, { deviceId: 'first-device' }))
  await until(isAbsent, 'the absence')
  await leaveFor(4_000)
  expect((await selectCall(channelId)).end_time).toBeNull()
  await leaveFor(2_000)
  expect(await selectCall(channelId)).toMatchObject({ outcome: 'cancelled' })
  await until(() => client.signals.some(({ eventType }) => eventType === 'ROOM_CLOSE'), 'the end')
})

test('waits after a refusal, until the client writes or is in danger', async () => {
  const { doctor, client } = await openParties(server(), url)
  const readPause = async () =>
    (await server().requestAs({ token: doctor.session }, 'POST /call/pause', { accid: client.accid })).data.message
  const refuse = async (requestId: string) => {
    const channelId = await ring(doctor, client, requestId)
    await client.device.request('signalling.reject', { channelId, account: doctor.accid, requestId })
    await doctor.device.request('signalling.close', { channelId })
  }
  expect(await readPause()).toBeNull()
  await refuse('r1')
  const message = await readPause()
  expect(message).toMatch(/^对方刚刚拒绝了通话，\d\d:\d\d后可以再呼叫。对方发来消息后，马上可以呼叫。$/)
  await expect(ring(doctor, client, 'r2')).rejects.toMatchObject({ code: 414, message })
  await client.device.send(textTo(doctor.accid, '我回到家了'))
  expect(await readPause()).toBeNull()
  await refuse('r3')
  expect(await readPause()).not.toBeNull()
  await server().kit.sql`
    insert into crisis_alert (level, message_time, writer_id)
    select 'other', 1, account_id from im_account where accid = ${client.accid}`
  expect(await readPause()).not.toBeNull()
  await server().kit.sql`update crisis_alert set level = 'thought'`
  expect(await readPause()).toBeNull()
  await ring(doctor, client, 'r4')
})

test('waits after three rings without an answer, until the client writes, is in danger, or ten minutes are over', async () => {
  const { doctor, client } = await openParties(server(), url)
  const ringInVain = async (requestId: string) =>
    doctor.device.request('signalling.close', { channelId: await ring(doctor, client, requestId) })
  const ringThrice = async (name: string) => {
    for (const n of [1, 2, 3]) await ringInVain(`${name}${n}`)
    await expect(ring(doctor, client, `${name}4`)).rejects.toMatchObject({
      code: 414,
      message: expect.stringMatching(/^几次呼叫都没有接通，\d\d:\d\d后可以再呼叫/),
    })
  }
  await ringThrice('a')
  await client.device.send(textTo(doctor.accid, '方便的'))
  await ringThrice('b')
  const { sql } = server().kit
  await sql`
    insert into crisis_alert (level, message_time, writer_id)
    select 'thought', 1, account_id from im_account where accid = ${client.accid}`
  await ringInVain('c1')
  await sql`update crisis_alert set level = 'other'`
  await expect(ring(doctor, client, 'c2')).rejects.toMatchObject({ code: 414 })
  await sql`update im_call set ring_time = ring_time - 610000, end_time = end_time - 610000`
  await ringInVain('d1')
})

test('counts no ring at a client who was in another call', async () => {
  const { doctor, client } = await openParties(server(), url)
  for (const requestId of ['r1', 'r2', 'r3', 'r4']) {
    const channelId = await ring(doctor, client, requestId)
    const answer = { channelId, account: doctor.accid, requestId, attachExt: busyReason }
    await client.device.request('signalling.reject', answer)
    await doctor.device.request('signalling.close', { channelId })
    expect(await selectCall(channelId)).toMatchObject({ outcome: 'busy' })
  }
})
