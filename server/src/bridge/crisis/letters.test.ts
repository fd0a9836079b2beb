// Tests that a letter to the duty staff opens the writer's alert or joins it, is stored encrypted, and is opened with a
// reason.
import { beforeAll, expect, test } from 'vitest'
import { listMessageTitles } from '../../../test/messages.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'
import { transaction } from '../../kit/db/db.ts'
import { raiseAlertOfStoredText } from '../../im/crisis/raise/raise.ts'
import { notifyDuty } from './duty.ts'

const server = useTestServer()
let staff: Caller
beforeAll(async () => {
  staff = await server().enter('service')
})
const findOpenAlert = async (writer: Caller) => {
  const { content } = (await server().requestAs(staff, 'GET /admin/care/alerts', { state: 'open', size: 100 })).data
  const [row] = await server().kit.sql<{ id: number }[]>`
    select id from crisis_alert where writer_id = ${writer.id} and state <> 'closed'`
  return { alert: content.find(({ id }) => id === row?.id), id: row?.id }
}
const sendLetter = (who: Caller, text: string, level = 'thought') =>
  server().requestAs(who, 'POST /care/letter', { text, level })

test('opens an alert for a letter, which staff read with a reason', async () => {
  const ann = await server().enter('user')
  expect(await sendLetter(ann, '今天很难受，能打电话给我吗')).toMatchObject({
    status: 200,
    msg: '已送达值班人员',
    data: null,
  })
  const { alert, id } = await findOpenAlert(ann)
  expect(alert).toMatchObject({ level: 'thought', peerName: '值班人员', hits: 1 })
  const [row] = await server().kit.sql<
    { text_sealed: Buffer }[]
  >`select text_sealed from crisis_text where alert_id = ${id!}`
  expect(row!.text_sealed.toString()).not.toContain('电话')
  const { data } = await server().requestAs(staff, 'POST /admin/care/transcript', { id, reason: '核实危机情况' })
  expect(data.lines).toMatchObject([{ isWriter: true, text: '今天很难受，能打电话给我吗' }])
  expect((await server().requestAs(staff, 'GET /admin/care/alert', { id })).data.signals).toMatchObject([
    { place: '写给值班人员的信' },
  ])
})

test('adds a letter to the open alert, shows the texts of each source, and notifies the follower', async () => {
  const { sql, secrets } = server().kit
  const ann = await server().enter('user')
  const report = {
    accountId: ann.id,
    level: 'thought' as const,
    sealText: (id: number) => secrets.seal('举报里的话', { table: 'crisis_text', column: 'text_sealed', row: id }),
  }
  await transaction(sql, (tx) => raiseAlertOfStoredText(tx, report))
  const { id } = await findOpenAlert(ann)
  await server().requestAs(staff, 'POST /admin/care/take', { id })
  await sql`update crisis_alert set called_at = now() - interval '11 minutes' where id = ${id!}`
  await sendLetter(ann, '我已经到医院了，谢谢你们')
  await sendLetter(ann, '药准备好了，我不想活了')
  const { signals, hits, level } = (await server().requestAs(staff, 'GET /admin/care/alert', { id })).data
  expect({ hits, level }).toEqual({ hits: 3, level: 'plan' })
  const texts = await Promise.all(
    signals.map(async (signal) => {
      const { data } = await server().requestAs(staff, 'POST /admin/care/transcript', {
        id,
        signalId: signal.id,
        reason: '核实危机情况',
      })
      return data.lines.map(({ text }) => text)
    }),
  )
  expect(texts).toEqual([['我已经到医院了，谢谢你们', '药准备好了，我不想活了'], ['举报里的话']])
  const countNotices = async () => (await listMessageTitles(sql, staff.id, '您跟进的')).length
  const before = await countNotices()
  await notifyDuty(server().kit)
  expect(await countNotices()).toBe(before + 1)
})

test('requires a minimum and a maximum length of a letter, and refuses visitors', async () => {
  const ann = await server().enter('user')
  expect((await sendLetter(ann, '  ')).fields.text).toBe('请写下想说的话')
  expect((await sendLetter(ann, '话'.repeat(501))).status).toBe(400)
  expect((await server().request('POST /care/letter', { text: '您好', level: 'plan' })).status).toBe(401)
  for (let i = 0; i < 10; i++) await sendLetter(ann, `第${i}封`)
  expect((await sendLetter(ann, '再写一封')).status).toBe(429)
  // a letter is accepted above the limit if it raises the level of the alert
  expect((await sendLetter(ann, '药准备好了，我不想活了')).status).toBe(200)
  expect((await sendLetter(ann, '药准备好了，我不想活了')).status).toBe(429)
})
