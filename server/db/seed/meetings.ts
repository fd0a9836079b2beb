// The conference of the demo site: open for registration, with registrations in every state.
import type { AttendType, RegistrationState } from '@xinqiao/contract/meetings.ts'
import { dayMs, hourMs } from '@xinqiao/contract/time.ts'
import type { Kit } from '../../src/kit/ctx.ts'
import { transaction, type Tx } from '../../src/kit/db/db.ts'
import { issueCertificate } from '../../src/portal/certificates/certificates.ts'
import { pickContact, noContact, sealContact } from '../../src/portal/conference/records/contacts.ts'
import { describeCredits, listEarnedCredits } from '../../src/portal/conference/credits/credits.ts'
import { replaceCreditEntries } from '../../src/portal/conference/credits/store.ts'
import * as checkInStore from '../../src/portal/conference/records/check-in-store.ts'
import { registrationSubject } from '../../src/portal/conference/rules/fees.ts'
import * as committeeStore from '../../src/portal/conference/committees/store.ts'
import * as store from '../../src/portal/conference/records/store.ts'
import * as registrationStore from '../../src/portal/conference/records/registration-store.ts'
import { upsertRequest } from '../../src/portal/conference/records/request-store.ts'
import * as roomStore from '../../src/portal/conference/records/room-store.ts'
import { chinaDay } from '../../src/kit/time.ts'
import { seedDays } from './articles.ts'

const committees = [
  '儿童青少年心理健康专业委员会',
  '危机干预专业委员会',
  '睡眠与情绪专业委员会',
  '心理评估专业委员会',
  '社区心理服务专业委员会',
  '职业心理健康专业委员会',
]

const content = [
  '<p>省心理卫生协会第十三届学术年会以“心理健康服务的循证与温度”为主题，设开幕式与主旨报告、专题论坛、工作坊、优秀论文报告与壁报交流、心理咨询技能竞赛展示与颁奖。</p>',
  '<h2>参会事项</h2>',
  '<ul><li>报到：会议首日全天，会议中心一层大厅；</li><li>会务费含资料与会议期间午餐，交通与住宿费用自理；</li><li>需要会务组安排住宿的，请在回执中填写标准间数量与合住意愿；</li><li>全程参会者按规定授予继续教育学分，会后发放电子参会证明。</li></ul>',
  '<h2>缴费与发票</h2>',
  '<p>提交回执后请扫码缴费。需要发票的，请填写抬头与纳税人识别号；会务费开具增值税电子发票，会后发送至所留邮箱。</p>',
  '<p>会务组电话见页面底部，工作日9:00至17:00。</p>',
].join('\n')

/** Day of the meeting, first and last hour, title, speaker, room. */
const sessions: [number, number, number, string, string, string][] = [
  [0, 9, 18, '报到', '', '一层大厅'],
  [0, 14, 17, '会前工作坊：危机评估与安全计划', '周明远', '201会议室'],
  [0, 19, 20.5, '青年学者沙龙', '沈若水 主持', '203会议室'],
  [1, 8.5, 9, '开幕式', '岑怀谨', '主会场'],
  [1, 9, 10, '主旨报告：心理健康服务的循证与温度', '林静安', '主会场'],
  [1, 10.25, 11.75, '主旨报告：社会心理服务体系的县域实践', '高致和', '主会场'],
  [1, 14, 17, '专题论坛一：青少年心理与家校协同', '许慧宁 主持', '201会议室'],
  [1, 14, 17, '专题论坛二：睡眠与情绪', '方立言 主持', '203会议室'],
  [1, 19, 21, '心理咨询技能竞赛展示', '竞赛工作组', '主会场'],
  [2, 8.5, 10.5, '优秀论文报告', '叶知秋 主持', '主会场'],
  [2, 10.75, 11.75, '颁奖与闭幕', '秘书处', '主会场'],
]

