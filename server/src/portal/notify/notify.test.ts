// Tests of notifications: recipients, channels, deduplication, and no content in SMS and mail.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll, createPerson, untilReady, until, type ChatPerson } from '../../../../im-sdk/test/people.ts'
import { recordCarriers } from '../../../test/stand-ins/carriers.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { inTransaction } from '../../kit/ctx.ts'
import { transaction } from '../../kit/db/db.ts'
import { deliverNotices } from './deliver.ts'
import { notifyPhone, notifyUsers, type NoticeDraft } from './notify.ts'
import { upsertNoticeChoices } from './store.ts'

const server = useTestServer({ SMS_PROVIDER: 'outbox' })
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

const sendNotice = (notice: NoticeDraft) => inTransaction(server().kit, (scope) => notifyUsers(scope, notice))
const selectReceived = (accountId: number) =>
  server().kit.sql<{ kind: string; title: string; read_at: Date | null }[]>`
    select kind, title, read_at from message where account_id = ${accountId} order by id`
const selectDeliveries = (accountId: number) =>
  server().kit.sql<{ channel: string; state: string; tries: number; failure: string | null }[]>`
    select channel, state, tries, failure from delivery where account_id = ${accountId} order by channel`
const secretTitle = '您与林静安老师的预约已确认：关于失眠与情绪低落'
const booking = (id: number): NoticeDraft => ({
  kind: 'booking',
  userIds: [id],
  title: secretTitle,
  link: '/booking/index',
})

const withMail = (id: number, isConfirmed = true) =>
  server().kit.sql`
    update account set email = ${`${id}@example.test`}, email_confirmed_at = ${isConfirmed ? new Date() : null}
    where id = ${id}`

