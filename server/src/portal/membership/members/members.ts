// Members for the secretariat: masked lists, data revealed with a reason, corrections, ends of memberships.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { MemberForStaff, MemberRowForStaff } from '@xinqiao/contract/http/membership/members.ts'
import { renewalDays, type MemberKind, type MemberState } from '@xinqiao/contract/membership.ts'
import { type Kit, type KitInTransaction, type AuditedCtx } from '../../../kit/ctx.ts'
import { type Db } from '../../../kit/db/db.ts'
import { maskEmail, maskIdNumber, maskPhone } from '../../../kit/text/masks.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { addDays, chinaDay, formatTime } from '../../../kit/time.ts'
import { selectCertificateInForce } from '../../certificates/store.ts'
import { endMembership } from '../rules/end-membership.ts'
import { findSeatExcess } from '../rules/seat-overflow.ts'
import { phoneIndexOf } from '../records/sealed-form.ts'
import * as store from '../records/member-store.ts'
import { selectSeats, selectUnitMembers } from '../records/seat-store.ts'
import { notifyMember, notifySeatHolders } from '../rules/notify-member.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'

const memberSubject = (id: number) => `member ${id}` as const

type MemberListInput = {
  state?: MemberState | undefined
  kind?: MemberKind | undefined
  levelId?: number | undefined
  endingWithin?: number | undefined
  levelChange?: 'yes' | undefined
  key?: string | undefined
}

/** A complete phone number is found by its digest. Other text is searched in names, units and numbers. */
export function toMemberQuery(
  kit: Kit,
  { state, kind, levelId, endingWithin, levelChange, key }: MemberListInput,
): store.MemberQuery {
  const today = chinaDay()
  return {
    state,
    kind,
    levelId,
    ending: endingWithin === undefined ? undefined : [today, addDays(today, endingWithin)],
    hasLevelChange: levelChange !== undefined,
    key,
    phoneIndex: key && /^1\d{10}$/.test(key) ? phoneIndexOf(kit.secrets, key) : undefined,
  }
}

const presentMemberRow = (kit: KitInTransaction, row: store.MemberDetailRow): MemberRowForStaff => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  name: row.name,
  organization: row.organization,
  levelTitle: row.level_title,
  phone: maskPhone(kit.secrets.open(row.phone_sealed, sealBindings.memberPhone(row.id))),
  state: row.state,
  joinedOn: row.joined_on,
  termUntil: row.term_until,
  hasAccount: row.account_id !== null,
})

export async function listMembers(kit: Kit, filter: MemberListInput, page: PageLimits) {
  const { rows, total } = await store.selectMembersForStaff(kit.sql, toMemberQuery(kit, filter), page)
  return { content: rows.map((row) => presentMemberRow(kit, row)), totalElements: total }
}

export async function listUnitMembers(kit: Kit, state: MemberState | undefined, page: PageLimits) {
  const { rows, total } = await selectUnitMembers(kit.sql, state, page)
  const content = rows.map((row) => ({
    id: row.id,
    number: row.number,
    name: row.name,
    representative: row.organization,
    phone: maskPhone(kit.secrets.open(row.phone_sealed, sealBindings.memberPhone(row.id))),
    levelTitle: row.level_title,
    seats: row.seats,
    taken: row.taken,
    offered: row.offered,
    state: row.state,
    termUntil: row.term_until,
  }))
  return { content, totalElements: total }
}

const requireMember = async (db: Db, id: number): Promise<store.MemberDetailRow> =>
  orNotFound(await store.selectMember(db, id))

const presentReminder = (row: store.ReminderRow) => ({
  days: row.days,
  time: formatTime(row.created_at),
  kind: row.kind,
  byPhone: row.by_phone,
  people: row.people,
})

const openIdNumber = ({ secrets }: KitInTransaction, { id, id_number_sealed: sealed }: store.MemberRow): string =>
  sealed ? secrets.open(sealed, sealBindings.memberIdNumber(id)) : ''
const openEmail = ({ secrets }: KitInTransaction, { id, email_sealed: sealed }: store.MemberRow): string =>
  sealed ? secrets.open(sealed, sealBindings.memberEmail(id)) : ''

export async function getMember(kit: KitInTransaction, id: number, db: Db): Promise<MemberForStaff> {
  const row = await requireMember(db, id)
  const idNumber = openIdNumber(kit, row)
  const [terms, people, reminders, certificate, used] = await Promise.all([
    store.selectTerms(db, id),
    selectSeats(db, id),
    store.selectMemberReminders(db, id),
    selectCertificateInForce(db, row.kind === 'unit' ? 'unitMember' : 'member', memberSubject(id)),
    findSeatExcess(db, row),
  ])
  return {
    ...presentMemberRow(kit, row),
    levelId: row.level_id,
    levelChange: row.wished_title === null ? null : { title: row.wished_title, time: formatTime(row.wished_at!) },
    username: row.username,
    gender: row.gender ?? '',
    idNumber: idNumber && maskIdNumber(idNumber),
    email: maskEmail(openEmail(kit, row)),
    termFrom: row.term_from,
    leftOn: row.left_on,
    leftReason: row.left_reason ?? '',
    inDirectory: row.in_directory,
    introduction: row.introduction,
    applicationId: row.application_id,
    certificateNumber: certificate?.number ?? '',
    version: row.version,
    terms: terms.map((term) => ({
      id: term.id,
      from: term.starts_on,
      until: term.ends_on,
      cents: term.cents,
      orderNo: term.order_no ?? '',
      isCancelled: term.cancelled_at !== null,
    })),
    people: people.map((seat) => ({
      id: seat.id,
      name: seat.name,
      phone: maskPhone(kit.secrets.open(seat.phone_sealed, sealBindings.seatPhone(seat.id))),
      isTaken: seat.state === 'taken',
    })),
    excess: used === null || row.state === 'left' ? null : { used, seats: row.seats },
    reminders: reminders.map((reminder) => ({
      id: reminder.id,
      termUntil: reminder.term_until,
      ...presentReminder(reminder),
    })),
  }
}

export const revealMember = async ({ tx, kit }: AuditedCtx, id: number) => {
  const row = await requireMember(tx, id)
  return {
    idNumber: openIdNumber(kit, row),
    phone: kit.secrets.open(row.phone_sealed, sealBindings.memberPhone(row.id)),
    email: openEmail(kit, row),
  }
}

export const endMembershipByStaff = async (ctx: AuditedCtx, id: number, reason: string): Promise<void> => {
  const { tx } = ctx
  const row = orNotFound(await store.lockMember(tx, id))
  if (row.state === 'left') throw fail('wrongState')
  await endMembership(tx, row, reason)
  // the notice does not contain the reason, which is an internal note
  await notifyMember(ctx, row, '您的会籍已由协会秘书处终止，证书与会员权益随之失效，如有疑问请联系秘书处')
  await notifySeatHolders(ctx, row, 'left')
}

export async function listReminders(kit: Kit, page: PageLimits) {
  const today = chinaDay()
  const soon = addDays(today, renewalDays)
  const { rows, total, ending, in_grace: inGrace, lapsed } = await store.selectReminders(kit.sql, today, soon, page)
  const content = rows.map((row) => ({
    id: row.id,
    memberId: row.member_id,
    number: row.number,
    name: row.name,
    termUntil: row.term_until,
    state: row.state,
    ...presentReminder(row),
  }))
  return { content, totalElements: total, ending, inGrace, lapsed }
}