type Guest = [
  username: string | null,
  name: string,
  sex: string,
  company: string,
  type: AttendType,
  RegistrationState,
  rooms: number,
  wish: string,
]
const guests: readonly Guest[] = [
  ['doctor1', '林静安', '女', '省人民医院心理科', 3, 'paid', 1, '沈若水'],
  ['doctor2', '周明远', '男', '省精神卫生中心', 3, 'paid', 1, ''],
  ['doctor3', '沈若水', '女', '师范大学心理学院', 2, 'paid', 1, '林静安'],
  ['doctor4', '高致和', '男', '省精神卫生中心', 2, 'paid', 1, ''],
  ['doctor5', '许慧宁', '女', '第一中学', 2, 'paid', 0, ''],
  ['doctor6', '方立言', '男', '市第二医院', 2, 'pending', 1, ''],
  ['doctor7', '陆思齐', '女', '社区心理服务中心', 2, 'pending', 0, ''],
  ['member2', '李书涵', '男', '师范大学', 4, 'pending', 0, ''],
  ['member5', '刘见山', '男', '县人民医院', 2, 'cancelled', 0, ''],
  [null, '安知夏', '女', '医科大学', 4, 'paid', 1, ''],
  [null, '常乐平', '男', '市心理咨询师协会', 2, 'paid', 1, ''],
  [null, '丁香凝', '女', '医科大学', 4, 'paid', 1, '安知夏'],
  [null, '范时雨', '女', '省妇幼保健院', 2, 'paid', 0, ''],
  [null, '葛长风', '男', '司法警官学院', 2, 'paid', 1, '常乐平'],
  [null, '何若谷', '男', '理工大学学生处', 2, 'paid', 0, ''],
  [null, '简兮', '女', '特殊教育学校', 2, 'paid', 1, ''],
]

async function seedGuests(
  kit: Kit,
  tx: Tx,
  {
    meetingId,
    unitIds,
    start,
    idOf,
  }: { meetingId: number; unitIds: number[]; start: number; idOf: Map<string, number> },
) {
  const prices = [48_000, 68_000, 58_000, 30_000]
  for (const [index, [username, name, sex, company, type, state, rooms, wish]] of guests.entries()) {
    const phone = `${13_700_000_000 + index}`
    const isPaid = state === 'paid'
    // ids as sparse as random ones, and the same on every day of seeding
    const id = 710_000_000_000 + index * 982_451_653
    const row = await registrationStore.insertRegistration(
      tx,
      {
        id,
        meeting_id: meetingId,
        account_id: username === null ? null : (idOf.get(username) ?? null),
        attend_type: type,
        state,
        name,
        sex,
        company,
        profess: type === 4 ? '应用心理专业' : '主治医师',
        unit_id: type === 3 ? (unitIds[index] ?? null) : null,
        ...sealContact(kit, id, pickContact({ phone, email: `guest${index + 1}@xinqiao.invalid`, address: company })),
        arrival_at: new Date(start + 12 * hourMs),
        leave_at: new Date(start + 2 * dayMs + 14 * hourMs),
        rooms,
        share_with: wish,
        is_listed: index % 3 !== 2,
        pay_until: null,
        paid_cents: isPaid ? (prices[type - 1] ?? 0) : null,
        order_no: null,
        is_walk_in: false,
      },
      new Date(),
    )
    if (name !== '周明远') continue
    const reason = '临时安排了门诊，不能到会，请协助取消'
    await upsertRequest(tx, {
      registration_id: row.id,
      kind: 'cancel',
      reason,
      sealWanted: null,
      to_account_id: null,
      due_at: new Date(Date.now() + 2 * dayMs),
    })
  }
}

