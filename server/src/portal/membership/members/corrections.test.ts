// Tests of corrections by the secretariat: validated, notified, and audited without the values.
import { beforeAll, describe, expect, test } from 'vitest'
import { createIdNumber, createLevel, createMember } from '../../../../db/fixtures/membership.ts'
import { selectLastAuditEntry } from '../../../../test/audit-log.ts'
import { selectLastMessage } from '../../../../test/messages.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { reserveId } from '../../../kit/db/db.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { isEqualSecret } from '../../../kit/auth/secrets.ts'
import { idNumberIndexOf } from '../records/sealed-form.ts'
import { insertSeat } from '../records/seat-store.ts'

const server = useTestServer()
let admin: Caller
let levels: { first: number; senior: number; unit: number; smallUnit: number }
beforeAll(async () => {
  const { sql } = server().kit
  levels = {
    first: await createLevel(sql, { title: '个人会员' }),
    senior: await createLevel(sql, { title: '资深会员', cents: 50_000, position: 1 }),
    unit: await createLevel(sql, { title: '单位会员', kind: 'unit', seats: 5, position: 2 }),
    smallUnit: await createLevel(sql, { title: '小微单位会员', kind: 'unit', seats: 2, position: 3 }),
  }
  admin = await server().enter('administrator')
})

const getMember = async (id: number) => (await server().requestAs(admin, 'GET /admin/member', { id })).data
async function correctMember(id: number, more: object) {
  const { version, name, organization } = await getMember(id)
  const sent = { id, version, name, organization, reason: '本人来电并出示证件', ...more }
  return server().requestAs(admin, 'PUT /admin/member', sent)
}
const readLastNotice = async (accountId: number) => (await selectLastMessage(server().kit.sql, accountId))?.title
const readLastEntry = async () => (await selectLastAuditEntry(server().kit.sql))!

describe('a correction', () => {
  test('validates corrected numbers, phones and mails, notifies the member, and audits without values', async () => {
    const { kit } = server()
    const person = await server().enter('user')
    const id = await createMember(kit, {
      levelId: levels.first,
      name: '梁知远',
      phone: person.phone,
      accountId: person.id,
      idNumber: createIdNumber('1980-01-01', 4),
    })
    const idNumber = createIdNumber('1980-01-10', 4)
    const done = await correctMember(id, {
      idNumber: idNumber.toLowerCase(),
      phone: '13711110001',
      email: 'new@xinqiao.invalid',
    })
    expect(done.data).toMatchObject({ phone: '137****0001', email: expect.stringMatching(/\*/) })
    const [row] = await kit.sql<{ id_number_index: Uint8Array }[]>`select id_number_index from member where id = ${id}`
    expect(isEqualSecret(Buffer.from(row!.id_number_index), idNumberIndexOf(kit.secrets, idNumber))).toBe(true)
    const entry = await readLastEntry()
    expect(entry).toMatchObject({
      action: 'memberCorrected',
      subject: `member ${id}`,
      reason: '本人来电并出示证件',
    })
    expect(entry.detail).toEqual({ changed: '身份证号码、手机号码、邮箱' })
    expect(await readLastNotice(person.id)).toBe(
      '协会秘书处更正了您的会员资料（身份证号码、手机号码、邮箱），如有疑问请联系秘书处',
    )
  })

  test('refuses at its field a wrong check digit, a number or phone of another member, and no change', async () => {
    const { kit } = server()
    const taken = createIdNumber('1985-05-05', 6)
    await createMember(kit, { levelId: levels.first, name: '何书言', phone: '13711110002', idNumber: taken })
    const id = await createMember(kit, { levelId: levels.first, name: '何书遥', phone: '13711110003' })
    const right = createIdNumber('1985-05-05', 8)
    const wrong = right.slice(0, 17) + (right.endsWith('0') ? '1' : '0')
    for (const [sent, fields] of [
      [{ idNumber: wrong }, { idNumber: '身份证号码校验位或出生日期不符，请核对证件' }],
      [{ idNumber: '12' }, { idNumber: '请输入正确的身份证号码' }],
      [{ idNumber: taken }, { idNumber: '该证件号码已有会员在使用' }],
      [{ phone: '13711110002' }, { phone: '该手机号码已有会员在使用' }],
      [{ phone: '12' }, { phone: '请输入正确的手机号码' }],
      [{ email: 'x' }, { email: '请输入正确的邮箱地址' }],
      [{ levelId: levels.unit }, { levelId: '请选择会员类别' }],
    ] as const)
      expect((await correctMember(id, sent)).fields).toEqual(fields)
    expect(await correctMember(id, {})).toMatchObject({ code: 400, msg: '没有改动' })
    const unit = await createMember(kit, { levelId: levels.unit, kind: 'unit', name: '市一院', phone: '13711110004' })
    expect((await correctMember(unit, { idNumber: '12110000MB00000000' })).fields).toEqual({
      idNumber: '请输入正确的统一社会信用代码',
    })
    // the member's own unchanged number is no duplicate
    expect((await correctMember(id, { phone: '13711110003' })).code).toBe(200)
  })

  test('applies a corrected level at once, also on the certificate and for the next dues', async () => {
    const { kit } = server()
    const person = await server().enter('user')
    const id = await createMember(kit, {
      levelId: levels.first,
      name: '安知秋',
      phone: person.phone,
      accountId: person.id,
    })
    const { certificateNumber } = await getMember(id)
    const done = await correctMember(id, { levelId: levels.senior })
    expect(done.data).toMatchObject({ levelTitle: '资深会员', levelId: levels.senior })
    const certificate = await kit.sql`select title from certificate where number = ${certificateNumber}`
    expect(certificate).toEqual([{ title: '资深会员' }])
    expect(await readLastNotice(person.id)).toBe('您的会员类别已改为“资深会员”，下次续费按500.00元')
    expect((await readLastEntry()).detail).toEqual({ changed: '会员类别' })
  })

  test('waits until seats are removed before it corrects to a level with too few seats', async () => {
    const { kit } = server()
    const id = await createMember(kit, { levelId: levels.unit, kind: 'unit', name: '市二院', phone: '13711110005' })
    for (const n of [1, 2]) {
      const seatId = await reserveId(kit.sql, 'member_seat')
      const sealed = kit.secrets.seal(`1371111001${n}`, sealBindings.seatPhone(seatId))
      const index = Buffer.from(`seat${n}`)
      const seat = { id: seatId, member_id: id, name: `同事${n}`, phone_sealed: sealed, phone_index: index }
      await insertSeat(kit.sql, seat)
    }
    expect((await correctMember(id, { levelId: levels.smallUnit })).fields).toEqual({
      levelId: '该类别只有2个席位，请先收回多出的席位',
    })
  })

  test('notifies a member without an account under the corrected phone', async () => {
    const { kit } = server()
    const id = await createMember(kit, { levelId: levels.first, name: '万知行', phone: '13711110020' })
    expect((await correctMember(id, { phone: '13711110021' })).code).toBe(200)
    const queued = await kit.sql<{ id: number; phone_sealed: Uint8Array; channel: string; kind: string }[]>`
      select id, phone_sealed, channel, kind from delivery where account_id is null order by id desc limit 1`
    const openPhone = (row: (typeof queued)[number]) =>
      kit.secrets.open(row.phone_sealed, sealBindings.deliveryPhone(row.id))
    expect(queued.map((row) => [row.kind, row.channel, openPhone(row)])).toEqual([['membership', 'sms', '13711110021']])
  })
})
