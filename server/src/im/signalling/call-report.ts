// Figures of the line of a running call, which the pages of both sides report.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { CallReport } from '@xinqiao/contract/http/calls.ts'
import { transaction, type Sql } from '../../kit/db/db.ts'
import * as store from './call-store.ts'

/** @throws Failure notFound for an account that is no side of this call, and after its end */
export async function reportCall(sql: Sql, imId: number, report: CallReport): Promise<void> {
  const { route, samples, poorSamples, rttMs, lossPermille, isLost } = report
  const channelId = Number(report.channelId)
  await transaction(sql, async (tx) => {
    orNotFound(await store.lockOwnCall(tx, imId, channelId))
    const figures = { route, samples, poorSamples, rttSum: rttMs * samples, lossSum: lossPermille * samples, isLost }
    if (!(await store.updateFigures(tx, { imId, channelId, now: Date.now() }, figures))) throw fail('notFound')
    if (isLost) await store.updateOutcome(tx, channelId, 'lost')
  })
}
