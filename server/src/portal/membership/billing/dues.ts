// Dues: the amount due, and the effect of a payment or refund on the membership. The order core calls this file in the
// transaction of the payment; every call is idempotent.
import { fail } from '@xinqiao/contract/errors.ts'
import type { OwnDue } from '@xinqiao/contract/http/membership/own.ts'
import { reserveId, type Db, type Tx } from '../../../kit/db/db.ts'
import type { DuesSubject } from '../../../kit/pay/order-kind.ts'
import { chinaDay } from '../../../kit/time.ts'
import { notifyUsers } from '../../notify/notify.ts'
import {
  markOtherApplicationsWithdrawn,
  selectNewestApplication,
  insertApplicationStep,
  lockApplication,
  updateApplication,
  type ApplicationRow,
} from '../records/application-store.ts'
import { notifySecretariatOfExcess, findSeatExcess } from '../rules/seat-overflow.ts'
import { formNamesOf, idNumberIndexOf, openForm, sealMemberContact } from '../records/sealed-form.ts'
import { selectFeeOn, selectFeeById, selectFirstLevel, selectLevel, type FeeRow } from '../records/level-store.ts'
import { endMembership } from '../rules/end-membership.ts'
import { renewMemberCertificate } from '../rules/member-certificate.ts'
import * as store from '../records/member-store.ts'
import { readMembershipSettings } from '../rules/settings.ts'
import { notifyMember, notifyOfTerm, notifySeatHolders } from '../rules/notify-member.ts'
import { lastDayOfTerm, canRenew, nextTermStart, memberStateOn } from '../rules/terms.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import type { TransactionScope } from '../../../kit/ctx.ts'

export type DuesQuote = OwnDue & { subject: DuesSubject }

async function quoteDues(
  db: Db,
  {
    purpose,
    levelId,
    from,
    today,
    subjectOf,
  }: {
    purpose: DuesQuote['purpose']
    levelId: number
    from: string
    today: string
    subjectOf: (feeId: number) => DuesSubject
  },
): Promise<DuesQuote | null> {
  const [level, fee] = await Promise.all([selectLevel(db, levelId), selectFeeOn(db, levelId, today)])
  if (!level || !fee) return null
  return {
    purpose,
    levelTitle: level.title,
    cents: fee.cents,
    termMonths: fee.term_months,
    from,
    until: lastDayOfTerm(from, fee.term_months),
    subject: subjectOf(fee.id),
  }
}

type RenewingMember = Pick<store.MemberRow, 'id' | 'level_id' | 'term_until' | 'state'>

/** The next term of a member, shortly before the current one ends. */
export async function findRenewal(db: Db, member: RenewingMember, today: string): Promise<DuesQuote | null> {
  if (!canRenew(member.term_until, member.state, today)) return null
  const from = nextTermStart(member.term_until, member.state, today)
  // the first day of a new start is not part of the subject, so that a payment tomorrow pays the same order
  const previous = { id: member.id, previousTermUntil: member.term_until }
  return quoteDues(db, {
    purpose: 'renew',
    levelId: member.level_id,
    from,
    today,
    subjectOf: (feeId) => ({ type: 'member', ...previous, feeId }),
  })
}

/** The amount due: for joining, after the approval; for the next term, shortly before the current one ends. */
export async function findDue(db: Db, accountId: number, today: string = chinaDay()): Promise<DuesQuote | null> {
  const member = await store.selectLiveMember(db, accountId)
  if (member) return findRenewal(db, member, today)
  const application = await selectNewestApplication(db, accountId)
  if (application?.state !== 'approved') return null
  const levelId = application.level_id ?? (await selectFirstLevel(db, application.kind, today))?.id
  if (levelId === undefined) return null
  return quoteDues(db, {
    purpose: 'join',
    levelId,
    from: today,
    today,
    subjectOf: (feeId) => ({ type: 'application', id: application.id, feeId }),
  })
}

