// Figures of the line of a running call, which the pages of both sides report, and the booking that they ask for.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { CallReport } from '@xinqiao/contract/http/calls.ts'
import { transaction, type Db, type Sql } from '../../kit/db/db.ts'
import * as store from './call-store.ts'

/** @throws Failure notFound for an account that is no side of this call, and after its end */
export async function recordCallReport(sql: Sql, imId: number, report: CallReport): Promise<void> {
  const { route, samples, poorSamples, rttMs, lossPermille, isLost, silentMs = 0 } = report
  const channelId = Number(report.channelId)
  await transaction(sql, async (tx) => {
    orNotFound(await store.lockOwnCall(tx, imId, channelId))
    const sums = { rttSum: rttMs * samples, lossSum: lossPermille * samples }
    const figures = { route, samples, poorSamples, ...sums, isLost, silentMs }
    if (!(await store.updateCallFigures(tx, { imId, channelId, now: Date.now() }, figures))) throw fail('notFound')
    if (isLost) await store.updateOutcome(tx, channelId, 'lost')
  })
}

/**
 * The booking of a call, also after its end; null for a call without one.
 * @throws Failure notFound for an account that is no side of the call
 */
export async function findCallBooking(db: Db, imId: number, channelId: string): Promise<number | null> {
  return orNotFound(await store.selectOwnCall(db, imId, Number(channelId))).booking_id
}
