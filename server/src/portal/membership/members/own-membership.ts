// The caller's membership: application, card, directory, seats, leaving.
import { listWarningMessages } from '@xinqiao/contract/application-checks.ts'
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { OwnApplication, OwnMember, OwnMembership } from '@xinqiao/contract/http/membership/own.ts'
import { inTransaction, viewerOf, type Ctx, type Kit, type Viewer } from '../../../kit/ctx.ts'
import { reserveId, transaction, type Tx } from '../../../kit/db/db.ts'
import { maskPhone } from '../../../kit/text/masks.ts'
import { findPrivateFile, linkToPrivateFile } from '../../../kit/files/private-files.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { addDays, formatTime } from '../../../kit/time.ts'
import { selectCertificateInForce } from '../../certificates/store.ts'
import { giveConsent, withdrawConsent } from '../../consents/consents.ts'
import { selectNewestApplication, selectApplicationSteps, type ApplicationRow } from '../records/application-store.ts'
import { needsConsent } from '../applications/apply.ts'
import { listBranchChoices } from '../branches/branches.ts'
import { findDue } from '../billing/dues.ts'
import { endMembership } from '../rules/end-membership.ts'
import { openForm, phoneIndexOf } from '../records/sealed-form.ts'
import * as store from '../records/member-store.ts'
import * as seats from '../records/seat-store.ts'
import { readMembershipSettings } from '../rules/settings.ts'
import { notifyAccount, notifySeatHolders } from '../rules/notify-member.ts'

async function presentApplication(kit: Kit, viewer: Viewer, row: ApplicationRow): Promise<OwnApplication> {
  const [steps, file] = await Promise.all([
    selectApplicationSteps(kit.sql, row.id),
    row.resume_key ? findPrivateFile(kit.sql, row.resume_key) : null,
  ])
  return {
    id: row.id,
    kind: row.kind,
    levelId: row.level_id,
    branchId: row.branch_id,
    state: row.state,
    form: openForm(kit.secrets, row),
    resume: file && { url: linkToPrivateFile(kit, file, viewer), name: file.name },
    submitTime: row.submitted_at && formatTime(row.submitted_at),
    reason: row.reason,
    fieldReasons: row.field_reasons,
    needsConsent: await needsConsent(kit.sql, row),
    doubts: row.state === 'submitted' ? listWarningMessages(row.warnings) : {},
    // applicants do not see the branch's review
    steps: steps
      .filter(({ step }) => step !== 'branchPassed')
      .map(({ step, at, reason }) => ({ step, time: formatTime(at), reason })),
  }
}

async function presentMember(kit: Kit, member: store.MemberDetailRow): Promise<OwnMember> {
  const isUnit = member.kind === 'unit'
  const [terms, people, certificate, { graceDays }] = await Promise.all([
    store.selectTerms(kit.sql, member.id),
    isUnit ? seats.selectSeats(kit.sql, member.id) : [],
    selectCertificateInForce(kit.sql, isUnit ? 'unitMember' : 'member', `member ${member.id}`),
    readMembershipSettings(kit.sql),
  ])
  return {
    id: member.id,
    number: member.number,
    kind: member.kind,
    levelId: member.level_id,
    levelTitle: member.level_title,
    requestedLevelId: member.wished_level_id,
    name: member.name,
    organization: member.organization,
    state: member.state,
    joinedOn: member.joined_on,
    termFrom: member.term_from,
    termUntil: member.term_until,
    graceUntil: addDays(member.term_until, graceDays),
    certificateId: certificate?.id ?? null,
    certificateNumber: certificate?.number ?? '',
    inDirectory: member.in_directory,
    introduction: member.introduction,
    seats: isUnit ? member.seats : 0,
    people: people.map((seat) => ({
      id: seat.id,
      name: seat.name,
      phone: maskPhone(kit.secrets.open(seat.phone_sealed, sealBindings.seatPhone(seat.id))),
      isTaken: seat.state === 'taken',
    })),
    terms: terms.map((term) => ({
      id: term.id,
      from: term.starts_on,
      until: term.ends_on,
      cents: term.cents,
      isCancelled: term.cancelled_at !== null,
    })),
  }
}

