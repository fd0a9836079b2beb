// Fills every sealed column through the application: with the demo content, then with what it lacks.
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { EndpointKey } from '@xinqiao/contract/http/index.ts'
import { leaveAll, createPerson, untilReady } from '../../../im-sdk/test/people.ts'
import { createMeeting, createStay } from '../../db/fixtures/meeting.ts'
import { createLevel, createMember } from '../../db/fixtures/membership.ts'
import { seedDemo } from '../../db/seed/seed.ts'
import { transaction } from '../../src/kit/db/db.ts'
import { loadKeys } from '../../src/kit/pay/simulator/keys.ts'
import { sealBindings } from '../../src/kit/auth/seal-bindings.ts'
import { hashToken, createToken, type SealBinding } from '../../src/kit/auth/secrets.ts'
import { createManagedRoom } from '../../src/im/room/managed/managed.ts'
import { storeMessage } from '../../src/im/room/messages/messages.ts'
import { createNotice } from '../../src/im/room/rules/notices.ts'
import { upsertElement } from '../../src/im/room/queue/queue-store.ts'
import { raiseChatText } from '../../src/im/crisis/raise/raise.ts'
import { insertSignInSession } from '../../src/portal/accounts/records/store.ts'
import { notifyPhone } from '../../src/portal/notify/notify.ts'
import { saveOpenid } from '../../src/portal/payments/checkout/payment-method.ts'
import type { RequestInput } from '../api-requests.ts'
import { createAppMember, type AppRow } from './app-members.ts'
import type { TestServer, Caller } from '../test-server.ts'

function createCaller(server: TestServer) {
  return async <K extends EndpointKey>(caller: Pick<Caller, 'token'>, key: K, input?: RequestInput<K>) => {
    const reply = await server.requestAs(caller, key, input)
    expect(reply, key).toMatchObject({ status: 200 })
    return reply.data
  }
}
type CallAs = ReturnType<typeof createCaller>

async function signIn({ kit }: TestServer, accountId: number): Promise<{ token: string }> {
  const token = createToken()
  const life = { idleSeconds: 3600, lifeSeconds: 3600 }
  await insertSignInSession(kit.sql, { accountId, tokenHash: hashToken(token), device: '', ip: '', ...life })
  return { token }
}

async function fillAccounts(
  { kit }: TestServer,
  call: CallAs,
  [person, other]: readonly [Caller, Caller],
): Promise<void> {
  await call({ token: '' }, 'GET /auth/registerSendSms', { phone: '13612345678' })
  const { secret } = await call(person, 'POST /auth/factor/totp/options')
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await call(person, 'POST /auth/factor/totp', { code })
  await call(other, 'POST /auth/factor/totp/options')
  const endpoint = 'https://fcm.googleapis.com/fcm/send/x'
  await call(person, 'POST /message/push', { endpoint, p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) })
  await saveOpenid(kit, person.id, 'o-of-the-payer')
  await loadKeys(kit.sql, kit.secrets)
}

async function fillMembership(
  { kit }: TestServer,
  call: CallAs,
  [head, admin]: readonly [Caller, Caller],
): Promise<void> {
  const { sql } = kit
  const levelId = await createLevel(sql, { title: '邀请席位的单位会员', kind: 'unit', seats: 3 })
  const unit = { levelId, kind: 'unit', accountId: head.id, name: '第一医院', phone: head.phone } as const
  await createMember(kit, { ...unit, email: 'unit@xinqiao.invalid' })
  await call(head, 'POST /membership/seat/ask', { name: '岑护士', phone: '13711112222' })
  const [application] = await sql<{ id: number }[]>`select id from member_application where state = 'submitted' limit 1`
  await call(admin, 'POST /admin/memberApplication/note', { id: application!.id, text: '电话核实过单位' })
  await transaction(sql, (tx) => notifyPhone({ kit, tx }, 'membership', '13733330001'))
}

async function fillMeetings(server: TestServer, call: CallAs, person: Caller): Promise<void> {
  const { sql } = server.kit
  const { id: activityId } = await createMeeting(sql, { title: '学术年会', daysFromNow: 40 })
  const receipt = { companyName: '县人民医院', address: '县城1号', ...createStay(40), name: '钱来', sex: '男' }
  const input = { ...receipt, activityAttendTypeId: 2, activityId }
  const { activityUser } = await call(person, 'POST /activityUser/addPerson', input)
  await sql`update meeting set change_deadline = now() where id = ${activityId}`
  await call(person, 'PUT /activityUser/receipt', { ...receipt, id: activityUser!.id, diet: '素食', reason: '补报' })
  const [order] = await sql<{ account_id: number; order_no: string }[]>`
    select account_id, order_no from pay_order o where kind = 'conference' and state = 'paid' and refunded_cents = 0
      and not exists (select 1 from receipt where order_id = o.id)
      and not exists (select 1 from refund where order_id = o.id) limit 1`
  const invoice = { orderNo: order!.order_no, buyer: '第一医院', email: 'invoice@xinqiao.invalid' }
  await call(await signIn(server, order!.account_id), 'POST /order/receipt', invoice)
  const [notice] = await sql<{ id: number }[]>`select id from submission_call where state = 'noticed'`
  const words = { name: '实名者', phone: '13812345678', text: '申报材料与事实不符，请协会核实。' }
  await call(person, 'POST /submission/objection', { callId: notice!.id, ...words })
}

