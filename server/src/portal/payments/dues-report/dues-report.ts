// The annual dues report. Income comes from the ledger; finance staff enter the spending. Published reports are public.
import { fail } from '@xinqiao/contract/errors.ts'
import type { StaffDuesYear } from '@xinqiao/contract/http/payments/dues.ts'
import type { Kit } from '../../../kit/ctx.ts'
import { formatTime } from '../../../kit/time.ts'
import * as store from './store.ts'
import type { StaffScope } from '../refunds/refunds.ts'

const presentDuesYear = (row: store.DuesYearRow): StaffDuesYear => ({
  year: row.year,
  incomeCents: row.income_cents,
  refundCents: row.refund_cents,
  payers: row.payers,
  spending: row.spending ?? [],
  note: row.note ?? '',
  publishTime: row.published_at && formatTime(row.published_at),
})

export const listDuesYears = async (kit: Kit) => (await store.selectDuesYears(kit.sql)).map(presentDuesYear)

export const listPublishedDuesYears = async (kit: Kit) =>
  (await listDuesYears(kit)).flatMap(({ publishTime, ...year }) => (publishTime ? [{ ...year, publishTime }] : []))

export type DuesYearDraft = {
  year: number
  spending: { title: string; cents: number }[]
  note: string
  published: boolean
}

/** @throws Failure notFound for a year without dues */
export const saveDuesYear = async ({ tx, actorId }: StaffScope, draft: DuesYearDraft): Promise<null> => {
  const { year } = draft
  if (!(await store.selectDuesYears(tx)).some((duesYear) => duesYear.year === year)) throw fail('notFound')
  await store.upsertDuesYear(tx, actorId, draft)
  return null
}
