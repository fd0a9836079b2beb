// What people do with the place they have: change the receipt, cancel, hand it on. Until the deadline of changes they
// do it themselves; afterwards, and whenever somebody else is to take over, the secretariat decides.
import { fail } from '@xinqiao/contract/errors.ts'
import type { Receipt } from '@xinqiao/contract/http/meetings.ts'
import { attendTypeTitle } from '@xinqiao/contract/meetings.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { viewerOf, type Ctx, type Kit } from '../../kit/ctx.ts'
import { transaction, type Tx } from '../../kit/db.ts'
import { hit } from '../../kit/throttle.ts'
import { notifyUsers } from '../notify/notify.ts'
import { withdrawOrder } from '../orders/ladder.ts'
import { refundCents, refundPercentAt, subjectOf } from './fees.ts'
import { askDueRefunds } from './refunds.ts'
import { readReceipt } from './registering.ts'
import * as store from './store.ts'
import * as doorStore from './door-store.ts'
import * as registrationStore from './registration-store.ts'
import * as requestStore from './request-store.ts'
import { offerPlaces } from './waiting.ts'

type After = (event: () => void) => void
type Change = Receipt & { id: number; reason?: string | undefined }

async function lockOwn(tx: Tx, ctx: Ctx, id: number) {
  const found = await registrationStore.findOwn(tx, id, viewerOf(ctx).id)
  if (!found) throw fail('notFound')
  // the type first, as everywhere: two locks in one order
  await store.lockType(tx, found.meeting_id, found.attend_type)
  const row = await registrationStore.lockRegistration(tx, id)
  const meeting = await store.findMeeting(tx, found.meeting_id)
  if (!row || !meeting) throw fail('notFound')
  if (!['pending', 'paid', 'waiting'].includes(row.state)) throw fail('wrongState', '这份报名已失效，请重新报名')
  return { row, meeting, now: await store.readNow(tx) }
}

/** @returns whether it was only asked for */
export const changeReceipt = (ctx: Ctx, change: Change): Promise<boolean> =>
  transaction(ctx.kit.sql, async (tx) => {
    const { row, meeting, now } = await lockOwn(tx, ctx, change.id)
    if (now >= meeting.ends_at) throw fail('wrongState', '会议已结束')
    const wanted = await readReceipt(ctx.kit, tx, change, {
      meeting,
      attendType: row.attend_type,
      accountId: row.account_id,
    })
    if (now < meeting.change_deadline) {
      await registrationStore.updateRegistration(tx, row.id, wanted)
      return false
    }
    const { id: _id, reason = '', ...receipt } = change
    await requestStore.saveRequest(tx, {
      registration_id: row.id,
      kind: 'change',
      reason,
      wanted_sealed: ctx.kit.secrets.seal(JSON.stringify(receipt)),
      to_account_id: null,
    })
    return true
  })

/** Frees the place, notes what is to be paid back, and offers the place to who waits. The type is locked already. */
export async function endRegistration(
  kit: Kit,
  tx: Tx,
  after: After,
  { row, percent, reason, byId }: { row: store.RegistrationRow; percent: number; reason: string; byId: number },
): Promise<void> {
  await registrationStore.updateRegistration(tx, row.id, {
    state: 'cancelled',
    pay_until: null,
    waiting_since: null,
    room_id: null,
    refund_cents: row.state === 'paid' ? refundCents(row.paid_cents ?? 0, percent) : 0,
    end_reason: reason,
    ended_by: byId,
  })
  if (row.state !== 'waiting') {
    await offerPlaces(kit, tx, after, { meetingId: row.meeting_id, attendType: row.attend_type })
  }
}

/** @returns whether it was only asked for */
export async function cancelOwn(ctx: Ctx, input: { id: number; reason?: string | undefined }): Promise<boolean> {
  const isAsked = await endOwn(ctx, input)
  if (isAsked) return isAsked
  await askDueRefunds(ctx.kit)
  await withdrawOrder(ctx.kit, { accountId: viewerOf(ctx).id, kind: 'conference', subject: subjectOf(input.id) })
  return isAsked
}

const endOwn = (ctx: Ctx, { id, reason = '' }: { id: number; reason?: string | undefined }): Promise<boolean> =>
  transaction(ctx.kit.sql, async (tx, after) => {
    const { row, meeting, now } = await lockOwn(tx, ctx, id)
    if (now >= meeting.starts_at) throw fail('wrongState', '会议已开始，不能取消')
    if (await doorStore.findCheckIn(tx, row.id)) throw fail('wrongState', '您已签到，不能取消')
    const percent = refundPercentAt(meeting, now)
    const isLate = row.state === 'paid' && (row.paid_cents ?? 0) > 0 && percent === 0
    if (isLate) {
      // nothing comes back by the rule: whether there is a reason to make an exception is for people to say
      await requestStore.saveRequest(tx, {
        registration_id: row.id,
        kind: 'cancel',
        reason,
        wanted_sealed: null,
        to_account_id: null,
      })
      return true
    }
    const why = `参会人取消参会，按规则退还${percent}%${reason && `：${reason}`}`
    await endRegistration(ctx.kit, tx, after, { row, percent, reason: why, byId: viewerOf(ctx).id })
    return false
  })

type Transfer = { id: number; username: string; name: string; phone: string; reason?: string | undefined }
const hourSeconds = 3600

/** Whether an account of this name exists is told to nobody who tries many. */
export const askTransfer = (ctx: Ctx, { id, username, name, phone, reason = '' }: Transfer): Promise<void> =>
  transaction(ctx.kit.sql, async (tx) => {
    const { row, meeting, now } = await lockOwn(tx, ctx, id)
    if (row.state !== 'paid') throw fail('wrongState', '缴费后才能转让名额')
    if (now >= meeting.starts_at) throw fail('wrongState', '会议已开始，不能转让')
    if (await doorStore.findCheckIn(tx, row.id)) throw fail('wrongState', '您已签到，不能转让')
    if ((await hit(ctx.kit.sql, `transfer:${viewerOf(ctx).id}`, hourSeconds)) > 10) throw fail('tooManyRequests')
    const receiver = await requestStore.findReceiver(tx, username.trim())
    const unknown = fail('invalid', '没有找到这个账号', { fields: { username: '没有找到这个账号' } })
    if (receiver === null || receiver === viewerOf(ctx).id) throw unknown
    if (await registrationStore.findLive(tx, row.meeting_id, receiver)) {
      throw fail('invalid', '对方已经报名', { fields: { username: '对方已经报名' } })
    }
    await requestStore.saveRequest(tx, {
      registration_id: row.id,
      kind: 'transfer',
      reason,
      wanted_sealed: ctx.kit.secrets.seal(JSON.stringify({ name, phone })),
      to_account_id: receiver,
    })
  })

/** Tells whom it concerns. */
export const tell = (
  work: { kit: Kit; tx: Tx; after: After },
  row: Pick<store.RegistrationRow, 'account_id' | 'attend_type'>,
  meetingTitle: string,
  what: string,
  once?: string,
) =>
  row.account_id === null
    ? Promise.resolve([])
    : notifyUsers(work, {
        kind: 'meeting',
        userIds: [row.account_id],
        title: `“${meetingTitle}”（${attendTypeTitle(row.attend_type)}）：${what}`,
        link: routes.payment,
        ...(once !== undefined && { once }),
      })