/** Last year's meeting: its attendees have credits and a certificate. */
async function seedPastMeeting(kit: Kit, tx: Tx, today: number, idOf: Map<string, number>): Promise<void> {
  const at = (days: number, hours = 0) => new Date(today + days * dayMs + hours * hourMs)
  const title = '心理健康服务规范化研讨会'
  const id = await store.insertMeeting(tx, {
    kind: 'event',
    title,
    content: '<p>研讨会围绕心理健康服务的流程与伦理进行了交流。</p>',
    location: '省城会议中心',
    registration_deadline: at(-70),
    starts_at: at(-61, 9),
    ends_at: at(-60, 17),
    change_deadline: at(-72),
    full_refund_until: at(-75),
    half_refund_until: at(-65),
    hold_hours: 72,
    offer_hours: 24,
    credit_hours: 4,
    retention_days: 180,
  })
  const type = { attend_type: 1 as const, price_cents: 30_000, early_price_cents: null, early_until: null }
  await store.upsertAttendTypes(tx, id, [{ ...type, quota: null, enabled: true }])
  await store.replaceProgrammeSessions(tx, id, [
    {
      id: null,
      title: '主题报告：首次会谈与知情同意',
      speaker: '林静安',
      place: '主会场',
      starts_at: at(-61, 10),
      ends_at: at(-61, 12),
      credit_tenths: 15,
    },
  ])
  const [session] = await store.selectProgrammeSessions(tx, id)
  for (const [index, [username, name]] of [
    ['member4', '陈以南'],
    ['doctor1', '林静安'],
  ].entries()) {
    const accountId = idOf.get(username ?? '')
    if (accountId === undefined) continue
    const registrationId = 730_000_000_000 + index * 982_451_653
    const row = await registrationStore.insertRegistration(
      tx,
      {
        id: registrationId,
        meeting_id: id,
        account_id: accountId,
        attend_type: 1,
        state: 'paid',
        name: name ?? '',
        sex: '',
        company: '省第一人民医院',
        profess: '',
        unit_id: null,
        ...sealContact(kit, registrationId, noContact),
        arrival_at: at(-61, 8),
        leave_at: at(-60, 18),
        rooms: 0,
        share_with: '',
        is_listed: false,
        pay_until: null,
        paid_cents: 30_000,
        order_no: null,
        is_walk_in: false,
      },
      at(-80),
    )
    const checkIn = { registration_id: row.id, at: at(-61, 9), door: '报到处', staff_id: null, claimed_at: null }
    await checkInStore.insertCheckIn(tx, { ...checkIn, meeting_id: id })
    if (session) await checkInStore.insertProgrammeSessionCheckIn(tx, { ...checkIn, session_id: session.id })
    const meeting = await store.selectMeeting(tx, id)
    const credits = meeting ? await listEarnedCredits(tx, meeting, row.id) : []
    const certificate = await issueCertificate(tx, {
      kind: 'attendance',
      accountId,
      holder: row.name,
      title: '全程参会',
      lines: [['会议', title], ...describeCredits(credits)],
      subject: registrationSubject(row.id),
      issuedOn: chinaDay(at(-55)),
    })
    await replaceCreditEntries(
      tx,
      { accountId, registrationId: row.id, meetingId: id, certificateId: certificate.id },
      credits,
    )
  }
  await store.updateMeeting(tx, id, 1, { state: 'closed', published_at: at(-120) })
}

export async function seedMeetings(kit: Kit, today: number, idOf: Map<string, number>): Promise<void> {
  const at = (days: number, hours = 0) => new Date(today + days * dayMs + hours * hourMs)
  const start = today + seedDays.conferenceStart * dayMs
  await transaction(kit.sql, async (tx) => {
    for (const [position, name] of committees.entries()) {
      await committeeStore.insertCommittee(tx, { name, position, enabled: true })
    }
    const unitIds = (await committeeStore.selectCommittees(tx)).map((unit) => unit.id)
    const meetingId = await store.insertMeeting(tx, {
      kind: 'annual',
      title: '省心理卫生协会第十三届学术年会',
      content,
      location: '省城会议中心',
      registration_deadline: at(seedDays.registrationDeadline, 23.99),
      starts_at: at(seedDays.conferenceStart, 9),
      ends_at: at(seedDays.conferenceEnd, 12),
      change_deadline: at(seedDays.registrationDeadline, 12),
      full_refund_until: at(seedDays.registrationDeadline - 5),
      half_refund_until: at(seedDays.conferenceStart - 3),
      hold_hours: 72,
      offer_hours: 24,
      credit_hours: 6,
      retention_days: 180,
    })
    const early = { early_until: at(10) }
    await store.upsertAttendTypes(tx, meetingId, [
      { attend_type: 1, price_cents: 60_000, early_price_cents: 48_000, ...early, quota: 300, enabled: true },
      { attend_type: 2, price_cents: 80_000, early_price_cents: 68_000, ...early, quota: 200, enabled: true },
      { attend_type: 3, price_cents: 70_000, early_price_cents: 58_000, ...early, quota: 120, enabled: true },
      { attend_type: 4, price_cents: 40_000, early_price_cents: 30_000, ...early, quota: 100, enabled: true },
    ])
    await store.replaceProgrammeSessions(
      tx,
      meetingId,
      sessions.map(([day, from, until, title, speaker, place]) => ({
        id: null,
        title,
        speaker,
        place,
        starts_at: at(seedDays.conferenceStart + day, from),
        ends_at: at(seedDays.conferenceStart + day, until),
        credit_tenths: /报告|论坛|工作坊/.test(title) ? 10 : 0,
      })),
    )
    await roomStore.insertRooms(tx, meetingId, ['801', '802', '803', '805', '806', '808'], 2)
    await seedGuests(kit, tx, { meetingId, unitIds, start, idOf })
    await store.updateMeeting(tx, meetingId, 1, {
      state: 'open',
      published_at: new Date(Math.min(at(-4, 10).getTime(), Date.now())),
    })
    await seedPastMeeting(kit, tx, today, idOf)
  })
}