async function fillCare({ kit }: TestServer, call: CallAs, [person, admin]: readonly [Caller, Caller]): Promise<void> {
  const [question] = await kit.sql<{ id: number }[]>`select id from question where state = 'shown' limit 1`
  const report = { problemId: question!.id, reason: 'other', text: '我想自杀，不想活了' }
  await call(person, 'POST /problem/report', report)
  const [alert] = await kit.sql<{ id: number }[]>`select id from crisis_alert where writer_id = ${person.id}`
  await call(admin, 'POST /admin/care/take', { id: alert!.id })
  await call(admin, 'POST /admin/care/note', { id: alert!.id, text: '已电话联系本人' })
}

async function fillChat(server: TestServer, url: string): Promise<void> {
  const [ann, bob] = [await createPerson(server, url), await createPerson(server, url)]
  const device = ann.device()
  await untilReady(device)
  await device.request('user.updateMyInfo', { user: { tel: '13800001111' } })
  await device.request('user.updatePushToken', { tokenName: 'apns', token: 'a-push-token' })
  const [creator] = await server.kit.sql<{ id: number; app_id: number }[]>`
    select id, app_id from im_account where accid = ${ann.accid}`
  const roomId = await createManagedRoom(server.kit.sql, {
    creator: { id: creator!.id, appId: creator!.app_id },
    name: '讲座',
  })
  await transaction(server.kit.sql, (tx) =>
    storeMessage(tx, server.kit.secrets, {
      roomId,
      senderId: creator!.id,
      priority: 'high',
      msg: createNotice(roomId, { account: ann.accid, nick: '' }, { type: 'closeChatroom' }),
    }),
  )
  await upsertElement(server.kit.sql, {
    room_id: roomId,
    key: '1号',
    owner_id: creator!.id,
    is_transient: false,
    update_time: Date.now(),
    value_sealed: server.kit.secrets.seal('一个问题', sealBindings.roomElement(`${roomId} 1号`)),
  })
  await device.request('msgExtend.addCollect', { type: 1, data: '一段话' })
  await device.request('notify.sendCustomSysMsg', { scene: 'p2p', to: bob.accid, content: '{"id":1}' })
  leaveAll()
}

async function fillCalls(server: TestServer, url: string, app: AppRow): Promise<void> {
  const [member] = [
    await createAppMember(server, url, app, 'caller'),
    await createAppMember(server, url, app, 'called'),
  ]
  const device = member.device()
  await untilReady(device)
  const invite = { account: 'called', requestId: 'r1', attachExt: '{}', offlineEnabled: true }
  await device.request('signalling.create', { type: 1, join: {}, invite })
  leaveAll()
}

export async function fillSealedColumns(server: TestServer): Promise<void> {
  await seedDemo({ ...server.kit, sql: server.owner }, () => {})
  const call = createCaller(server)
  const [admin, person, other] = [
    await server.enter('administrator'),
    await server.enter('user'),
    await server.enter('user'),
  ]
  await fillAccounts(server, call, [person, other])
  await fillMembership(server, call, [other, admin])
  await fillMeetings(server, call, person)
  await fillCare(server, call, [person, admin])
  const { url } = await server.listen()
  await fillChat(server, url)
  const alertUrl = 'https://api.example.invalid/alerts'
  const { id, appKey } = await call(admin, 'POST /admin/apps', { name: '合作医院', origins: [], alertUrl })
  await fillCalls(server, url, { id, appKey })
  const [member] = await server.owner<{ id: number }[]>`
    insert into im_account (app_id, accid) values (${id}, 'ann') returning id`
  const seal = (text: string, place: SealBinding) => server.kit.secrets.seal(text, place)
  await transaction(server.kit.sql, (tx) =>
    raiseChatText(tx, { imId: member!.id, level: 'plan', sessionId: '', texts: [{ text: '我不想活了' }], seal }),
  )
  // its first secret becomes the former one
  await call(admin, 'POST /admin/apps/secret', { id })
}
