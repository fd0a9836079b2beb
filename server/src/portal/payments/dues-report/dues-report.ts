// The annual dues report. Income comes from the ledger; finance staff enter the spending. Everyone can read a published
// report.
import { fail } from '@xinqiao/contract/errors.ts'
import type { StaffDuesYear } from '@xinqiao/contract/http/dues.ts'
import type { Kit } from '../../../kit/ctx.ts'
import { formatTime } from '../../../kit/time.ts'
import * as store from './store.ts'
import type { Actor } from '../refunds/refunds.ts'

const present = (row: store.DuesRow): StaffDuesYear => ({
  year: row.year,
  incomeCents: row.income_cents,
  refundCents: row.refund_cents,
  payers: row.payers,
  spending: row.spending ?? [],
  note: row.note ?? '',
  publishTime: row.published_at && formatTime(row.published_at),
})

export const listYears = async (kit: Kit) => (await store.listYears(kit.sql)).map(present)

export const listPublished = async (kit: Kit) =>
  (await listYears(kit)).flatMap(({ publishTime, ...year }) => (publishTime ? [{ ...year, publishTime }] : []))

export type YearDraft = { year: number; spending: { title: string; cents: number }[]; note: string; published: boolean }

/** @throws Failure notFound for a year without dues */
export const saveYear = async ({ tx, actorId }: Actor, draft: YearDraft): Promise<null> => {
  const { year } = draft
  if (!(await store.listYears(tx)).some((one) => one.year === year)) throw fail('notFound')
  await store.saveYear(tx, actorId, draft)
  return null
}
