// Changes the representative of a unit, on request of the representative or the secretariat. Membership, dues and seats
// move to the new one; earlier payments stay with their payer.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import { inTransaction, viewerOf, type Ctx, type TransactionScope, type AuditedCtx } from '../../../kit/ctx.ts'
import { reserveId, type Tx } from '../../../kit/db/db.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { withdrawConsent } from '../../consents/consents.ts'
import { hasOpenOrder } from '../../payments/payments.ts'
import { hasActiveApplication, lockApplicantAccount } from '../records/application-store.ts'
import { renewMemberCertificate } from '../rules/member-certificate.ts'
import * as store from '../records/member-store.ts'
import { getMember } from './members.ts'
import * as seats from '../records/seat-store.ts'
import { notifyAccount } from '../rules/notify-member.ts'

/**
 * Refuses while either person has an open application or fee order, because it could be paid for the wrong membership.
 * @throws Failure wrongState
 */
async function checkNoOpenProcess(
  tx: Tx,
  unit: store.MemberRow,
  seat: { account_id: number; name: string },
  isOwn: boolean,
) {
  const accounts = [seat.account_id, ...(unit.account_id === null ? [] : [unit.account_id])].sort((a, b) => a - b)
  for (const accountId of accounts) await lockApplicantAccount(tx, accountId)
  if (await store.selectLiveMember(tx, seat.account_id))
    throw fail('wrongState', `${seat.name}的账号已有自己的会籍，一个账号只能代表一个会籍`)
  if (await hasActiveApplication(tx, seat.account_id))
    throw fail('wrongState', `${seat.name}有正在办理的入会申请，请其撤回申请后再交接`)
  // the secretariat may replace a representative with an open order, whose account may not exist any more; its payment
  // counts for the unit
  if (await hasOpenOrder(tx, isOwn ? accounts : [seat.account_id], 'membershipFee'))
    throw fail('wrongState', '交接双方有尚未完成的会费订单，请先完成支付或取消订单，再交接')
}

type RepresentativeTransfer = { seatId: number; keepsSeat: boolean; isOwn: boolean }

/** @throws Failure notFound, wrongState */
async function transferRepresentative(
  scope: TransactionScope,
  unit: store.MemberRow,
  { seatId, keepsSeat, isOwn }: RepresentativeTransfer,
): Promise<void> {
  const { kit, tx } = scope
  if (unit.kind !== 'unit') throw fail('notFound', '只有单位会员有会员代表')
  if (unit.state === 'left') throw fail('wrongState')
  const seat = await seats.selectUsedSeat(tx, unit.id, seatId)
  if (!seat) throw fail('notFound', '只能交接给正在使用席位的本单位人员')
  await checkNoOpenProcess(tx, unit, seat, isOwn)
  const before = { account_id: unit.account_id, name: unit.organization || '原会员代表' }
  const seatPhone = kit.secrets.open(seat.phone_sealed, sealBindings.seatPhone(seat.id))
  await seats.deleteSeat(tx, unit.id, seat.id)
  await store.updateMember(tx, unit.id, {
    account_id: seat.account_id,
    organization: seat.name,
    phone_sealed: kit.secrets.seal(seatPhone, sealBindings.memberPhone(unit.id)),
    phone_index: Buffer.from(seat.phone_index),
    email_sealed: null,
    // the consent to the unit's listing was given by the former representative
    in_directory: false,
  })
  await renewMemberCertificate(tx, unit.id)
  await notifyAccount(scope, seat.account_id, `您已接任“${unit.name}”的会员代表，可在“我的会籍”中管理会费、证书与席位`)
  if (before.account_id === null) return
  await withdrawConsent(tx, before.account_id, 'directory')
  const stays = keepsSeat && !(await seats.hasSeat(tx, before.account_id))
  if (stays) {
    await seats.deleteFormerSeats(tx, before.account_id)
    const id = await reserveId(tx, 'member_seat')
    const phone = kit.secrets.open(unit.phone_sealed, sealBindings.memberPhone(unit.id))
    await seats.insertUsedSeat(tx, {
      id,
      member_id: unit.id,
      account_id: before.account_id,
      name: before.name,
      phone_sealed: kit.secrets.seal(phone, sealBindings.seatPhone(id)),
      phone_index: unit.phone_index,
    })
  }
  const seatMessage = stays ? '，您改用本单位的一个席位' : ''
  await notifyAccount(scope, before.account_id, `“${unit.name}”的会员代表已由${seat.name}接任${seatMessage}`)
}

export const transferOwnRepresentative = (ctx: Ctx, seatId: number): Promise<void> =>
  inTransaction(ctx.kit, async (scope) => {
    const { tx } = scope
    const unit = await store.lockLiveMember(tx, viewerOf(ctx).id)
    if (!unit) throw fail('notFound', '您还不是会员')
    await transferRepresentative(scope, unit, { seatId, keepsSeat: true, isOwn: true })
  })

type RepresentativeChange = { id: number; seatId: number; keepsSeat: boolean }

export const changeRepresentative = async (ctx: AuditedCtx, { id, seatId, keepsSeat }: RepresentativeChange) => {
  const { tx } = ctx
  const unit = orNotFound(await store.lockMember(tx, id))
  await transferRepresentative(ctx, unit, { seatId, keepsSeat, isOwn: false })
  return getMember(ctx.kit, id, tx)
}
