// Tests of membership after the approval: paying, renewing, lapsing, leaving, and fees.
import { beforeAll, describe, expect, test } from 'vitest'
import { fileForm, type Caller } from '../../../../test/test-server.ts'
import { inTransaction } from '../../../kit/ctx.ts'
import { addDays, chinaDay } from '../../../kit/time.ts'
import { isActiveMember } from '../../member-status/member-status.ts'
import { findDue, deliverDues, revokeDues } from './dues.ts'
import { updateMemberships } from '../renewal/daily-job.ts'
import { useMembership, pdf } from '../../../../test/steps/membership-steps.ts'

const membership = useMembership()
const { server, levelIds } = membership

describe('being a member', () => {
  test('creates a member with number, term and certificate once for a payment', async () => {
    const { kit } = server()
    const person = await server().enter('user')
    const today = chinaDay()
    const { due, orderNo } = await membership.createMember(person)
    expect(due).toMatchObject({ purpose: 'join', cents: 20_000, from: today, levelTitle: '个人会员' })
    const paid = { accountId: person.id, subject: due.subject, orderNo, amountCents: due.cents }
    await inTransaction(kit, (scope) => deliverDues(scope, paid))
    const { member, application, due: left } = await membership.getOwnMembership(person)
    expect(member).toMatchObject({ state: 'active', joinedOn: today, termFrom: today, termUntil: due.until })
    expect(member!.number).toMatch(/^\d{4}G\d{5}$/)
    expect(member!.terms).toHaveLength(1)
    expect(application!.state).toBe('joined')
    expect(left).toBeNull()
    expect(await membership.isApproved(person)).toBe(false)
    expect(await isActiveMember(kit.sql, person.id)).toBe(true)
    expect((await membership.getOwnApplication(person)).data).toMatchObject({ status: 'joined' })
    expect((await membership.apply(person)).msg).toBe('您已经是会员，无需再次申请')
    const checked = await server().request('GET /certificate/check', { no: member!.certificateNumber })
    expect(checked.data).toMatchObject({ state: 'valid', holder: '王*禾', validUntil: due.until })
  })

  /** A member with a paid term, and the state after the daily job. */
  async function setUpMember() {
    const { kit } = server()
    const person = await server().enter('user')
    const { due } = await membership.createMember(person)
    const { certificateNumber } = (await membership.getOwnMembership(person)).member!
    return {
      person,
      end: due.until,
      moveTo: (day: string) => updateMemberships(kit, day),
      stateOf: async () => (await membership.getOwnMembership(person)).member!.state,
      isActive: () => isActiveMember(kit.sql, person.id),
      dueOn: (day: string) => findDue(kit.sql, person.id, day),
      checkCertificate: async () => (await server().request('GET /certificate/check', { no: certificateNumber })).data,
      listReminderDays: async () => {
        const rows = await kit.sql<{ days: number }[]>`
          select days from member_reminder r join member m on m.id = r.member_id
          where m.account_id = ${person.id} order by r.id`
        return rows.map((row) => row.days)
      },
    }
  }

  test('reminds a member once per interval before the term ends', async () => {
    const { end, moveTo, stateOf, dueOn, listReminderDays } = await setUpMember()
    expect(await dueOn(addDays(end, -91))).toBeNull()
    await moveTo(addDays(end, -60))
    await moveTo(addDays(end, -59))
    await moveTo(addDays(end, -5))
    expect(await listReminderDays()).toEqual([60, 7])
    expect(await stateOf()).toBe('active')
  })

  test('renews from the day after the term when the fee is paid in the grace period', async () => {
    const { person, end, moveTo, stateOf, isActive, checkCertificate } = await setUpMember()
    await moveTo(addDays(end, 1))
    expect(await stateOf()).toBe('grace')
    expect(await isActive()).toBe(true)
    const renewed = await membership.payDues(person, addDays(end, 10))
    expect(renewed.due).toMatchObject({ purpose: 'renew', from: addDays(end, 1) })
    const { member } = await membership.getOwnMembership(person)
    expect(member).toMatchObject({ state: 'active', termUntil: renewed.due.until })
    expect(member!.terms).toHaveLength(2)
    expect(await checkCertificate()).toMatchObject({ validUntil: renewed.due.until })
  })

  test('lapses after the grace period, and leaves by the charter after a year', async () => {
    const { person, end, moveTo, stateOf, isActive, dueOn, checkCertificate } = await setUpMember()
    await moveTo(addDays(end, 1))
    expect(await stateOf()).toBe('grace')
    await moveTo(addDays(end, 91))
    expect(await stateOf()).toBe('lapsed')
    expect(await isActive()).toBe(false)
    expect((await dueOn(addDays(end, 91)))?.from).toBe(addDays(end, 91))
    await moveTo(addDays(end, 366))
    expect(await stateOf()).toBe('left')
    expect(await dueOn(addDays(end, 366))).toBeNull()
    expect(await checkCertificate()).toMatchObject({ state: 'revoked' })
    expect((await membership.apply(person)).status).toBe(200)
  })

  test('removes the term of a refund, and ends the membership with the last refund', async () => {
    const { kit } = server()
    const person = await server().enter('user')
    const first = await membership.createMember(person)
    const second = await membership.payDues(person, addDays(first.due.until, -20))
    const revokeTerm = (orderNo: string) =>
      inTransaction(kit, (scope) => revokeDues(scope, { accountId: person.id, orderNo }))
    await revokeTerm(second.orderNo)
    await revokeTerm(second.orderNo)
    expect((await membership.getOwnMembership(person)).member).toMatchObject({
      state: 'active',
      termUntil: first.due.until,
    })
    await revokeTerm(first.orderNo)
    expect((await membership.getOwnMembership(person)).member).toMatchObject({ state: 'left' })
    expect(await isActiveMember(kit.sql, person.id)).toBe(false)
    expect(await membership.isApproved(person)).toBe(false)
  })

  test('lists members in the directory while they consent and belong', async () => {
    const person = await server().enter('user')
    await membership.createMember(person)
    const searchDirectory = async () =>
      (await server().request('GET /membership/directory', { key: '省立第一' })).data.content
    expect(await searchDirectory()).toEqual([])
    const { version, hash } = (await server().requestAs(person, 'GET /consent/text', { purpose: 'directory' })).data
    await server().requestAs(person, 'POST /membership/directory', {
      version,
      hash,
      introduction: '擅长青少年情绪困扰',
    })
    expect(await searchDirectory()).toMatchObject([{ name: '王小禾', introduction: '擅长青少年情绪困扰' }])
    expect(JSON.stringify(await searchDirectory())).not.toContain(person.phone.slice(-4))
    await server().requestAs(person, 'POST /consent/withdraw', { purpose: 'directory' })
    expect(await searchDirectory()).toEqual([])
    await server().requestAs(person, 'POST /membership/directory', { version, hash, introduction: '' })
    await server().requestAs(person, 'POST /membership/leave', { reason: '调往外省工作' })
    expect(await searchDirectory()).toEqual([])
    expect((await membership.getOwnMembership(person)).member!.state).toBe('left')
  })

  test('deletes sensitive data when the consent is withdrawn, and turns the waiting application into a draft', async () => {
    const person = await server().enter('user')
    await membership.apply(person, { ethnicity: '汉族', politicalStatus: '群众' })
    await server().requestAs(person, 'POST /consent/withdraw', { purpose: 'memberData' })
    const { application } = await membership.getOwnMembership(person)
    expect(application!.state).toBe('draft')
    expect(Object.keys(application!.form)).not.toEqual(
      expect.arrayContaining(['idCard', 'ethnicity', 'politicalStatus']),
    )
    expect(application!.form.name).toBe('王小禾')
  })
})

