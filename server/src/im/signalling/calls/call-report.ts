// Figures of the line of a running call, which the pages of both sides report, and the facts that they ask for.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { CallReport } from '@xinqiao/contract/http/calls.ts'
import { transaction, type Db, type Sql } from '../../../kit/db/db.ts'
import { findRingPause, secondsOf } from './calls.ts'
import * as store from '../records/call-store.ts'
import { selectPeer } from '../records/store.ts'
import type { SitePort } from '../../../kit/site-port.ts'

/**
 * @returns the time in milliseconds since both sides were connected; null before
 * @throws Failure notFound for an account that is no side of this call, and after its end
 */
export async function recordCallReport(sql: Sql, imId: number, report: CallReport): Promise<number | null> {
  const { route, samples, poorSamples, rttMs, lossPermille, isLost, silentMs = 0 } = report
  const channelId = Number(report.channelId)
  const now = Date.now()
  return transaction(sql, async (tx) => {
    const call = orNotFound(await store.lockOwnCall(tx, imId, channelId))
    const sums = { rttSum: rttMs * samples, lossSum: lossPermille * samples }
    const figures = { route, samples, poorSamples, ...sums, isLost, silentMs }
    if (!(await store.updateCallFigures(tx, { imId, channelId, now }, figures))) throw fail('notFound')
    if (isLost) await store.updateOutcome(tx, channelId, 'lost')
    const begin = call.connect_time ?? (isLost ? null : now)
    return begin === null ? null : Math.max(0, now - begin)
  })
}

/**
 * The booking of a call, and the length of an ended one, which are null without.
 * @throws Failure notFound for an account that is no side of the call
 */
export async function findCall(
  db: Db,
  imId: number,
  channelId: string,
): Promise<{ bookingId: number | null; seconds: number | null }> {
  const call = orNotFound(await store.selectOwnCall(db, imId, Number(channelId)))
  return { bookingId: call.booking_id, seconds: call.end_time === null ? null : secondsOf(call) }
}

/**
 * Says until when this account cannot ring at the other one; null when it can. The call of a booking does not wait.
 * @throws Failure notFound for an account that does not exist
 */
export async function findPauseOfCaller(
  db: Db,
  { imId, accid }: { imId: number; accid: string },
  findBooking: SitePort['findBookingOfCall'],
): Promise<string | null> {
  const { id: calleeId } = orNotFound(await selectPeer(db, imId, accid))
  const sides = { callerId: imId, calleeId }
  return (await findBooking(db, sides)) ? null : findRingPause(db, sides, Date.now())
}
