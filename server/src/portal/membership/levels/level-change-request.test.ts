// Tests of the membership level: chosen in the application, requested at renewal, decided by the secretariat.
import { beforeAll, describe, expect, test } from 'vitest'
import { createIdNumber, createLevel, createMember } from '../../../../db/fixtures/membership.ts'
import { selectAuditEntries } from '../../../../test/audit-log.ts'
import { listMessageTitles, selectLastMessage } from '../../../../test/messages.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { addDays, chinaDay } from '../../../kit/time.ts'
import { insertLevel } from '../records/level-store.ts'

const server = useTestServer()
let admin: Caller
let levels: { first: number; senior: number; unpriced: number }
beforeAll(async () => {
  const { sql } = server().kit
  levels = {
    first: await createLevel(sql, { title: '个人会员' }),
    senior: await createLevel(sql, { title: '资深会员', cents: 50_000, position: 1 }),
    unpriced: (await insertLevel(sql, {
      title: '名誉会员',
      kind: 'individual',
      seats: 1,
      description: '',
      position: 2,
      enabled: true,
    }))!,
  }
  admin = await server().enter('administrator')
})

const getOwnMembership = async (person: Caller) => (await server().requestAs(person, 'GET /membership/mine')).data
const readLastNotice = async (person: { id: number }) => (await selectLastMessage(server().kit.sql, person.id))?.title

let running = 100
function applyAs(person: Caller, more: object) {
  running += 2
  const form = { name: '简知意', gender: '女', idCard: createIdNumber('1990-03-07', running), education: '硕士' }
  const contact = { organization: '市三院', mobilePhone: person.phone, email: 'jian@xinqiao.invalid' }
  return server().requestAs(person, 'POST /memberApplication/submit', { ...form, ...contact, ...more })
}

describe('applying', () => {
  test('gives the first level without a choice, as specified, and the chosen one otherwise', async () => {
    const [applicant, other] = [await server().enter('user'), await server().enter('user')]
    expect((await applyAs(applicant, {})).code).toBe(200)
    expect((await getOwnMembership(applicant)).application!.levelId).toBe(levels.first)
    expect((await applyAs(other, { levelId: levels.senior })).code).toBe(200)
    expect((await getOwnMembership(other)).application!.levelId).toBe(levels.senior)
  })

  test('skips a first level without a fee, so that approved applicants can pay', async () => {
    const { sql } = server().kit
    const none = { kind: 'individual', seats: 1, description: '', enabled: true } as const
    await insertLevel(sql, { ...none, title: '尚无标准的会员', position: -1 })
    const person = await server().enter('user')
    expect((await applyAs(person, {})).code).toBe(200)
    expect((await getOwnMembership(person)).application!.levelId).toBe(levels.first)
    // the same for an applicant who had no choice of level
    await sql`update member_application set state = 'approved', level_id = null where account_id = ${person.id}`
    expect((await getOwnMembership(person)).due).toMatchObject({ levelTitle: '个人会员', cents: 20_000 })
  })

  test('refuses a level without a fee, or one that is not for persons', async () => {
    const person = await server().enter('user')
    for (const levelId of [levels.unpriced, 9_999])
      expect((await applyAs(person, { levelId })).fields).toEqual({ levelId: '请选择会员类别' })
  })
})