describe('through the cashier', () => {
  const payAtStandIn = (orderNo: string) =>
    server().app.inject({ method: 'POST', url: `/dev/pay/${orderNo}`, payload: { result: 'success' } })
  const startOrder = async (person: Caller) =>
    (await server().requestAs(person, 'POST /order/pay', { kind: 'membershipFee' })).data
  const createApprovedApplicant = async () => {
    const [person, admin] = await Promise.all([server().enter('user'), server().enter('administrator')])
    await membership.apply(person)
    await membership.decide(admin, 'approve')
    return person
  }

  test('lets only approved applicants pay the decided fee and become members', async () => {
    const stranger = await server().enter('user')
    expect((await server().requestAs(stranger, 'POST /order/pay', { kind: 'membershipFee' })).reason).toBe(
      'nothingToPay',
    )
    await membership.apply(stranger)
    expect((await server().requestAs(stranger, 'GET /wxPay/memberPay')).reason).toBe('nothingToPay')
    const person = await createApprovedApplicant()
    expect((await server().requestAs(person, 'GET /wxPay/memberMoney')).data).toEqual({ money: 20_000 })
    const { orderNo, amountCents } = await startOrder(person)
    expect(amountCents).toBe(20_000)
    await payAtStandIn(orderNo)
    expect((await server().requestAs(person, 'GET /wxPay/memberIsPay')).data).toBe(1)
    expect((await membership.getOwnMembership(person)).member).toMatchObject({
      state: 'active',
      terms: [{ cents: 20_000 }],
    })
    expect((await server().requestAs(person, 'POST /order/pay', { kind: 'membershipFee' })).reason).toBe('nothingToPay')
  })

  test('gives every payment an effect, even if it arrives after a change', async () => {
    const person = await createApprovedApplicant()
    const { orderNo } = await startOrder(person)
    await server().requestAs(person, 'POST /memberApplication/withdraw', {})
    await membership.apply(person, { name: '王禾' })
    await payAtStandIn(orderNo)
    const own = await membership.getOwnMembership(person)
    expect(own.member).toMatchObject({ state: 'active', name: '王小禾' })
    expect((await server().requestAs(person, 'GET /memberApplication/getByUserId')).data).not.toBeNull()
  })

  test('adds the next term for an order of an older fee that is paid beside the new one', async () => {
    const { kit } = server()
    const person = await createApprovedApplicant()
    const due = (await findDue(kit.sql, person.id))!
    const deliverFee = (orderNo: string) =>
      inTransaction(kit, (scope) =>
        deliverDues(scope, { accountId: person.id, subject: due.subject, orderNo, amountCents: 20_000 }),
      )
    await deliverFee(`A${person.id}`)
    await deliverFee(`B${person.id}`)
    await deliverFee(`A${person.id}`)
    const { member } = await membership.getOwnMembership(person)
    expect(member!.terms.map((term) => term.from)).toEqual([addDays(due.until, 1), due.from])
  })

  test('readmits a former member who pays an open code', async () => {
    const person = await createApprovedApplicant()
    await payAtStandIn((await startOrder(person)).orderNo)
    const { sql } = server().kit
    await sql`update member set term_until = ${addDays(chinaDay(), 20)} where account_id = ${person.id}`
    const { orderNo } = await startOrder(person)
    await server().requestAs(person, 'POST /membership/leave', { reason: '一时冲动' })
    await payAtStandIn(orderNo)
    expect((await membership.getOwnMembership(person)).member).toMatchObject({ state: 'active', termFrom: chinaDay() })
  })
})

