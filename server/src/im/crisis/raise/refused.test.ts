// Tests that a message refused by another rule is not delivered. Its writer still gets a help card, and the duty staff
// an alert.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { leaveAll, createPerson, untilReady, textTo } from '../../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let staff = { id: 0, token: '' }
beforeAll(async () => {
  ;({ url } = await server().listen())
  staff = await server().enter('service')
})
afterEach(leaveAll)

const danger = '我不想活了，药都准备好了'

async function meet(options = {}) {
  const [ann, doctor] = [
    await createPerson(server(), url, 'user', options),
    await createPerson(server(), url, 'counsellor'),
  ]
  const [from, to] = [ann.device(), doctor.device()]
  await untilReady(from, to)
  return { ann, doctor, from, to }
}

/** The texts that the duty staff see in the alert of this person. */
async function readAlert(accid: string) {
  const [alert] = await server().kit.sql<{ id: number; level: string; hits: number }[]>`
    select a.id, a.level, a.hits from crisis_alert a join im_account writer on writer.account_id = a.writer_id
    where writer.accid = ${accid} and a.state <> 'closed'`
  if (!alert) return null
  const input = { id: alert.id, reason: '核实危机情况' }
  const { data } = await server().requestAs(staff, 'POST /admin/care/transcript', input)
  const shown = (await server().requestAs(staff, 'GET /admin/care/alert', { id: alert.id })).data
  return { ...alert, place: shown.peerName, texts: data.lines.map(({ text }) => text) }
}

test('shows the card and raises an alert for a message to a person who has blocked the writer', async () => {
  const { ann, doctor, from, to } = await meet()
  await to.request('user.markInBlacklist', { account: ann.accid, isAdd: true })
  const send = (text: string) => from.request('msg.sendMsg', textTo(doctor.accid, text))
  await expect(send(danger)).rejects.toMatchObject({ code: imErrors.blockedByPeer.code, data: { care: 'plan' } })
  expect(await readAlert(ann.accid)).toMatchObject({ level: 'plan', hits: 1, texts: [danger] })
  expect((await readAlert(ann.accid))!.place).toBe('资料、申请、举报或未送达的消息')
  expect(await server().kit.sql`select 1 from crisis_pending`).toHaveLength(0)
  expect(to.received).toHaveLength(0)
  await expect(send('今天累死了')).rejects.toMatchObject({ code: imErrors.blockedByPeer.code, data: null })
})

test('shows the card and raises an alert for a message of a muted person', async () => {
  const ann = await createPerson(server(), url)
  await server().kit.sql`update im_account set is_muted = true where accid = ${ann.accid}`
  const doctor = await createPerson(server(), url, 'counsellor')
  const from = ann.device()
  await untilReady(from)
  const sent = from.request('msg.sendMsg', textTo(doctor.accid, danger))
  await expect(sent).rejects.toMatchObject({ code: imErrors.muted.code, data: { care: 'plan' } })
  expect(await readAlert(ann.accid)).toMatchObject({ level: 'plan', texts: [danger] })
})

test('shows the card and raises an alert for a message without consent', async () => {
  const { ann, doctor, from } = await meet({ hasAgreed: false })
  const sent = from.request('msg.sendMsg', textTo(doctor.accid, danger))
  await expect(sent).rejects.toMatchObject({ code: imErrors.consentNeeded.code, data: { care: 'plan' } })
  expect(await readAlert(ann.accid)).toMatchObject({ level: 'plan', texts: [danger] })
})

test('shows the card and raises an alert for an edit that comes too late', async () => {
  const { ann, doctor, from } = await meet()
  const { idServer } = await from.send(textTo(doctor.accid, '老师您好'))
  await server().kit.sql`update im_message set time = time - 3600000 where id = ${Number(idServer)}`
  const content = { type: 0 as const, text: danger }
  const edit = from.request('msg.modifyMsg', { scene: 'p2p', to: doctor.accid, idServer, content } as never)
  await expect(edit).rejects.toMatchObject({ code: 508, data: { care: 'plan' } })
  expect(await readAlert(ann.accid)).toMatchObject({ texts: expect.arrayContaining([expect.stringContaining(danger)]) })
})

test('shows the card and raises an alert for a message above the rate limit, and keeps few texts of a flood', async () => {
  const { ann, doctor, from } = await meet()
  const send = (text: string) => from.request('msg.sendMsg', textTo(doctor.accid, text))
  const codes = await Promise.all(
    Array.from({ length: 160 }, (_, i) =>
      send(i < 100 ? '老师您好' : danger).then(
        () => null,
        ({ code, data }: { code: number; data: object }) => ({ code, data }),
      ),
    ),
  )
  const refused = codes.filter((reply) => reply !== null)
  expect(refused.length).toBeGreaterThanOrEqual(60)
  expect(refused).toContainEqual({ code: 416, data: { seconds: expect.any(Number), care: 'plan' } })
  const alert = (await readAlert(ann.accid))!
  expect(alert).toMatchObject({ level: 'plan', hits: 20 })
  expect(alert.texts).toContain(danger)
})

test.each(['nick', 'sign', 'custom'])(
  'raises an alert for danger in the %s of a profile, and keeps it',
  async (field) => {
    const { ann, from } = await meet()
    await from.request('user.updateMyInfo', { user: { [field]: danger } })
    expect(await readAlert(ann.accid)).toMatchObject({ level: 'plan', texts: [danger] })
  },
)

test('raises an alert for a friend request to a person who has blocked the writer', async () => {
  const { ann, doctor, from, to } = await meet()
  await to.request('user.markInBlacklist', { account: ann.accid, isAdd: true })
  const asked = from.request('friend.friendRequest', { account: doctor.accid, type: 2, ps: danger })
  await asked.catch(() => null)
  expect(await readAlert(ann.accid)).toMatchObject({ level: 'plan', texts: [danger] })
})