test('stores one message per person and event, in the transaction of the event', async () => {
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  const liked: NoticeDraft = {
    kind: 'liked',
    userIds: [ann.id, bob.id, ann.id, 1],
    title: '赞',
    link: '/',
    once: '7 by 8',
  }
  expect((await sendNotice(liked)).toSorted((a, b) => a - b)).toEqual([ann.id, bob.id])
  expect(await sendNotice(liked)).toEqual([])
  expect(await selectReceived(ann.id)).toEqual([{ kind: 'liked', title: '赞', read_at: null }])
  const undone = inTransaction(server().kit, async (scope) => {
    await notifyUsers(scope, booking(bob.id))
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect(await selectReceived(bob.id)).toHaveLength(1)
  expect(await selectDeliveries(bob.id)).toEqual([])
})

test('sends the kind without content by SMS and mail', async () => {
  const ann = await server().enter('user')
  await withMail(ann.id)
  await sendNotice(booking(ann.id))
  const { kit, sent } = recordCarriers(server().kit)
  await deliverNotices(kit)
  expect(sent.map(({ to }) => to).toSorted()).toEqual([ann.phone, `${ann.id}@example.test`].toSorted())
  for (const { text } of sent) {
    expect(text).toContain('预约提醒')
    for (const word of ['林静安', '失眠', '情绪']) expect(text).not.toContain(word)
  }
  expect(await selectDeliveries(ann.id)).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
  expect(await deliverNotices(kit)).toBe(0)
})

test('sends no mail to an unconfirmed address', async () => {
  const ann = await server().enter('user')
  await withMail(ann.id, false)
  await sendNotice(booking(ann.id))
  // confirmed when the notice was queued, and replaced before it was sent
  await withMail(ann.id)
  await sendNotice({ ...booking(ann.id), kind: 'answered' })
  await withMail(ann.id, false)
  const { kit, sent } = recordCarriers(server().kit)
  await deliverNotices(kit)
  expect(sent.map(({ to }) => to)).toEqual([ann.phone])
  expect(await selectDeliveries(ann.id)).toMatchObject([
    { channel: 'mail', state: 'skipped', failure: '未验证邮箱' },
    { channel: 'sms', state: 'sent' },
  ])
})

test('tries a refused delivery five times, and skips one that cannot be sent', async () => {
  const { sql } = server().kit
  const ann = await server().enter('user')
  await sendNotice(booking(ann.id))
  const { kit } = recordCarriers(server().kit, () => new Error('isv.BUSY'))
  for (let i = 0; i < 7; i += 1) {
    await deliverNotices(kit)
    await sql`update delivery set next_try_at = now() where account_id = ${ann.id}`
  }
  expect(await selectDeliveries(ann.id)).toEqual([{ channel: 'sms', state: 'failed', tries: 5, failure: 'isv.BUSY' }])
  await withMail(ann.id)
  await sendNotice({ ...booking(ann.id), kind: 'answered' })
  await deliverNotices(server().kit)
  expect(await selectDeliveries(ann.id)).toMatchObject([
    { channel: 'mail', state: 'skipped', failure: '未设置邮件服务' },
    {},
  ])
})

test('respects choices, and delays deliveries in quiet hours', async () => {
  const { sql } = server().kit
  const ann = await server().enter('user')
  await withMail(ann.id)
  const now = new Date()
  const minute = (now.getUTCHours() * 60 + now.getUTCMinutes() + 8 * 60) % 1440
  await transaction(sql, (tx) =>
    upsertNoticeChoices(
      tx,
      ann.id,
      [
        { kind: 'liked', site: false, sms: false, mail: false, push: false },
        { kind: 'booking', site: true, sms: true, mail: false, push: true },
      ],
      { enabled: true, from_minute: minute, to_minute: (minute + 60) % 1440 },
    ),
  )
  await sendNotice({ kind: 'liked', userIds: [ann.id], title: '赞', link: '/' })
  expect((await selectReceived(ann.id))[0]?.read_at).not.toBe(null)
  await sendNotice(booking(ann.id))
  await sendNotice(booking(ann.id))
  const { kit, sent } = recordCarriers(server().kit)
  await deliverNotices(kit)
  expect(sent).toEqual([])
  // one delivery covers both notices, because it carries no content
  expect(await selectDeliveries(ann.id)).toEqual([{ channel: 'sms', state: 'queued', tries: 0, failure: null }])
  const [due] = await sql<{ isLater: boolean }[]>`
    select next_try_at > now() + interval '50 minutes' as "isLater" from delivery where account_id = ${ann.id}`
  expect(due).toEqual({ isLater: true })
})

test('delivers each message once with two nodes', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => server().enter('user')))
  await sendNotice({ ...booking(0), userIds: people.map(({ id }) => id) })
  const [firstNode, secondNode] = [recordCarriers(server().kit), recordCarriers(server().kit)]
  await Promise.all([deliverNotices(firstNode.kit), deliverNotices(secondNode.kit)])
  const recipients = [...firstNode.sent, ...secondNode.sent].map(({ to }) => to)
  expect(recipients.toSorted()).toEqual(people.map(({ phone }) => phone).toSorted())
})

test('notifies connected clients at once', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const calls: string[] = []
  const openListeningDevice = (person: ChatPerson, name: string) =>
    person.device({}, { portal: () => void calls.push(name) })
  await untilReady(openListeningDevice(ann, 'ann'), openListeningDevice(bob, 'bob'))
  const [row] = await server().kit.sql<{ account_id: number }[]>`
    select account_id from im_account where accid = ${ann.accid}`
  await sendNotice(booking(row!.account_id))
  await until(() => calls.length > 0, 'the word')
  expect(calls).toEqual(['ann'])
})

test('sends an SMS to people without an account, and not at night', async () => {
  const { sql } = server().kit
  // otherwise deliveries that other tests left in quiet hours would be postponed again and again
  await sql`delete from delivery`
  await transaction(sql, (tx) => notifyPhone({ kit: server().kit, tx }, 'membership', '13733330001'))
  const { kit, sent } = recordCarriers(server().kit)
  const listOwnSms = () => sent.filter(({ to }) => to === '13733330001')
  await deliverNotices(kit, new Date('2026-11-21T23:30:00+08:00'))
  expect(listOwnSms()).toEqual([])
  const [waiting] = await sql`select state, next_try_at from delivery where account_id is null`
  expect(waiting).toEqual({ state: 'queued', next_try_at: new Date('2026-11-22T08:00:00+08:00') })
  await sql`update delivery set next_try_at = now()`
  await deliverNotices(kit, new Date('2026-11-22T08:00:00+08:00'))
  expect(listOwnSms().map(({ text }) => JSON.parse(text) as unknown)).toEqual([
    { phone: '13733330001', code: '会员服务', purpose: 'notice' },
  ])
})
