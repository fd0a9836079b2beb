// Tests the records of calls: their outcome, figures and message, and that clients cannot forge them.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { describeCall } from '@xinqiao/contract/calls.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { leaveAll, textTo, until } from '../../../../../im-sdk/test/people.ts'
import { accept, openParties, openParty, ring, type CallParty } from '../../../../test/steps/call-steps.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { chatModule } from '../../module.ts'
import { deleteOldCallRecords } from '../channels/stale.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

const runJob = () => chatModule.jobs.find(({ name }) => name === 'stale calls')!.run(server().kit)
const selectCall = async (channelId: string) =>
  (await server().kit.sql`select * from im_call where channel_id = ${Number(channelId)}`)[0]!
const figures = { route: 'relay', samples: 10, poorSamples: 2, rttMs: 40, lossPermille: 5, isLost: false } as const
const report = (party: CallParty, channelId: string, isLost = false, silentMs = 0) =>
  server().requestAs({ token: party.session }, 'POST /call/report', { channelId, ...figures, isLost, silentMs })
const readCalls = (party: CallParty) =>
  party.device.received.map(({ content }) => content).filter(({ type }) => type === chatMessageTypes.g2)

test('records a call with its route, duration and line, and writes one message', async () => {
  const { doctor, client } = await openParties(server(), url)
  const eve = await openParty(server(), url, 'counsellor')
  const channelId = await ring(doctor, client)
  expect((await report(client, channelId)).status).toBe(404)
  await accept(client, doctor, channelId)
  expect([(await report(client, channelId)).status, (await report(doctor, channelId)).status]).toEqual([200, 200])
  expect((await report(eve, channelId)).status).toBe(404)
  await server().kit
    .sql`update im_call set connect_time = connect_time - 723000 where channel_id = ${Number(channelId)}`
  await client.device.request('signalling.close', { channelId })
  await until(() => readCalls(client).length === 1, 'the message of the call')
  expect(readCalls(client)[0]).toMatchObject({
    type: 12,
    isUnreadable: 0,
    attach: { type: 2, channelId, status: 1, durations: [{ accid: doctor.accid, duration: 723 }, { duration: 723 }] },
  })
  expect(await selectCall(channelId)).toMatchObject({
    outcome: 'completed',
    route: 'relay',
    sample_count: 20,
    poor_count: 4,
    rtt_sum: 800,
    loss_sum: 100,
    is_announced: true,
  })
  const { idServer } = doctor.device.received.at(-1)!
  const recall = doctor.device.request('msg.deleteMsg', { scene: 'p2p', to: client.accid, idServer })
  await expect(recall).rejects.toMatchObject({ code: 414 })
  await runJob()
  expect(readCalls(client)).toHaveLength(1)
  expect((await report(client, channelId)).status).toBe(404)
})

test('records refused, cancelled, missed and lost calls', async () => {
  const { doctor, client } = await openParties(server(), url)
  const { sql } = server().kit
  const refused = await ring(doctor, client)
  await client.device.request('signalling.reject', { channelId: refused, account: doctor.accid, requestId: 'r1' })
  await doctor.device.request('signalling.close', { channelId: refused })
  await expect(ring(doctor, client)).rejects.toMatchObject({ code: 414 })
  await sql`update im_call set ring_time = ring_time - 610000 where channel_id = ${Number(refused)}`
  const cancelled = await ring(doctor, client)
  await doctor.device.request('signalling.close', { channelId: cancelled })
  const missed = await ring(doctor, client)
  await sql`update im_call set ring_time = ring_time - 45000 where channel_id = ${Number(missed)}`
  await doctor.device.request('signalling.close', { channelId: missed })
  const lost = await ring(doctor, client)
  await accept(client, doctor, lost)
  await report(doctor, lost, true)
  await doctor.device.request('signalling.close', { channelId: lost })
  const outcomes = await Promise.all([refused, cancelled, missed, lost].map(selectCall))
  expect(outcomes.map(({ outcome }) => outcome as string)).toEqual(['refused', 'cancelled', 'missed', 'lost'])
  await until(() => readCalls(client).length === 4, 'the messages of the calls')
  expect(readCalls(client).map((content) => ('attach' in content ? Object(content.attach).status : 0))).toEqual([
    3, 2, 4, 1,
  ])
})

