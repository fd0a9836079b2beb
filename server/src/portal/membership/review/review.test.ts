// Tests of reviewing applications, and of units with their seats.
import { describe, expect, test } from 'vitest'
import { isActiveMember } from '../../member-status/member-status.ts'
import { useMembership, consent, createForm } from '../../../../test/steps/membership-steps.ts'

const membership = useMembership()
const { server, levelIds } = membership

describe('reviewing', () => {
  test('reveals a form for a reason, returns it with a remark and approves it', async () => {
    const [person, reviewer] = await Promise.all([server().enter('user'), server().enter('service')])
    const form = createForm(person)
    await server().requestAs(person, 'POST /memberApplication/submit', form)
    const { id } = await membership.getNewestApplication(reviewer)
    const shown = await membership.getApplicationDetail(reviewer, id)
    expect(shown.form.idCard).toMatch(/^110\*+\d{3}[\dX]$/)
    expect(shown.form.mobilePhone).toContain('****')
    expect(JSON.stringify(shown)).not.toContain(form.idCard)
    const opened = await server().requestAs(reviewer, 'POST /admin/memberApplication/reveal', {
      id,
      reason: '核对身份信息',
    })
    expect(opened.data.idCard).toBe(form.idCard)
    const admin = await server().enter('administrator')
    const audit = (await server().requestAs(admin, 'GET /admin/audit', { action: 'applicationRevealed' })).data.content
    expect(audit[0]).toMatchObject({
      actor: reviewer.username,
      subject: `memberApplication ${id}`,
      reason: '核对身份信息',
    })
    await server().requestAs(reviewer, 'POST /admin/memberApplication/note', { id, text: '电话核实过单位' })
    expect((await membership.getApplicationDetail(reviewer, id)).notes[0]!.text).toBe('电话核实过单位')

    expect((await membership.decide(reviewer, 'return')).msg).toBe('请填写理由')
    for (const wrong of [{ foo: '没有的一项' }, { organization: '' }] as Record<string, string>[])
      expect((await membership.decide(reviewer, 'return', { fieldReasons: wrong })).status).toBe(400)
    const fieldReasons = { organization: '请填写单位全称' }
    expect((await membership.decide(reviewer, 'return', { fieldReasons })).data.decided).toHaveLength(1)
    expect((await membership.getOwnApplication(person)).data).toBeNull() // a client of the specification may send the request again
    expect((await membership.getOwnMembership(person)).application).toMatchObject({ state: 'returned', fieldReasons })
    expect((await membership.apply(person, { organization: '省立第一医院心身医学科' })).status).toBe(200)
    expect((await membership.getNewestApplication(reviewer)).id).toBe(id)
    expect((await membership.decide(reviewer, 'approve')).data.decided).toHaveLength(1)
    expect(await membership.isApproved(person)).toBe(true)
    const steps = (await membership.getOwnMembership(person)).application!.steps.map((entry) => entry.step)
    expect(steps).toEqual(['submitted', 'returned', 'submitted', 'approved'])
    const unread = await server().requestAs(person, 'GET /message/getUnReadByUserId', { userId: person.id })
    expect([200, 404]).toContain(unread.status)
  })

  test('accepts a new application from an applicant who was refused with a reason', async () => {
    const [person, reviewer] = await Promise.all([server().enter('user'), server().enter('service')])
    await membership.apply(person)
    await membership.decide(reviewer, 'reject', { reason: '从业经历与本会宗旨不符' })
    expect((await membership.getOwnMembership(person)).application).toMatchObject({
      state: 'rejected',
      reason: '从业经历与本会宗旨不符',
    })
    expect((await membership.getOwnApplication(person)).data).toBeNull()
    expect((await membership.apply(person)).status).toBe(200)
    const { id } = await membership.getNewestApplication(reviewer)
    expect((await membership.getApplicationDetail(reviewer, id)).earlier).toMatchObject([{ state: 'rejected' }])
  })

  test('decides a batch item by item, and reports items that changed meanwhile', async () => {
    const reviewer = await server().enter('service')
    const items: { id: number; version: number }[] = []
    for (let i = 0; i < 3; i++) {
      await membership.apply(await server().enter('user'))
      const { id } = await membership.getNewestApplication(reviewer)
      items.push({ id, version: (await membership.getApplicationDetail(reviewer, id)).version })
    }
    items[1]!.version += 1
    const reply = await server().requestAs(reviewer, 'POST /admin/memberApplication/decide', {
      items,
      decision: 'approve',
      reason: '',
    })
    expect(reply.data).toEqual({
      decided: [items[0]!, items[2]!].map(({ id }) => ({ id, name: '王小禾', sentence: '审核通过' })),
      failed: [{ id: items[1]!.id, name: '王小禾', sentence: '申请已有变化，请刷新后重试' }],
    })
  })

  test('asks a branch first when two bodies review, and then another person of the secretariat', async () => {
    const [person, service, admin] = await Promise.all([
      server().enter('user'),
      server().enter('service'),
      server().enter('administrator'),
    ])
    const settings = (await server().requestAs(admin, 'GET /admin/membership/settings')).data
    const saveReviewBodies = (twoStages: boolean) =>
      server().requestAs(admin, 'PUT /admin/membership/settings', { ...settings, twoStages })
    await saveReviewBodies(true)
    await membership.apply(person)
    await saveReviewBodies(false)
    expect((await membership.decide(service, 'approve')).data.decided[0]!.sentence).toBe('初审通过')
    const { id } = await membership.getNewestApplication(service)
    expect(await membership.getApplicationDetail(service, id)).toMatchObject({
      state: 'submitted',
      stage: 'secretariat',
      mayDecide: false,
    })
    expect((await membership.decide(service, 'approve')).data.failed[0]!.sentence).toContain('另一位工作人员')
    expect(await membership.isApproved(person)).toBe(false)
    expect((await membership.decide(admin, 'approve')).data.decided[0]!.sentence).toBe('审核通过')
    expect(await membership.isApproved(person)).toBe(true)
    expect(JSON.stringify(await membership.getOwnMembership(person))).not.toContain('branchPassed')
  })

  test('withdraws an application before the payment', async () => {
    const person = await server().enter('user')
    expect((await server().requestAs(person, 'POST /memberApplication/withdraw', {})).status).toBe(404)
    await membership.apply(person)
    expect((await server().requestAs(person, 'POST /memberApplication/withdraw', {})).status).toBe(200)
    expect((await membership.getOwnMembership(person)).application!.state).toBe('withdrawn')
    expect((await membership.apply(person)).status).toBe(200)
  })
})

