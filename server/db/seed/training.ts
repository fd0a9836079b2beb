// A training course in progress, so that check-in is always open on the demo site and some attendees have arrived.
import { dayMs, hourMs } from '@xinqiao/contract/time.ts'
import type { Kit } from '../../src/kit/ctx.ts'
import { transaction, type Tx } from '../../src/kit/db/db.ts'
import { pickContact, sealContact } from '../../src/portal/conference/records/contacts.ts'
import * as checkInStore from '../../src/portal/conference/records/check-in-store.ts'
import * as registrationStore from '../../src/portal/conference/records/registration-store.ts'
import * as store from '../../src/portal/conference/records/store.ts'

/** Username (null for a person without an account), name, sex, organisation, and whether they have arrived. */
const people: readonly [string | null, string, string, string, boolean][] = [
  ['doctor8', '程以恒', '男', '市第二医院', false],
  ['doctor9', '叶知秋', '女', '师范大学心理学院', false],
  ['doctor10', '唐守真', '男', '省精神卫生中心', false],
  ['doctor11', '苏念慈', '女', '理工大学心理中心', false],
  ['doctor12', '顾怀瑾', '男', '省人民医院心理科', false],
  [null, '邵安和', '男', '县人民医院', true],
  [null, '韩一宁', '女', '社区心理服务中心', true],
  [null, '苗青禾', '女', '第一中学', false],
]

async function seedTrainee(
  kit: Kit,
  tx: Tx,
  meetingId: number,
  index: number,
  { at, idOf }: { at: (days: number, hours?: number) => Date; idOf: Map<string, number> },
): Promise<void> {
  const [username, name, sex, company, hasCome] = people[index]!
  const id = 750_000_000_000 + index * 982_451_653
  const row = await registrationStore.insertRegistration(
    tx,
    {
      id,
      meeting_id: meetingId,
      account_id: username === null ? null : (idOf.get(username) ?? null),
      attend_type: 2,
      state: 'paid',
      name,
      sex,
      company,
      profess: '热线接线员',
      unit_id: null,
      ...sealContact(kit, id, pickContact({ phone: `${13_700_001_000 + index}`, address: company })),
      arrival_at: at(-1, 8),
      leave_at: at(5, 18),
      rooms: 0,
      share_with: '',
      is_listed: true,
      pay_until: null,
      paid_cents: 50_000,
      order_no: null,
      is_walk_in: false,
    },
    at(-15),
  )
  // so that the newest registration of each account is the one for the conference
  await tx`update registration set created_at = ${at(-15, index)} where id = ${row.id}`
  if (!hasCome) return
  const checkIn = { registration_id: row.id, meeting_id: meetingId, door: '报到处', staff_id: null, claimed_at: null }
  await checkInStore.insertCheckIn(tx, { ...checkIn, at: at(-1, 9 + index / 10) })
}

export async function seedTraining(kit: Kit, today: number, idOf: Map<string, number>): Promise<void> {
  const at = (days: number, hours = 0) => new Date(today + days * dayMs + hours * hourMs)
  await transaction(kit.sql, async (tx) => {
    const id = await store.insertMeeting(tx, {
      kind: 'event',
      title: '心理援助热线接线员实务培训班',
      content: '<p>培训班面向热线接线员，讲授危机识别、安全计划与转介，含两次现场督导。</p>',
      location: '协会培训教室',
      // the course lasts a week, and registration is open until its last session
      registration_deadline: at(3, 18),
      starts_at: at(-1, 9),
      ends_at: at(5, 17),
      change_deadline: at(3, 18),
      full_refund_until: at(-10),
      half_refund_until: at(-4),
      hold_hours: 72,
      offer_hours: 24,
      credit_hours: 4,
      retention_days: 180,
    })
    const type = { early_price_cents: null, early_until: null, enabled: true }
    await store.upsertAttendTypes(tx, id, [
      { ...type, attend_type: 2, price_cents: 50_000, quota: 40 },
      { ...type, attend_type: 3, price_cents: 40_000, quota: 20 },
    ])
    const line = { id: null, place: '一号教室', credit_tenths: 10 }
    await store.replaceProgrammeSessions(tx, id, [
      { ...line, title: '危机来电的识别与评估', speaker: '周明远', starts_at: at(0, 9), ends_at: at(0, 12) },
      { ...line, title: '安全计划与转介', speaker: '林静安', starts_at: at(2, 9), ends_at: at(2, 12) },
      { ...line, title: '现场督导', speaker: '沈若水', starts_at: at(4, 14), ends_at: at(4, 17) },
    ])
    for (const index of people.keys()) await seedTrainee(kit, tx, id, index, { at, idOf })
    await store.updateMeeting(tx, id, 1, { state: 'open', published_at: at(-20) })
  })
}