describe('fees', () => {
  const comingFrom = addDays(chinaDay(), 30)
  let admin: Caller
  let finance: Caller
  beforeAll(async () => {
    ;[admin, finance] = await Promise.all([server().enter('administrator'), server().enter('finance')])
  })
  const addFee = (change: object, by = admin) => {
    const fee = {
      levelId: levelIds.personal,
      cents: 30_000,
      termMonths: 12,
      effectiveFrom: comingFrom,
      decision: '第四次会员代表大会决议',
      decidedOn: chinaDay(),
    }
    return server().requestAs(by, 'POST /admin/memberFee', { ...fee, ...change })
  }
  const getPublicLevel = async () => (await server().request('GET /membership/levels')).data[0]

  test('refuses a fee by another role, with a past first day, or without a resolution', async () => {
    expect((await addFee({}, finance)).status).toBe(403)
    expect((await addFee({ effectiveFrom: addDays(chinaDay(), -1) })).fields).toHaveProperty('effectiveFrom')
    expect((await addFee({ decision: '' })).fields).toEqual({ decision: '请填写决议名称或文号' })
  })

  test('announces a decided fee with its resolution until it applies', async () => {
    const file = await server().upload(admin, 'POST /admin/memberFee/file', fileForm('决议.pdf', pdf))
    expect((await addFee({ fileKey: file.data.key })).status).toBe(200)
    expect((await addFee({})).fields).toHaveProperty('effectiveFrom')
    const [level] = (await server().requestAs(finance, 'GET /admin/memberLevels')).data
    expect(level!.fee!.cents).toBe(20_000)
    expect(level!.fees[0]).toMatchObject({ cents: 30_000, file: { name: '决议.pdf' } })
    expect(await getPublicLevel()).toMatchObject({
      title: '个人会员',
      fee: { cents: 20_000, effectiveFrom: '2024-06-01', decision: expect.any(String), file: null },
      coming: { cents: 30_000, effectiveFrom: comingFrom, file: { name: '决议.pdf' } },
    })
  })

  test('never changes or deletes a fee', async () => {
    const { sql } = server().kit
    await expect(sql`update member_fee set cents = 1`).rejects.toThrow('a fee never changes')
    await expect(sql`delete from member_fee`).rejects.toThrow('a fee never changes')
  })

  test('shows the file of a resolution to everyone, and no other private file under such an address', async () => {
    const openAddress = (url: string) => server().app.inject({ url })
    const { url } = (await getPublicLevel())!.coming!.file!
    const headers = { 'content-type': 'application/pdf' }
    expect(await openAddress(url)).toMatchObject({ statusCode: 200, rawPayload: pdf, headers })
    const otherIds = ['999999', '0', '1'].map((id) => url.replace(/\d+/, id))
    for (const wrong of [...otherIds, '/files/decision/x/a.pdf'])
      expect((await openAddress(wrong)).statusCode).toBe(404)
  })

  test('announces the next one of two future fees', async () => {
    expect((await addFee({ effectiveFrom: addDays(chinaDay(), 400), cents: 40_000 })).code).toBe(200)
    expect((await getPublicLevel())!.coming!.cents).toBe(30_000)
  })
})
