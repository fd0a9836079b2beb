// Dues of the demo site: charged for the levels, announced in the notice on dues, and published in the yearly accounts.
import type { Tx } from '../../src/kit/db/db.ts'

/** Dues of each kind of member, in cents for a term of 12 months. */
export const duesCents = { person: 20_000, unit: 200_000, council: 500_000 } as const

export const inYuan = (cents: number): string => `${cents / 100}元`

const spendingPercents = [
  { title: '会员继续教育与督导', percent: 40 },
  { title: '公益科普活动', percent: 30 },
  { title: '会员服务与网站维护', percent: 18 },
  { title: '会议与监督工作', percent: 12 },
] as const

/** About nine tenths of the income, in whole hundreds of yuan, so that each part is in whole yuan. */
export function spendingOf(incomeCents: number): { title: string; cents: number; percent: number }[] {
  const spentCents = Math.floor((incomeCents * 0.92) / 10_000) * 10_000
  return spendingPercents.map(({ title, percent }) => ({ title, percent, cents: (spentCents * percent) / 100 }))
}

type DuesIncome = { individualCents: number; unitCents: number }

/** Dues of all terms that began in this year. Each is paid on the first day of its term. */
export async function readIncome(tx: Tx, year: number): Promise<DuesIncome> {
  const [income] = await tx<{ individual_cents: number; unit_cents: number }[]>`
    select coalesce(sum(t.cents) filter (where m.kind = 'individual'), 0)::bigint as individual_cents,
      coalesce(sum(t.cents) filter (where m.kind = 'unit'), 0)::bigint as unit_cents
    from member_term t join member m on m.id = t.member_id where extract(year from t.starts_on) = ${year}`
  return { individualCents: income!.individual_cents, unitCents: income!.unit_cents }
}

const rowOf = (...cells: (string | number)[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`

/** Replaces the {dues…} marks of an article by the amounts of this account. */
export function fillDuesStatement(text: string, { individualCents, unitCents }: DuesIncome): string {
  const incomeCents = individualCents + unitCents
  const spending = spendingOf(incomeCents)
  const spentCents = spending.reduce((sum, { cents }) => sum + cents, 0)
  const income = [
    rowOf('个人会员会费', individualCents / 100),
    rowOf('单位会员会费', unitCents / 100),
    rowOf('合计', incomeCents / 100),
  ]
  const spent = [
    ...spending.map(({ title, cents, percent }) => rowOf(title, cents / 100, `${percent}%`)),
    rowOf('合计', spentCents / 100, '100%'),
  ]
  return text
    .replace('{duesIncome}', income.join(''))
    .replace('{duesSpending}', spent.join(''))
    .replace('{duesBalance}', inYuan(incomeCents - spentCents))
}
