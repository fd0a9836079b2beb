// Steps of membership tests: apply, review, pay.
import { beforeAll } from 'vitest'
import { createIdNumber, createLevel } from '../../db/fixtures/membership.ts'
import type { RequestInput } from '../api-requests.ts'
import { useTestServer, type Caller } from '../test-server.ts'
import { inTransaction } from '../../src/kit/ctx.ts'
import { chinaDay } from '../../src/kit/time.ts'
import { hashConsentText, consentTexts } from '../../src/portal/consents/texts.ts'
import { findDue, deliverDues } from '../../src/portal/membership/billing/dues.ts'

export type ApplicationForm = RequestInput<'POST /memberApplication/submit'>
type ReviewDecision = RequestInput<'POST /admin/memberApplication/decide'>

export const consent = {
  consentVersion: consentTexts.memberData.version,
  consentHash: hashConsentText(consentTexts.memberData),
}
export let people = 100
export const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')
export function createForm(person: Caller, changes: Partial<ApplicationForm> = {}): ApplicationForm {
  people += 2
  return {
    name: '王小禾',
    gender: people % 2 === 0 ? '女' : '男',
    idCard: createIdNumber('1990-03-07', people),
    education: '硕士',
    organization: '省立第一医院',
    mobilePhone: person.phone,
    email: 'wang@xinqiao.invalid',
    ...consent,
    ...changes,
  }
}

/** Starts a server with one personal and one unit level, and returns the requests of members and reviewers. */
export function useMembership() {
  const server = useTestServer()
  const levelIds = { personal: 0, unit: 0 }
  beforeAll(async () => {
    const { sql } = server().kit
    levelIds.personal = await createLevel(sql, { title: '个人会员' })
    levelIds.unit = await createLevel(sql, { title: '单位会员', kind: 'unit', seats: 3, cents: 200_000, position: 1 })
  })

  const apply = (person: Caller, changes: Partial<ApplicationForm> = {}) =>
    server().requestAs(person, 'POST /memberApplication/submit', createForm(person, changes))
  const getOwnApplication = (person: Caller) =>
    server().requestAs(person, 'GET /memberApplication/getByUserId', { userId: person.id })
  const isApproved = async (person: Caller) =>
    (await server().requestAs(person, 'GET /memberApplication/getAuditStatus', { userId: person.id })).data
  const getOwnMembership = async (person: Caller) => (await server().requestAs(person, 'GET /membership/mine')).data
  const getNewestApplication = async (reviewer: Caller) =>
    (await server().requestAs(reviewer, 'GET /admin/memberApplications')).data.content[0]!
  const getApplicationDetail = async (reviewer: Caller, id: number) =>
    (await server().requestAs(reviewer, 'GET /admin/memberApplication', { id })).data
  async function decide(reviewer: Caller, decision: ReviewDecision['decision'], changes: Partial<ReviewDecision> = {}) {
    const { id } = await getNewestApplication(reviewer)
    const { version } = await getApplicationDetail(reviewer, id)
    return server().requestAs(reviewer, 'POST /admin/memberApplication/decide', {
      items: [{ id, version }],
      decision,
      reason: '',
      ...changes,
    })
  }

  const payDues = async (person: Caller, today = chinaDay()) => {
    const { kit } = server()
    const due = (await findDue(kit.sql, person.id, today))!
    const orderNo = `T${Math.random()}`
    await inTransaction(kit, (scope) =>
      deliverDues({ ...scope, today }, { accountId: person.id, subject: due.subject, orderNo, amountCents: due.cents }),
    )
    return { due, orderNo }
  }

  async function createMember(person: Caller, today?: string) {
    const admin = await server().enter('administrator')
    await apply(person)
    await decide(admin, 'approve')
    return payDues(person, today)
  }

  return {
    server,
    levelIds,
    apply,
    getOwnApplication,
    isApproved,
    getOwnMembership,
    getNewestApplication,
    getApplicationDetail,
    decide,
    payDues,
    createMember,
  }
}
