// Changes of a registration by its owner: correct the receipt, cancel, transfer. After the deadline for changes, and for
// every transfer, the secretariat decides.
import { fail } from '@xinqiao/contract/errors.ts'
import type { Receipt } from '@xinqiao/contract/http/meeting-receipt.ts'
import { attendTypeTitle } from '@xinqiao/contract/meetings.ts'
import { viewerOf, type Ctx, type Kit } from '../../kit/ctx.ts'
import { transaction, type Tx } from '../../kit/db.ts'
import { sealedPlaces } from '../../kit/sealed-places.ts'
import { hit } from '../../kit/throttle.ts'
import { notifyUsers } from '../notify/notify.ts'
import { withdrawOrder } from '../orders/ladder.ts'
import { compareReceipt } from './comparison.ts'
import { openContact } from './contacts.ts'
import { dueAt } from './due.ts'
import { endPlace } from './ending.ts'
import { orderSubjectOf, placeLink, refundCents, refundPercentAt } from './fees.ts'
import { checkPayer, followReceipt } from './invoices.ts'
import { noteListing } from './listing.ts'
import { lockPlace } from './locking.ts'
import { obstaclesOf } from './obstacles.ts'
import { askDueRefunds } from './refunds.ts'
import { readReceipt } from './registering.ts'
import * as store from './store.ts'
import * as doorStore from './door-store.ts'
import * as registrationStore from './registration-store.ts'
import * as requestStore from './request-store.ts'
import * as roomStore from './room-store.ts'
import { offerPlaces } from './waiting.ts'

type After = (event: () => void) => void
type Change = Receipt & { id: number; reason?: string | undefined }

async function lockOwn(tx: Tx, ctx: Ctx, id: number) {
  // check ownership before taking the lock
  const place = (await registrationStore.findOwn(tx, id, viewerOf(ctx).id)) && (await lockPlace(tx, id))
  const meeting = place && (await store.findMeeting(tx, place.row.meeting_id))
  // transferred while this call waited for the lock
  if (place?.row.account_id !== viewerOf(ctx).id || !meeting) throw fail('notFound')
  const { row, order } = place
  const now = await store.readNow(tx)
  const isIn = (await doorStore.findCheckIn(tx, row.id)) !== null
  return { row, order, meeting, now, obstacles: obstaclesOf(row, meeting, { now, isIn }) }
}

/** @returns whether it is only requested, and the result for an invoice */
export const changeReceipt = (ctx: Ctx, change: Change): Promise<{ isAsked: boolean; invoice: string }> =>
  transaction(ctx.kit.sql, async (tx, after) => {
    const { row, order, meeting, now, obstacles } = await lockOwn(tx, ctx, change.id)
    if (obstacles.change) throw fail('wrongState', obstacles.change)
    await checkPayer(tx, row, change)
    const before = openContact(ctx.kit, row)
    const follow = async (place: store.RegistrationRow) =>
      (await followReceipt({ kit: ctx.kit, tx, after }, { order, row: place, before, tells: false })).sentence
    const wanted = await readReceipt(ctx.kit, tx, change, {
      id: row.id,
      meeting,
      attendType: row.attend_type,
      accountId: row.account_id,
    })
    // the new owner has not filled in a receipt yet
    if (now < meeting.change_deadline || row.needs_receipt) {
      const changed = await registrationStore.updateRegistration(tx, row.id, { ...wanted, needs_receipt: false })
      await roomStore.fitRooms(tx, row.id, wanted.rooms)
      await noteListing(tx, row.account_id)
      return { isAsked: false, invoice: await follow(changed) }
    }
    // the consent to being listed can change at any time
    await registrationStore.updateRegistration(tx, row.id, { is_listed: wanted.is_listed })
    await noteListing(tx, row.account_id)
    const { id: _id, reason = '', ...given } = change
    const receipt = { ...given, name: wanted.name, phone: openContact(ctx.kit, { id: row.id, ...wanted }).phone }
    const isSame = wanted.unit_id === row.unit_id && compareReceipt(ctx.kit, row, receipt).length === 0
    // restoring the receipt also withdraws an open request
    if (isSame && !reason && !(await requestStore.hasOpenChange(tx, row.id)))
      return { isAsked: false, invoice: await follow(row) }
    await requestStore.saveRequest(tx, {
      registration_id: row.id,
      kind: 'change',
      reason,
      sealWanted: (id) => ctx.kit.secrets.seal(JSON.stringify(receipt), sealedPlaces.registrationRequest(id)),
      to_account_id: null,
      due_at: await dueAt(tx, meeting, now),
    })
    return { isAsked: true, invoice: '' }
  })

