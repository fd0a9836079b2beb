// Tests that dues and memberships agree after every step of any interleaving of payments: with real fees, orders and
// provider clients, over several years.
import { expect, test } from 'vitest'
import { createIdNumber, createLevel } from '../../../../db/fixtures/membership.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { expectAgreement, takeStep } from '../../../../test/steps/money-steps.ts'
import type { OrderKind } from '../../payments/payments.ts'
import { hashConsentText, consentTexts } from '../../consents/texts.ts'
import { membershipFeeOrderKind } from './order-kind.ts'

let crash: 'paid' | 'refunded' | null = null
const dieIf = (how: 'paid' | 'refunded') => {
  if (crash !== how) return
  crash = null
  throw new Error('the process died here')
}
const kind: OrderKind = {
  ...membershipFeeOrderKind,
  async paid(scope, order) {
    await membershipFeeOrderKind.paid(scope, order)
    dieIf('paid')
  },
  async refunded(scope, order) {
    await membershipFeeOrderKind.refunded(scope, order)
    dieIf('refunded')
  },
}
const server = useTestServer({}, { kinds: { membershipFee: kind } })

async function newApproved(admin: string, at: number) {
  const person = await server().enter('user')
  const form = {
    name: '王小禾',
    gender: at % 2 === 0 ? '女' : '男',
    idCard: createIdNumber('1990-03-07', 200 + at),
    education: '硕士',
    organization: '省立第一医院',
    mobilePhone: person.phone,
    email: 'wang@xinqiao.invalid',
    consentVersion: consentTexts.memberData.version,
    consentHash: hashConsentText(consentTexts.memberData),
  }
  await server().requestAs(person, 'POST /memberApplication/submit', form)
  const [item] = await server().kit.sql<{ id: number; version: number }[]>`
    select id, version from member_application where account_id = ${person.id}`
  const decided = await server().requestAs({ token: admin }, 'POST /admin/memberApplication/decide', {
    items: [item!],
    decision: 'approve',
    reason: '',
  })
  expect(decided.data).toMatchObject({ failed: [] })
  return person
}

test('keeps dues, terms and memberships in agreement in every interleaving', async () => {
  const { enter, owner, kit } = server()
  await createLevel(kit.sql, { title: '个人会员' })
  const admin = await enter('administrator')
  const payers = [await newApproved(admin.token, 1), await newApproved(admin.token, 2)]
  const staff = { finance: (await enter('finance')).id, admin: admin.id }
  const clearTables = async () => {
    await owner`truncate pay_order, pay_attempt, payment, refund, ledger_entry, member, simulated_trade,
      simulated_refund, simulated_callback, bill, bill_line, bill_difference cascade`
    await owner`update member_application set state = 'approved'`
    // one of the two is a member, and the term ends soon
    await takeStep(setup, { do: 'start', payer: 0, method: 'native' })
    await takeStep(setup, { do: 'pay', trade: 0, result: 'success' })
    await moveTerms()
  }
  /** Lets years pass until five days remain of every membership, so that it can be renewed. */
  const moveTerms = async () => {
    await owner`
      with late as (select id, term_until - (now() at time zone 'Asia/Shanghai')::date - 5 as days from member
        where state = 'active'),
      terms as (update member_term t set starts_on = starts_on - days, ends_on = ends_on - days from late
        where late.id = t.member_id and days > 0)
      update member m set joined_on = joined_on - days, term_from = term_from - days, term_until = term_until - days
      from late where late.id = m.id and days > 0`
  }
  const steering = {
    crashNext(how: 'paid' | 'refunded') {
      crash = how
    },
    // dues are delivered for every payment, so no delivery can be refused
    refuseNext() {},
    calm() {
      crash = null
    },
    change: moveTerms,
  }
  const selectDifferences = () => kit.sql`
    select 'an order and its term differ' as what, o.id from pay_order o left join member_term t on t.order_no = o.order_no
      where (o.state = 'paid') <> (t.id is not null and t.cancelled_at is null)
    union all
    select 'a membership and its terms differ', m.id from member m
      where m.state <> 'left' and m.term_until is distinct from (
        select max(ends_on) from member_term t where t.member_id = m.id and t.cancelled_at is null)
    union all
    select 'a membership has ended that is paid', m.id from member m where m.state in ('left', 'lapsed') and exists (
      select from member_term t where t.member_id = m.id and t.cancelled_at is null
        and t.ends_on >= (now() at time zone 'Asia/Shanghai')::date)
    union all
    select 'two terms cover a day', a.id from member_term a join member_term b on b.member_id = a.member_id and b.id > a.id
      where a.cancelled_at is null and b.cancelled_at is null
        and daterange(a.starts_on, a.ends_on, '[]') && daterange(b.starts_on, b.ends_on, '[]')
    union all
    select 'an account is a member twice', min(id) from member where state in ('active', 'grace') group by account_id
      having count(*) > 1`
  const setup = { server: server(), kind: steering, payers, staff }
  await expectAgreement(setup, clearTables, selectDifferences, { numRuns: 20, start: 9, pay: 14, changes: 4 })
}, 120_000)
