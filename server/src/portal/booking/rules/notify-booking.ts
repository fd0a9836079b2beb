// Notifies both sides about appointments. Messages contain the time; SMS and mail do not.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { formatTime } from '../../../kit/time.ts'
import { notifyUsers } from '../../notify/notify.ts'
import type { BookingRow } from '../records/store.ts'
import type { TransactionScope } from '../../../kit/ctx.ts'

/** Formats `12月4日 10:00`, with a line break allowed only before the hour. */
const formatStart = (at: Date) => formatTime(at).replace(/^\d+-0?(\d+)-0?(\d+) (\d\d:\d\d).*$/, '$1月$2日 $3')
const clientLink = withQuery(routes.booking, {})
const counsellorLink = withQuery(routes.booking, { tab: 2 })

type NoticeTitles = { client: string; counsellor: string }

const notifyBoth = async (
  scope: TransactionScope,
  row: BookingRow,
  { client, counsellor }: NoticeTitles,
): Promise<void> => {
  const notice = { kind: 'booking' as const }
  await notifyUsers(scope, { ...notice, userIds: [row.account_id], title: client, link: clientLink })
  await notifyUsers(scope, { ...notice, userIds: [row.counsellor_account], title: counsellor, link: counsellorLink })
}

export const notifyBooked = (scope: TransactionScope, row: BookingRow): Promise<void> =>
  notifyBoth(scope, row, {
    client: `您与${row.counsellor_name}的预约已确认：${formatStart(row.starts_at)}`,
    counsellor: `有来访者预约了您 ${formatStart(row.starts_at)} 的咨询`,
  })

export const notifyChanged = (scope: TransactionScope, row: BookingRow, from: Date): Promise<void> =>
  notifyBoth(scope, row, {
    client: `您与${row.counsellor_name}的预约已由 ${formatStart(from)} 改到 ${formatStart(row.starts_at)}`,
    counsellor: `来访者把 ${formatStart(from)} 的咨询改到了 ${formatStart(row.starts_at)}`,
  })

export const notifyCancelled = (scope: TransactionScope, row: BookingRow): Promise<void> =>
  notifyBoth(scope, row, {
    client: `您与${row.counsellor_name}在 ${formatStart(row.starts_at)} 的预约已取消`,
    counsellor: `来访者取消了 ${formatStart(row.starts_at)} 的咨询`,
  })

export const notifyUpcoming = (scope: TransactionScope, row: BookingRow): Promise<void> =>
  notifyBoth(scope, row, {
    client: `提醒：您与${row.counsellor_name}的咨询将于 ${formatStart(row.starts_at)} 开始`,
    counsellor: `提醒：您在 ${formatStart(row.starts_at)} 有一次咨询`,
  })

/** Notifies of a cancellation by the secretariat, with its reason. The counsellor is not notified of an unpaid hold. */
export async function notifyCancelledByStaff(scope: TransactionScope, row: BookingRow, reason: string): Promise<void> {
  const isPaid = row.state === 'booked' && row.price_cents > 0
  const notice = { kind: 'booking' as const }
  const client = `协会取消了您与${row.counsellor_name}在 ${formatStart(row.starts_at)} 的预约，原因：${reason}${isPaid ? '。费用将原路退回' : ''}`
  await notifyUsers(scope, { ...notice, userIds: [row.account_id], title: client, link: clientLink })
  if (row.state !== 'booked') return
  const counsellor = `协会取消了 ${formatStart(row.starts_at)} 的咨询，原因：${reason}`
  await notifyUsers(scope, { ...notice, userIds: [row.counsellor_account], title: counsellor, link: counsellorLink })
}