type PaidDue = { accountId: number; subject: DuesSubject; orderNo: string; amountCents: number }
export type BillingScope = TransactionScope & { today?: string }

/** Creates the member of an approved application. */
async function admitApplicant(
  scope: BillingScope,
  application: ApplicationRow,
  fee: FeeRow,
  today: string,
): Promise<number> {
  const { kit, tx } = scope
  const form = openForm(kit.secrets, application)
  const { name, organization, number: idNumber } = formNamesOf(application.kind, form)
  const index = idNumber ? idNumberIndexOf(kit.secrets, idNumber) : null
  // the reviewer saw the warning and approved, so it must not block the payment
  const isTaken =
    index !== null &&
    (await store.selectTakenIdentifiers(tx, application.kind, { number: '', idNumber: index, phone: null })).id_number
  const id = await reserveId(tx, 'member')
  const contact = { idNumber, phone: form['mobilePhone'] ?? '', email: form['email'] }
  await store.insertMember(tx, {
    id,
    number: await store.selectNextMemberNumber(tx, application.kind, today),
    kind: application.kind,
    level_id: fee.level_id,
    account_id: application.account_id,
    application_id: application.id,
    name: name || application.name,
    organization,
    gender: (form['gender'] as '男' | '女' | undefined) ?? null,
    state: 'active',
    joined_on: today,
    term_from: today,
    term_until: lastDayOfTerm(today, fee.term_months),
    id_number_index: isTaken ? null : index,
    ...sealMemberContact(kit.secrets, id, contact),
  })
  await markOtherApplicationsWithdrawn(tx, application.account_id, application.id)
  await updateApplication(tx, application.id, { state: 'joined' })
  await insertApplicationStep(tx, { applicationId: application.id, step: 'joined', actorId: application.account_id })
  return id
}

/** Adds the next term. Paying for an ended membership makes it active again. */
async function addTerm(
  scope: BillingScope,
  { member, fee, term, today }: { member: store.MemberRow; fee: FeeRow; term: TermPayment; today: string },
): Promise<void> {
  const { tx } = scope
  const from = nextTermStart(member.term_until, member.state, today)
  const until = lastDayOfTerm(from, fee.term_months)
  const level = await selectLevel(tx, fee.level_id)
  await store.insertTerm(tx, { ...term, member_id: member.id, starts_on: from, ends_on: until })
  const isNew = member.state === 'lapsed' || member.state === 'left'
  await store.updateMember(tx, member.id, {
    state: 'active',
    // uses the level that was paid for, even if the member's level changed meanwhile
    ...(level?.kind === member.kind && { level_id: level.id }),
    wished_level_id: null,
    wished_at: null,
    // the card shows consecutive terms as one period
    term_from: isNew ? from : member.term_from,
    term_until: until,
    left_on: null,
    left_reason: null,
  })
}

type TermPayment = Pick<store.TermRow, 'fee_id' | 'order_no' | 'cents'>

type DueReferences = { memberId: number; applicationId: number }

/**
 * True when a payment may extend this membership: it names the member or the application, or its fee is of this kind.
 */
async function isFeeForMember(tx: Tx, member: store.MemberRow, named: DueReferences, fee: FeeRow) {
  if (member.id === named.memberId || member.application_id === named.applicationId) return true
  return (await selectLevel(tx, fee.level_id))?.kind === member.kind
}

/**
 * Delivers a paid order. A payment always gives a term, whatever happened between the code and the payment (withdrawn,
 * ended, an older fee). Exception: a fee of a person who has become the representative of a unit.
 * @throws Failure wrongState; the payment is then refunded automatically
 * @throws RangeError for a fee, member or application that does not exist
 */
