// Tests that the demo content names the fees, members and accounts of the demo site.
import { beforeAll, expect, test } from 'vitest'
import { chinaOffsetMs } from '@xinqiao/contract/time.ts'
import { inTransaction } from '../../src/kit/ctx.ts'
import { orderKindOf } from '../../src/portal/payments/payments.ts'
import { useTestServer } from '../../test/test-server.ts'
import { seedDemo } from './seed.ts'

const server = useTestServer()
beforeAll(async () => {
  const { kit, owner } = server()
  await seedDemo({ ...kit, sql: owner }, () => {})
}, 120_000)

const readArticle = async (title: string) => {
  const [article] = await server().owner<{ content: string; publish_at: Date }[]>`
    select content, publish_at from article where title = ${title}`
  return article!
}
/** Dues of the year by the register of members: the cost of their terms, and the number of payers. */
const readTerms = (year: number) => server().owner<{ kind: string; cents: number; members: number }[]>`
  select kind, sum(cents)::integer as cents, count(distinct member_id)::integer as members
  from member_term join member on member.id = member_id where extract(year from starts_on) = ${year} group by kind`

test('names the fee of every membership level in the notice on dues, for a term as long as that of the level', async () => {
  const levels = await server().owner<{ title: string; cents: number; term_months: number }[]>`
    select title, cents, term_months from member_level join member_fee on level_id = member_level.id`
  const { content } = await readArticle('关于缴纳本年度会员会费的通知')
  const named = [...content.matchAll(/<td>(\S+?)<\/td><td>每年(\d+)元<\/td>/g)].map(([, title, yuan]) => ({
    title,
    cents: Number(yuan) * 100,
    term_months: 12,
  }))
  expect(levels.length).toBeGreaterThan(2)
  expect(new Set(named)).toEqual(new Set(levels))
  expect(content).not.toContain('本届')
})

test('shows in each published account the dues of all terms that began in its year, and spends no more', async () => {
  const { data } = await server().request('GET /dues/years')
  const accounts = data
  expect(accounts.length).toBeGreaterThan(2)
  for (const { year, incomeCents, payers, spending, publishTime } of accounts) {
    const terms = await readTerms(year)
    expect({ year, incomeCents, payers }).toEqual({
      year,
      incomeCents: terms.reduce((sum, { cents }) => sum + cents, 0),
      payers: terms.reduce((sum, { members }) => sum + members, 0),
    })
    expect(spending.reduce((sum, { cents }) => sum + cents, 0)).toBeLessThanOrEqual(incomeCents)
    expect(Number(publishTime.slice(0, 4))).toBe(year + 1)
  }
})

test('has the amounts of the published account in the article on the account of a year', async () => {
  const { content, publish_at: publishedAt } = await readArticle('关于上年度会费收支情况的公示')
  const year = new Date(publishedAt.getTime() + chinaOffsetMs).getUTCFullYear() - 1
  const { data } = await server().request('GET /dues/years')
  const account = data.find((item) => item.year === year)!
  const amounts = new Map(
    [...content.matchAll(/<tr><td>([^<]+)<\/td><td>(\d+)<\/td>/g)].map(([, title, yuan]) => [
      title,
      Number(yuan) * 100,
    ]),
  )
  for (const { kind, cents } of await readTerms(year))
    expect(amounts.get(kind === 'unit' ? '单位会员会费' : '个人会员会费')).toBe(cents)
  for (const { title, cents } of account.spending) expect(amounts.get(title)).toBe(cents)
  const spent = account.spending.reduce((sum, { cents }) => sum + cents, 0)
  const totals = [...content.matchAll(/<td>合计<\/td><td>(\d+)<\/td>/g)].map(([, yuan]) => Number(yuan) * 100)
  expect(totals).toEqual([account.incomeCents, spent])
  expect(content).toContain(`结余${(account.incomeCents - spent) / 100}元`)
  expect(content).not.toContain('{')
})

test("shows the figures of the association's members", async () => {
  const [count] = await server().owner<{ individuals: number; units: number }[]>`
    select count(*) filter (where kind = 'individual')::integer as individuals,
      count(*) filter (where kind = 'unit')::integer as units
    from member where state in ('active', 'grace')`
  const { data } = await server().request('GET /membership/figures')
  expect(data).toEqual(count)
  expect(data.individuals).toBeGreaterThan(20)
})

test('refunds dues of members without an account like any others', async () => {
  const { owner, kit } = server()
  const [order] = await owner<{ order_no: string; member_id: number }[]>`
    select o.order_no, t.member_id from pay_order o join member_term t on t.order_no = o.order_no
    where o.account_id is null order by o.id desc limit 1`
  const [row] = await owner<
    {
      id: number
      amount_cents: number
      paid_at: Date
      subject_id: number
      fee_id: number
      previous_term_until: string
    }[]
  >`
    select * from pay_order where order_no = ${order!.order_no}`
  const { id, amount_cents: amountCents, paid_at: paidAt } = row!
  const subject = {
    type: 'member',
    id: row!.subject_id,
    feeId: row!.fee_id,
    previousTermUntil: row!.previous_term_until,
  } as const
  await inTransaction(kit, (scope) =>
    orderKindOf(kit, 'membershipFee').refunded(scope, {
      id,
      orderNo: order!.order_no,
      accountId: null,
      subject,
      amountCents,
      paidAt,
    }),
  )
  const [term] = await owner`select cancelled_at from member_term where order_no = ${order!.order_no}`
  expect(term!['cancelled_at']).not.toBe(null)
  const sent = await owner`select kind, channel from delivery where account_id is null order by id desc limit 1`
  expect(sent).toEqual([{ kind: 'membership', channel: 'sms' }])
})
