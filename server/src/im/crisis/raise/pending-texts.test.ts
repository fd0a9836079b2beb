// Tests of alerts that no crash of a node may lose: an edit is announced before it is stored, other texts have their
// alert by then, and one writer's announcements do not delay another's.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll, createPerson, untilReady, textTo, until } from '../../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { raiseLateAlerts } from './pending-texts.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

const danger = '我不想活了，药都准备好了'

async function meet() {
  const [ann, doctor] = [await createPerson(server(), url), await createPerson(server(), url, 'counsellor')]
  const from = ann.device()
  await untilReady(from)
  return { ann, doctor, from }
}
const alertsOf = (accid: string) =>
  server().kit.sql<{ level: string; hits: number }[]>`
    select a.level, a.hits from crisis_alert a join im_account writer on writer.account_id = a.writer_id
    where writer.accid = ${accid}`

test('raises the alert of an edit after a node died before raising it', async () => {
  const { sql } = server().kit
  const { ann, doctor, from } = await meet()
  const { idServer } = await from.send(textTo(doctor.accid, '老师您好'))
  const edit = { scene: 'p2p', to: doctor.accid, idServer, content: { type: 0, text: danger } }
  let editing: Promise<unknown> | null = null
  let announced: Record<string, unknown> | undefined
  await server().owner.begin(async (tx) => {
    await tx`lock table crisis_alert in access exclusive mode`
    editing = from.request('msg.modifyMsg', edit as never)
    await until(async () => {
      ;[announced] = await sql`select * from crisis_pending`
      return announced !== undefined
    }, 'the announcement')
  })
  await editing!
  // as a killed node leaves it: announced, and not raised
  await sql`delete from crisis_alert`
  await sql`insert into crisis_pending ${sql({ ...announced!, created_at: new Date(Date.now() - 60_000) } as never)}`
  await raiseLateAlerts(server().kit)
  expect(await alertsOf(ann.accid)).toMatchObject([{ level: 'plan', hits: 1 }])
  expect(await sql`select 1 from crisis_pending`).toHaveLength(0)
})

test('raises the alert of a text outside of conversations before it is stored', async () => {
  const { ann, from } = await meet()
  let saving: Promise<unknown> | null = null
  await server().owner.begin(async (tx) => {
    await tx`lock table im_user in exclusive mode`
    saving = from.request('user.updateMyInfo', { user: { sign: danger } })
    await until(async () => (await alertsOf(ann.accid)).length === 1, 'the alert', 5_000)
  })
  await saving!
  expect(await alertsOf(ann.accid)).toMatchObject([{ level: 'plan', hits: 1 }])
})

test('raises the alert of one writer without delay during a flood of announcements of another', async () => {
  const { sql } = server().kit
  const [flooder, ben] = [await meet(), await meet()]
  const { idServer } = await flooder.from.send(textTo(flooder.doctor.accid, '老师您好'))
  const { idServer: other } = await ben.from.send(textTo(ben.doctor.accid, '老师您好'))
  await server().owner`
    insert into im_message (conversation_id, seq, sender_id, id_client, type, is_unreadable, client_type, device_id, time, body)
    select conversation_id, seq + i, sender_id, 'flood' || i, type, is_unreadable, client_type, device_id, time + i, body
    from im_message, generate_series(1, 250) i where id = ${Number(idServer)}`
  await sql`
    insert into crisis_pending (sender_id, id_client, receiver, level, created_at)
    select sender_id, id_client, ${flooder.doctor.accid}, 'thought', now() - interval '2 minutes'
    from im_message where id_client like 'flood%'`
  await sql`
    insert into crisis_pending (sender_id, id_client, receiver, level, created_at)
    select sender_id, id_client, ${ben.doctor.accid}, 'plan', now() - interval '1 minute'
    from im_message where id = ${Number(other)}`
  await raiseLateAlerts(server().kit)
  expect(await alertsOf(ben.ann.accid)).toMatchObject([{ level: 'plan' }])
})