describe('units', () => {
  test('lets a unit apply through its representative, and assign seats', async () => {
    const { kit } = server()
    const [head, nurse, other, admin] = await Promise.all([
      server().enter('user'),
      server().enter('user'),
      server().enter('user'),
      server().enter('administrator'),
    ])
    const form = {
      unitName: '省立第一医院',
      creditCode: '91350100m000100y43',
      unitNature: '医疗机构',
      staffCount: '1200',
      representative: '陈以南',
      mobilePhone: head.phone,
      email: 'office@xinqiao.invalid',
      ...consent,
    }
    expect(
      (await server().requestAs(head, 'POST /memberApplication/submitUnit', { ...form, levelId: levelIds.personal }))
        .status,
    ).toBe(400)
    expect(
      (await server().requestAs(head, 'POST /memberApplication/submitUnit', { ...form, levelId: levelIds.unit }))
        .status,
    ).toBe(200)
    expect(
      (await membership.getApplicationDetail(admin, (await membership.getNewestApplication(admin)).id)).warnings,
    ).toEqual([])
    await membership.decide(admin, 'approve')
    const { due } = await membership.payDues(head)
    expect(due.cents).toBe(200_000)
    const { member } = await membership.getOwnMembership(head)
    expect(member).toMatchObject({ kind: 'unit', name: '省立第一医院', organization: '陈以南', seats: 3 })
    const inviteToSeat = (phone: string) =>
      server().requestAs(head, 'POST /membership/seat/ask', { name: '同事', phone })
    expect((await inviteToSeat(nurse.phone)).status).toBe(200)
    expect((await inviteToSeat(nurse.phone)).reason).toBe('seatTaken')
    expect((await inviteToSeat('13912345678')).status).toBe(200)
    expect((await inviteToSeat('13912345679')).reason).toBe('noSeatLeft')
    expect(await isActiveMember(kit.sql, nurse.id)).toBe(false)
    const unread = await server().requestAs(nurse, 'GET /message/getUnReadByUserId')
    expect(unread.data[0]!.problemTitle).toBe('省立第一医院邀请您使用单位会员席位，请前往确认')
    const [seat] = (await membership.getOwnMembership(nurse)).seats
    expect(seat).toMatchObject({ unitName: '省立第一医院', isTaken: false })
    expect(
      (await server().requestAs(other, 'POST /membership/seat/answer', { id: seat!.id, accept: true })).status,
    ).toBe(404)
    expect(
      (await server().requestAs(nurse, 'POST /membership/seat/answer', { id: seat!.id, accept: true })).status,
    ).toBe(200)
    expect(await isActiveMember(kit.sql, nurse.id)).toBe(true)
    expect((await server().requestAs(other, 'POST /membership/seat/remove', { id: seat!.id })).status).toBe(404)
    expect((await server().requestAs(head, 'POST /membership/seat/remove', { id: seat!.id })).status).toBe(200)
    expect(await isActiveMember(kit.sql, nurse.id)).toBe(false)
  })
})