/** Cancels the registration, records the refund, and offers the place to the waiting list. The caller holds the type's lock. */
export async function endRegistration(
  kit: Kit,
  tx: Tx,
  after: After,
  { row, percent, reason, byId }: { row: store.RegistrationRow; percent: number; reason: string; byId: number },
): Promise<void> {
  const refund = row.state === 'paid' ? refundCents(row.paid_cents ?? 0, percent) : 0
  const end = { state: 'cancelled' as const, refund_cents: refund, end_reason: reason, ended_by: byId }
  await endPlace(tx, row, end, byId)
  if (row.state !== 'waiting') {
    await offerPlaces(kit, tx, after, { meetingId: row.meeting_id, attendType: row.attend_type })
  }
}

/** @returns whether it is only requested */
export async function cancelOwn(ctx: Ctx, input: { id: number; reason?: string | undefined }): Promise<boolean> {
  const isAsked = await endOwn(ctx, input)
  if (isAsked) return isAsked
  await askDueRefunds(ctx.kit)
  await withdrawOrder(ctx.kit, { accountId: viewerOf(ctx).id, kind: 'conference', subject: orderSubjectOf(input.id) })
  return isAsked
}

const endOwn = (ctx: Ctx, { id, reason = '' }: { id: number; reason?: string | undefined }): Promise<boolean> =>
  transaction(ctx.kit.sql, async (tx, after) => {
    const { row, meeting, now, obstacles } = await lockOwn(tx, ctx, id)
    if (obstacles.cancel) throw fail('wrongState', obstacles.cancel)
    const percent = refundPercentAt(meeting, now)
    const hasPaid = row.state === 'paid' && (row.paid_cents ?? 0) > 0
    if (hasPaid && percent === 0) {
      // the rule refunds nothing; people decide about exceptions
      await requestStore.saveRequest(tx, {
        registration_id: row.id,
        kind: 'cancel',
        reason,
        sealWanted: null,
        to_account_id: null,
        due_at: await dueAt(tx, meeting, now),
      })
      return true
    }
    const byRule = hasPaid ? `，按规则退还${percent}%` : ''
    const why = `参会人取消参会${byRule}${reason && `：${reason}`}`
    await endRegistration(ctx.kit, tx, after, { row, percent, reason: why, byId: viewerOf(ctx).id })
    return false
  })

type Transfer = { id: number; username: string; name: string; phone: string; reason?: string | undefined }
const hourSeconds = 3600

/** Asks the secretariat to transfer the place. A limit keeps the caller from probing which accounts exist. */
export async function askTransfer(ctx: Ctx, { id, username, name, phone, reason = '' }: Transfer): Promise<void> {
  // counted before the transaction: a refused request must count too, and a transaction has one connection
  if ((await hit(ctx.kit.sql, `transfer:${viewerOf(ctx).id}`, hourSeconds)) > 10) throw fail('tooManyRequests')
  await transaction(ctx.kit.sql, async (tx) => {
    const { row, meeting, now, obstacles } = await lockOwn(tx, ctx, id)
    if (obstacles.transfer) throw fail('wrongState', obstacles.transfer)
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
      sealWanted: (requestId) =>
        ctx.kit.secrets.seal(JSON.stringify({ name, phone }), sealedPlaces.registrationRequest(requestId)),
      to_account_id: receiver,
      due_at: await dueAt(tx, meeting, now),
    })
  })
}

type Told = Pick<store.RegistrationRow, 'id' | 'account_id' | 'attend_type'>

/** Notifies the owner. @param link to the registration, unless it is no longer theirs */
export const tell = (
  work: { kit: Kit; tx: Tx; after: After },
  row: Told,
  meetingTitle: string,
  what: string,
  { once, link = placeLink(row.id) }: { once?: string; link?: string } = {},
) =>
  row.account_id === null
    ? Promise.resolve([])
    : notifyUsers(work, {
        kind: 'meeting',
        userIds: [row.account_id],
        title: `“${meetingTitle}”（${attendTypeTitle(row.attend_type)}）：${what}`,
        link,
        ...(once !== undefined && { once }),
      })