test('counts a lost call until the lost side was there, and names the loss in its message', async () => {
  const { doctor, client } = await openParties(server(), url)
  const { sql } = server().kit
  const lose = async (requestId: string, seenBeforeMs: number, silentMs: number) => {
    const channelId = await ring(doctor, client, requestId)
    await accept(client, doctor, channelId, requestId)
    await report(client, channelId)
    await sql`
      update im_call set answer_time = answer_time - 60000, connect_time = connect_time - 60000,
        callee_seen_time = callee_seen_time - ${seenBeforeMs}::bigint where channel_id = ${Number(channelId)}`
    await report(doctor, channelId, true, silentMs)
    await doctor.device.request('signalling.close', { channelId })
  }
  // a page cannot make the call shorter than the other side was seen
  await lose('r1', 60_000, 57_000)
  await lose('r2', 20_000, 57_000)
  await until(() => readCalls(client).length === 2, 'the messages of the calls')
  const texts = readCalls(client).map((content) =>
    'attach' in content ? describeCall(content.attach as never, false) : '',
  )
  expect(texts).toEqual(['视频通话 中断 0:03', '视频通话 中断 0:40'])
})

test('names the same length of a call to both sides, while it goes on and after its end', async () => {
  const { doctor, client } = await openParties(server(), url)
  const channelId = await ring(doctor, client)
  await accept(client, doctor, channelId)
  expect((await report(doctor, channelId)).data).toEqual({ talkMs: 0 })
  await server().kit.sql`update im_call set connect_time = connect_time - 60000
    where channel_id = ${Number(channelId)}`
  for (const side of [doctor, client])
    expect((await report(side, channelId)).data.talkMs).toBeGreaterThanOrEqual(60_000)
  const readSeconds = async (side: CallParty) =>
    (await server().requestAs({ token: side.session }, 'POST /call/booking', { channelId })).data.seconds
  expect(await readSeconds(client)).toBeNull()
  await client.device.request('signalling.close', { channelId })
  await until(() => readCalls(client).length === 1, 'the message of the call')
  const [{ attach }] = readCalls(client) as unknown as [{ attach: { durations: { duration: number }[] } }]
  const [{ duration } = { duration: 0 }] = attach.durations
  expect(duration).toBeGreaterThanOrEqual(60)
  expect([await readSeconds(client), await readSeconds(doctor)]).toEqual([duration, duration])
})

test('goes on with a call of a side whose figures arrive without a connection', async () => {
  const { doctor, client } = await openParties(server(), url)
  const { sql } = server().kit
  const channelId = await ring(doctor, client)
  await accept(client, doctor, channelId)
  await report(client, channelId)
  client.device.disconnect()
  const isAbsent = async () => {
    await runJob()
    const rows = await sql`
      update im_signal_member set absent_time = absent_time - 46000
      where channel_id = ${Number(channelId)} and absent_time is not null returning 1`
    return rows.length === 1
  }
  await until(isAbsent, 'the absence')
  await runJob()
  expect(doctor.signals.map(({ eventType }) => eventType)).not.toContain('LEAVE')
  await sql`
    update im_call set answer_time = answer_time - 90000, connect_time = connect_time - 90000,
      callee_seen_time = callee_seen_time - 76000 where channel_id = ${Number(channelId)}`
  await runJob()
  await until(() => doctor.signals.some(({ eventType }) => eventType === 'LEAVE'), 'the leaving')
  await doctor.device.request('signalling.close', { channelId })
  const lost = await selectCall(channelId)
  expect(lost).toMatchObject({ outcome: 'lost', is_callee_lost: true })
  // the client had lost the server for 46 seconds, and sent no figures for 76
  expect(Number(lost['end_time'])).toBeLessThan(Date.now() - 40_000)
})

test('ends calls that no page ends, with the last sign of a side', async () => {
  const { doctor, client } = await openParties(server(), url)
  const { sql } = server().kit
  const unanswered = await ring(doctor, client)
  await runJob()
  expect((await selectCall(unanswered)).end_time).toBeNull()
  await sql`update im_call set ring_time = ring_time - 91000 where channel_id = ${Number(unanswered)}`
  await runJob()
  expect(await selectCall(unanswered)).toMatchObject({ outcome: 'missed' })
  const answered = await ring(doctor, client)
  await accept(client, doctor, answered)
  await report(doctor, answered)
  await sql`
    update im_call set ring_time = ring_time - 301000, answer_time = answer_time - 301000,
      connect_time = connect_time - 301000, caller_seen_time = caller_seen_time - 240000
    where channel_id = ${Number(answered)}`
  await runJob()
  expect((await selectCall(answered)).end_time).toBeNull()
  await sql`update im_call set caller_seen_time = caller_seen_time - 61000 where channel_id = ${Number(answered)}`
  await runJob()
  const { outcome, end_time: end, caller_seen_time: seen } = await selectCall(answered)
  expect([outcome, end]).toEqual(['completed', seen])
})

