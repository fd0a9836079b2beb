// Certificates for the attendees of a meeting that has ended.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { AuditedCtx } from '../../../kit/ctx.ts'
import { formatTime } from '../../../kit/time.ts'
import { issueCertificate } from '../../certificates/certificates.ts'
import { notifyAttendee } from '../rules/notify-attendee.ts'
import { describeCredits, listEarnedCredits } from './credits.ts'
import { replaceCreditEntries } from './store.ts'
import { registrationSubject } from '../rules/fees.ts'
import * as store from '../records/store.ts'
import * as checkInStore from '../records/check-in-store.ts'

const chinaDayOf = (at: Date) => formatTime(at).slice(0, 10)

/** Issues certificates of attendance. Issuing again keeps existing numbers and adds certificates for new attendees. */
export const issueAttendanceCertificates = async (ctx: AuditedCtx, meetingId: number): Promise<{ issued: number }> => {
  const { tx } = ctx
  const meeting = orNotFound(await store.lockMeeting(tx, meetingId))
  if (meeting.purged_at) throw fail('wrongState', '参会资料已按保存期限清除')
  if ((await store.selectNow(tx)) < meeting.ends_at) throw fail('wrongState', '会议结束后才能颁发参会证明')
  const arrived = await checkInStore.selectCheckIns(tx, meetingId)
  const lines: [string, string][] = [
    ['会议', meeting.title],
    ['时间', `${chinaDayOf(meeting.starts_at)}至${chinaDayOf(meeting.ends_at)}`],
    ['地点', meeting.location],
  ]
  for (const row of arrived) {
    const credits = await listEarnedCredits(tx, meeting, row.id)
    const certificate = await issueCertificate(tx, {
      kind: 'attendance',
      accountId: row.account_id,
      holder: row.name || row.company,
      title: '全程参会',
      lines: [...lines, ...describeCredits(credits)],
      subject: registrationSubject(row.id),
    })
    if (row.account_id !== null) {
      const holder = { accountId: row.account_id, registrationId: row.id, meetingId, certificateId: certificate.id }
      await replaceCreditEntries(tx, holder, credits)
    }
    const message = `参会证明已颁发，编号${certificate.number}`
    await notifyAttendee(ctx, row, meeting.title, message, { once: `attendance ${row.id}` })
  }
  return { issued: arrived.length }
}