export async function getOwnMembership({ kit, viewer }: Ctx & { viewer: Viewer }): Promise<OwnMembership> {
  await store.updateMemberAccountByPhone(kit.sql, viewer.id)
  const [application, member, due, ownSeats, settings] = await Promise.all([
    selectNewestApplication(kit.sql, viewer.id),
    store.selectNewestMember(kit.sql, viewer.id),
    findDue(kit.sql, viewer.id),
    seats.selectOwnSeats(kit.sql, viewer.id),
    readMembershipSettings(kit.sql),
  ])
  return {
    application: application && (await presentApplication(kit, viewer, application)),
    member: member && (await presentMember(kit, member)),
    due,
    refusesWrongNumber: settings.refuseWrongNumber,
    branches: await listBranchChoices(kit.sql, settings),
    seats: ownSeats.map((seat) => ({ id: seat.id, unitName: seat.unit_name, isTaken: seat.is_taken })),
  }
}

type ReadConsentText = { version: string; hash: string }

async function lockOwnMember(tx: Tx, accountId: number): Promise<store.MemberRow> {
  const member = await store.lockLiveMember(tx, accountId)
  if (!member) throw fail('notFound', '您还不是会员')
  return member
}

/** @throws Failure notFound, changedMeanwhile */
export async function enterDirectory(ctx: Ctx, { introduction, ...read }: ReadConsentText & { introduction: string }) {
  const accountId = viewerOf(ctx).id
  await transaction(ctx.kit.sql, async (tx) => {
    const member = await lockOwnMember(tx, accountId)
    await giveConsent(tx, accountId, 'directory', read)
    await store.updateMember(tx, member.id, { in_directory: true, introduction })
  })
}

/** Removes the member from the directory after the consent was withdrawn. */
export async function leaveDirectory(tx: Tx, accountId: number): Promise<void> {
  const member = await store.lockLiveMember(tx, accountId)
  if (member) await store.updateMember(tx, member.id, { in_directory: false })
}

export async function leaveAssociation(ctx: Ctx, reason: string): Promise<void> {
  const accountId = viewerOf(ctx).id
  await inTransaction(ctx.kit, async (scope) => {
    const { tx } = scope
    const member = await lockOwnMember(tx, accountId)
    await endMembership(tx, member, `本人申请：${reason}`)
    await notifySeatHolders(scope, member, 'left')
    await withdrawConsent(tx, accountId, 'directory')
  })
}

// ---- seats of a unit

/** @throws Failure notFound, noSeatLeft, seatTaken */
export async function addSeat(ctx: Ctx, { name, phone }: { name: string; phone: string }): Promise<void> {
  const { kit } = ctx
  const accountId = viewerOf(ctx).id
  await inTransaction(kit, async (scope) => {
    const { tx } = scope
    // the lock of the unit's row serialises concurrent invitations
    const unit = await lockOwnMember(tx, accountId)
    const detail = await store.selectMember(tx, unit.id)
    if (unit.kind !== 'unit' || !detail) throw fail('notFound', '只有单位会员可以分配席位')
    // one seat is that of the representative
    if ((await seats.selectSeats(tx, unit.id)).length >= detail.seats - 1) throw fail('noSeatLeft')
    const index = phoneIndexOf(kit.secrets, phone)
    const seatId = await reserveId(tx, 'member_seat')
    const isNew = await seats.insertSeat(tx, {
      id: seatId,
      member_id: unit.id,
      name,
      phone_sealed: kit.secrets.seal(phone, sealBindings.seatPhone(seatId)),
      phone_index: index,
    })
    if (!isNew) throw fail('seatTaken', '已经邀请过这个手机号码')
    // a person without an account sees the invitation after registering
    const invitedId = await seats.selectAccountIdByPhone(tx, index)
    const title = `${detail.name}邀请您使用单位会员席位，请前往确认`
    if (invitedId !== null) await notifyAccount(scope, invitedId, title)
  })
}

export async function removeSeat(ctx: Ctx, id: number): Promise<void> {
  await inTransaction(ctx.kit, async (scope) => {
    const { tx } = scope
    const unit = await lockOwnMember(tx, viewerOf(ctx).id)
    const removedSeat = orNotFound(await seats.deleteSeat(tx, unit.id, id))
    const title = `${unit.name}收回了给您的单位会员席位`
    if (removedSeat.account_id !== null) await notifyAccount(scope, removedSeat.account_id, title)
  })
}

/** @throws Failure notFound, seatTaken */
export async function answerSeat(ctx: Ctx, id: number, accept: boolean): Promise<void> {
  const { id: accountId } = viewerOf(ctx)
  await transaction(ctx.kit.sql, async (tx) => {
    if (accept && (await seats.hasSeat(tx, accountId))) throw fail('seatTaken', '您已在使用一个单位会员席位')
    if (accept) await seats.deleteFormerSeats(tx, accountId)
    const isDone = accept
      ? await seats.markSeatAccepted(tx, id, accountId)
      : await seats.deleteSeatOfAccount(tx, id, accountId)
    if (!isDone) throw fail('notFound')
  })
}