test('counts a call that connected for a moment as a call, and one that did not as none', async () => {
  const { doctor, client } = await openParties(server(), url)
  for (const requestId of ['r1', 'r2']) {
    const channelId = await ring(doctor, client, requestId)
    await accept(client, doctor, channelId, requestId)
    if (requestId === 'r2') await report(doctor, channelId)
    await doctor.device.request('signalling.close', { channelId })
  }
  await until(() => readCalls(client).length === 2, 'the messages of the calls')
  const texts = readCalls(client).map((content) =>
    'attach' in content ? describeCall(content.attach as never, false) : '',
  )
  expect(texts).toEqual(['视频通话 未接通', '视频通话 0:01'])
})

test('refuses an answer to a caller who has left', async () => {
  const { doctor, client } = await openParties(server(), url)
  const channelId = await ring(doctor, client)
  await server().kit.sql`delete from im_signal_member where channel_id = ${Number(channelId)}`
  await expect(accept(client, doctor, channelId)).rejects.toMatchObject({ code: 10408 })
})

test('writes the message of a call that ends without a command, and deletes its record after a year', async () => {
  const { doctor, client } = await openParties(server(), url)
  const channelId = await ring(doctor, client)
  await accept(client, doctor, channelId)
  await server().kit.sql`update im_signal_channel set expire_time = 1 where id = ${Number(channelId)}`
  await runJob()
  await until(() => readCalls(client).length === 1, 'the message of the call')
  expect(await selectCall(channelId)).toMatchObject({ outcome: 'completed', is_announced: true })
  await server().kit.sql`update im_call set end_time = 1 where channel_id = ${Number(channelId)}`
  await deleteOldCallRecords(server().kit)
  expect(await selectCall(channelId)).toBeUndefined()
})

test('notifies the duty staff when a client with an alert has not come back', async () => {
  const { doctor, client } = await openParties(server(), url)
  const { sql } = server().kit
  await client.device.send(textTo(doctor.accid, '我不想活了，药已经准备好了'))
  const loseCall = async (requestId: string, reporter = doctor) => {
    const channelId = await ring(doctor, client, requestId)
    await accept(client, doctor, channelId, requestId)
    await report(reporter, channelId, true)
    await doctor.device.request('signalling.close', { channelId })
    await sql`update im_call set end_time = end_time - 61000, ring_time = ring_time - 62000
      where channel_id = ${Number(channelId)}`
  }
  const selectAlert = async () =>
    (
      await sql`
      select a.called_at = to_timestamp(0) as is_due from crisis_alert a join im_account w on w.account_id = a.writer_id
      where w.accid = ${client.accid}`
    )[0]!
  await sql`update crisis_alert set called_at = now()`
  await loseCall('r1')
  await runJob()
  expect(await selectAlert()).toEqual({ is_due: true })
  const { data } = await server().requestAs({ token: doctor.session }, 'GET /care/talks')
  expect(data).toMatchObject([{ accid: client.accid, steps: [{ step: 'dropped' }] }])
  const staff = await server().enter('service')
  const list = await server().requestAs(staff, 'GET /admin/care/alerts', { state: 'open' })
  expect(list.data.content[0]).toMatchObject({ dropTime: data[0]!.steps[0]!.time, dutyCallTime: null })
  // one alarm for each call, none for a client who is back or who has lost the counsellor
  await sql`update crisis_alert set called_at = now()`
  await runJob()
  await loseCall('r4', client)
  await runJob()
  expect(await selectAlert()).toEqual({ is_due: false })
  await loseCall('r2')
  const nextId = await ring(doctor, client, 'r3')
  await accept(client, doctor, nextId, 'r3')
  await runJob()
  expect(await selectAlert()).toEqual({ is_due: false })
})

test('refuses a record of a call from a client', async () => {
  const { doctor, client } = await openParties(server(), url)
  const attach = { type: 2, channelId: '1', status: 1, durations: [] }
  const content = { type: chatMessageTypes.g2, attach }
  const forged = { scene: 'p2p', to: client.accid, idClient: 'call-1', content }
  await expect(doctor.device.request('msg.sendMsg', forged as never)).rejects.toMatchObject({ code: 414 })
})