export async function deliverDues(
  scope: BillingScope,
  { accountId, subject, orderNo, amountCents }: PaidDue,
): Promise<void> {
  const { tx, today = chinaDay() } = scope
  const fee = await selectFeeById(tx, subject.feeId)
  if (!fee) throw new RangeError(`order ${orderNo} is for fee ${subject.feeId}, which does not exist`)
  if (await store.hasTerm(tx, orderNo)) return // the term was created by an earlier call
  const term: TermPayment = { fee_id: fee.id, order_no: orderNo, cents: amountCents }
  // the id 0 names no row
  const dueReferences: DueReferences =
    subject.type === 'member' ? { memberId: subject.id, applicationId: 0 } : { memberId: 0, applicationId: subject.id }
  const live = await store.lockLiveMember(tx, accountId)
  if (live && !(await isFeeForMember(tx, live, dueReferences, fee)))
    throw fail('wrongState', '会费与现有会籍的类别不符')
  const application = live || subject.type === 'member' ? null : await lockApplication(tx, dueReferences.applicationId)
  const former = live ?? (await store.lockFormerMember(tx, dueReferences))
  let id: number
  if (former) {
    await addTerm(scope, { member: former, fee, term, today })
    id = former.id
  } else if (application) {
    id = await admitApplicant(scope, application, fee, today)
    await store.insertTerm(tx, {
      ...term,
      member_id: id,
      starts_on: today,
      ends_on: lastDayOfTerm(today, fee.term_months),
    })
  } else throw new RangeError(`order ${orderNo} is for ${subject.type} ${subject.id}, which does not exist`)
  await renewMemberCertificate(tx, id)
  const member = await store.selectMember(tx, id)
  if (!member) throw new Error(`no member ${id}`)
  const isMoved = former !== null && former.level_id !== member.level_id
  const seatExcess = isMoved ? await findSeatExcess(tx, member) : null
  if (seatExcess !== null) await notifySecretariatOfExcess(scope, member, seatExcess, `seats ${orderNo}`)
  await notifyOfTerm(scope, member, {
    payerId: accountId,
    orderNo,
    isNew: !former,
    isMoved,
    seatExcess,
    isLevelChangeDropped: former !== null && former.wished_level_id !== null,
  })
}

/** Revokes a paid due after a full refund: removes the term, and ends a membership that has no valid term left. */
export async function revokeDues(
  scope: BillingScope,
  { accountId, orderNo }: { accountId: number | null; orderNo: string },
): Promise<void> {
  const { tx, today = chinaDay() } = scope
  const memberId = await store.markTermCancelled(tx, orderNo)
  const member = memberId === null ? null : await store.lockMember(tx, memberId)
  if (!member || member.state === 'left') return
  const terms = (await store.selectTerms(tx, member.id)).filter((term) => !term.cancelled_at)
  const [last] = terms
  const { graceDays } = await readMembershipSettings(tx)
  const state = last ? memberStateOn(last.ends_on, today, graceDays) : 'left'
  const hasTermLeft = last !== undefined && state !== 'left'
  if (hasTermLeft) {
    await store.updateMember(tx, member.id, { term_from: last.starts_on, term_until: last.ends_on, state })
    await renewMemberCertificate(tx, member.id)
  } else await endMembership(tx, member, '会费已退款', today)
  // notifies the payer, and the current representative
  const userIds = [...new Set([accountId, member.account_id])].filter((id) => id !== null)
  if (state !== 'active' && state !== member.state)
    await notifySeatHolders(scope, member, state, { once: `refund seats ${orderNo}`, except: userIds })
  // names the unit, because its former payer may also be a member in person
  const [fee, term] = member.kind === 'unit' ? [`单位会员“${member.name}”的会费`, '会期'] : ['会费', '您的会期']
  const title = `${fee}已退款，${hasTermLeft ? `${term}至${last.ends_on}` : '会籍随之终止'}`
  const once = `refund ${orderNo}`
  if (userIds.length === 0) return notifyMember(scope, member, title, once)
  await notifyUsers(scope, { kind: 'membership', userIds, title, link: routes.myMembership, once })
}