describe('renewing', () => {
  async function createRenewing(endsIn: number) {
    const person = await server().enter('user')
    const { phone, id: accountId } = person
    const termUntil = addDays(chinaDay(), endsIn)
    const id = await createMember(server().kit, { levelId: levels.first, name: '钟知夏', phone, accountId, termUntil })
    return { id, person }
  }
  const requestLevelChange = (person: Caller, levelId?: number) =>
    server().requestAs(person, 'POST /membership/level', { levelId })
  const answerLevelChange = (id: number, approved: boolean, reason = '') =>
    server().requestAs(admin, 'POST /admin/member/level', { id, approved, reason })

  test('lets a member request another level once renewal is open, and withdraw the request', async () => {
    const { person: early } = await createRenewing(200)
    expect((await requestLevelChange(early, levels.senior)).msg).toBe('可以续缴会费时才能申请变更会员类别')
    const { id, person } = await createRenewing(30)
    expect((await requestLevelChange(person, levels.unpriced)).fields).toEqual({ levelId: '请选择会员类别' })
    expect((await requestLevelChange(person, levels.first)).msg).toBe('您已是该类别的会员')
    expect((await requestLevelChange(person, levels.senior)).code).toBe(200)
    expect((await getOwnMembership(person)).member!.requestedLevelId).toBe(levels.senior)
    const listLevelChanges = async () =>
      (await server().requestAs(admin, 'GET /admin/members', { levelChange: 'yes' })).data
    expect((await listLevelChanges()).content).toMatchObject([{ id }])
    // an order that was paid meanwhile keeps the former fee
    expect((await getOwnMembership(person)).due).toMatchObject({ levelTitle: '个人会员', cents: 20_000 })
    expect((await requestLevelChange(person)).code).toBe(200)
    expect((await listLevelChanges()).totalElements).toBe(0)
    expect((await answerLevelChange(id, true)).reason).toBe('wrongState')
  })

  test('changes the dues at once on approval, gives the reason of a refusal, and notifies and audits both', async () => {
    const { id, person } = await createRenewing(30)
    await requestLevelChange(person, levels.senior)
    expect((await answerLevelChange(id, false)).fields).toEqual({ reason: '请填写理由' })
    expect((await answerLevelChange(id, false, '资深会员须满十年')).data).toMatchObject({
      levelTitle: '个人会员',
      levelChange: null,
    })
    expect(await readLastNotice(person)).toBe('您变更为“资深会员”的申请未获同意：资深会员须满十年')
    await requestLevelChange(person, levels.senior)
    expect((await answerLevelChange(id, true)).data).toMatchObject({ levelTitle: '资深会员', levelChange: null })
    expect(await readLastNotice(person)).toBe('您变更会员类别的申请已同意，现为“资深会员”，下次续费按500.00元')
    expect((await getOwnMembership(person)).due).toMatchObject({ levelTitle: '资深会员', cents: 50_000 })
    const entries = await selectAuditEntries(server().kit.sql, { action: 'levelWishAnswered' })
    expect(entries).toMatchObject([
      { reason: '资深会员须满十年', detail: { approved: false } },
      { reason: '同意', detail: { approved: true } },
    ])
  })

  const startOrder = async (person: Caller) =>
    (await server().requestAs(person, 'POST /order/pay', { kind: 'membershipFee' })).data
  const payAt = (orderNo: string) =>
    server().app.inject({ method: 'POST', url: `/dev/pay/${orderNo}`, payload: { result: 'success' } })

  test('grants the level whose fee was paid, even if another was approved meanwhile', async () => {
    const { id, person } = await createRenewing(30)
    const { orderNo, amountCents } = await startOrder(person)
    expect(amountCents).toBe(20_000)
    await requestLevelChange(person, levels.senior)
    expect((await answerLevelChange(id, true)).data).toMatchObject({ levelTitle: '资深会员' })
    await payAt(orderNo)
    const { member } = await getOwnMembership(person)
    expect(member).toMatchObject({ levelTitle: '个人会员', requestedLevelId: null })
    expect(member!.terms).toHaveLength(2)
    const { sql } = server().kit
    const [certificate] = await sql`select title from certificate where number = ${member!.certificateNumber}`
    expect(certificate).toEqual({ title: '个人会员' })
    expect(await listMessageTitles(sql, person.id, '会费已收到')).toEqual([
      `会费已收到，您的会期延至${member!.termUntil}，会员类别为“个人会员”`,
    ])
  })

  test('withdraws the request for another level when the current one is paid', async () => {
    const { id, person } = await createRenewing(30)
    await requestLevelChange(person, levels.senior)
    await payAt((await startOrder(person)).orderNo)
    expect((await getOwnMembership(person)).member).toMatchObject({ levelTitle: '个人会员', requestedLevelId: null })
    expect((await answerLevelChange(id, true)).reason).toBe('wrongState')
  })

  test('keeps all people of a unit that returns to a smaller level, and notifies both sides', async () => {
    const { kit } = server()
    const [small, big] = [
      await createLevel(kit.sql, { title: '单位会员', kind: 'unit', seats: 2, position: 3 }),
      await createLevel(kit.sql, { title: '理事单位', kind: 'unit', seats: 5, cents: 80_000, position: 4 }),
    ]
    const person = await server().enter('user')
    const unit = { kind: 'unit', name: '市六院', phone: person.phone, accountId: person.id } as const
    const id = await createMember(kit, { ...unit, levelId: small, termUntil: addDays(chinaDay(), 30) })
    const getMember = async () => (await server().requestAs(admin, 'GET /admin/member', { id })).data
    const { orderNo } = await startOrder(person)
    await requestLevelChange(person, big)
    await answerLevelChange(id, true)
    for (const n of [1, 2]) {
      const phone = `1371111500${n}`
      expect((await server().requestAs(person, 'POST /membership/seat/ask', { name: `同事${n}`, phone })).code).toBe(
        200,
      )
    }
    expect(await getMember()).toMatchObject({ levelTitle: '理事单位', excess: null })
    await payAt(orderNo)
    expect(await getMember()).toMatchObject({ levelTitle: '单位会员', excess: { used: 3, seats: 2 } })
    expect((await getMember()).people).toHaveLength(2)
    expect(await readLastNotice(admin)).toBe(
      '单位会员“市六院”已按所缴会费转为“单位会员”，已用席位3个，超过级别名额2个，请联系该单位调整',
    )
    expect((await selectLastMessage(kit.sql, admin.id))?.link).toBe(`/admin/members/${id}`)
    const [title] = await listMessageTitles(kit.sql, person.id, '会费已收到')
    expect(title).toMatch(/，会员类别为“单位会员”，已用席位3个，超过级别名额2个，请收回多出的席位$/)
    const { people } = await getMember()
    await server().requestAs(person, 'POST /membership/seat/remove', { id: people[0]!.id })
    expect((await getMember()).excess).toBeNull()
  })
})
