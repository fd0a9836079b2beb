// Tests of notices about an open alert: a counsellor calls the duty staff, or words grow more severe.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll, createPerson, textTo, untilReady } from '../../../../im-sdk/test/people.ts'
import { selectAuditEntries } from '../../../test/audit-log.ts'
import { selectMessages } from '../../../test/messages.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { notifyDuty } from './duty.ts'

const server = useTestServer()
let url = ''
let staff = { id: 0, token: '' }
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  staff = await server().enter('service')
})
afterEach(leaveAll)

async function raiseAlert(text: string) {
  const [ann, doctor] = [await createPerson(server(), url), await createPerson(server(), url, 'counsellor')]
  const [from, to] = [ann.device(), doctor.device()]
  await untilReady(from, to)
  const sendText = (words: string) => from.send(textTo(doctor.accid, words))
  await sendText(text)
  const [alert] = await server().kit.sql<{ id: number }[]>`select max(id)::integer as id from crisis_alert`
  const callDuty = () =>
    server().requestAs({ token: doctor.session }, 'POST /care/step', {
      accid: ann.accid,
      step: 'callDuty',
      note: '提到了药',
    })
  return { id: alert!.id, sendText, callDuty }
}

/**
 * Runs the job.
 * @returns the number of notices about this alert that the staff member received
 */
async function countNotices(alertId: number): Promise<number> {
  const countLinkedNotices = async () =>
    (await selectMessages(server().kit.sql, staff.id)).filter(({ link }) => link === `/admin/care/${alertId}`).length
  const before = await countLinkedNotices()
  await notifyDuty(server().kit)
  return (await countLinkedNotices()) - before
}

test('notifies again when a counsellor repeats a call, and continues the escalation', async () => {
  const { id, callDuty } = await raiseAlert('活着没意思，我想死')
  expect(await countNotices(id)).toBe(1)
  expect(await countNotices(id)).toBe(0)
  for (const calls of [2, 3, 4]) {
    await callDuty()
    expect(await countNotices(id)).toBe(1)
    const [alert] = await server().kit.sql<{ calls: number }[]>`select calls from crisis_alert where id = ${id}`
    expect(alert!.calls).toBe(calls)
  }
  // the note is stored in the sealed follow-up only
  const log = await selectAuditEntries(server().kit.sql, { action: 'protocolStepTaken' })
  expect(log.map(({ reason }) => reason)).toEqual(['', '', ''])
})

test('notifies the follower of each text, at most every two minutes, and at once of more severe words', async () => {
  const { id, sendText } = await raiseAlert('活着没意思，我想死')
  await countNotices(id)
  await server().requestAs(staff, 'POST /admin/care/take', { id })
  await sendText('我不想活了')
  expect(await countNotices(id)).toBe(1)
  await sendText('我真的不想活了')
  expect(await countNotices(id)).toBe(0)
  await server().kit.sql`update crisis_alert set news_sent_at = now() - interval '121 seconds' where id = ${id}`
  expect(await countNotices(id)).toBe(1)
  expect(await countNotices(id)).toBe(0)
  await sendText('遗书写好了，我已经站在天台上')
  expect(await countNotices(id)).toBe(1)
  expect(await countNotices(id)).toBe(0)
})
