// Credits of continuing education: earned by attendance, and stored when the certificate is issued. Those of a lecture
// are stored as soon as they are earned.
import { creditsOfTenths } from '@xinqiao/contract/meetings.ts'
import { viewerOf, type Ctx } from '../../../kit/ctx.ts'
import type { Tx } from '../../../kit/db/db.ts'
import { chinaDay } from '../../../kit/time.ts'
import * as creditStore from './store.ts'
import type { MeetingRow } from '../records/store.ts'

/** Credits for attending the meeting, plus those of each attended session. */
export async function listEarnedCredits(
  tx: Tx,
  meeting: MeetingRow,
  registrationId: number,
): Promise<creditStore.EarnedCredit[]> {
  const whole = {
    session_id: null,
    title: '参会',
    tenths: meeting.credit_hours * 10,
    earned_on: chinaDay(meeting.ends_at),
  }
  const sessions = await creditStore.selectAttendedCredits(tx, registrationId)
  return [...(whole.tenths > 0 ? [whole] : []), ...sessions]
}

/** Line of the certificate with the total of the credits; empty without credits. */
export function describeCredits(earned: readonly creditStore.EarnedCredit[]): [string, string][] {
  const tenths = earned.reduce((sum, entry) => sum + entry.tenths, 0)
  if (tenths === 0) return []
  const sessions = earned.filter((entry) => entry.session_id !== null).length
  return [['继续教育学分', `${creditsOfTenths(tenths)}学分${sessions > 0 ? `（含${sessions}场报告的签到）` : ''}`]]
}

export async function getCreditLedger(ctx: Ctx) {
  const rows = await creditStore.selectCreditLedger(ctx.kit.sql, viewerOf(ctx).id)
  return {
    total: creditsOfTenths(rows.reduce((sum, row) => sum + (row.is_void ? 0 : row.tenths), 0)),
    entries: rows.map((row) => ({
      id: row.id,
      meetingTitle: row.meeting_title ?? '直播讲座',
      title: row.title,
      credits: creditsOfTenths(row.tenths),
      earnedOn: row.earned_on,
      number: row.number ?? '',
      lectureId: row.lecture_id,
      isVoid: row.is_void,
    })),
  }
}
