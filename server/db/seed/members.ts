// Membership of the demo site: member1 to member6 in every state (README.md), and several dozen more.
import type { MemberState } from '@xinqiao/contract/membership.ts'
import { dayMs, hourMs } from '@xinqiao/contract/time.ts'
import type { Kit } from '../../src/kit/ctx.ts'
import { reserveId, type Tx } from '../../src/kit/db/db.ts'
import { addDays, addMonths, chinaDay } from '../../src/kit/time.ts'
import { insertConsent } from '../../src/portal/consents/store.ts'
import { hashConsentText, consentTexts } from '../../src/portal/consents/texts.ts'
import { insertApplication, insertApplicationStep } from '../../src/portal/membership/records/application-store.ts'
import { renewMemberCertificate } from '../../src/portal/membership/rules/member-certificate.ts'
import {
  formNamesOf,
  idNumberIndexOf,
  phoneIndexOf,
  sealForm,
  sealMemberContact,
  type FormFields,
} from '../../src/portal/membership/records/sealed-form.ts'
import {
  selectNextMemberNumber,
  insertMember,
  insertReminder,
  insertTerm,
} from '../../src/portal/membership/records/member-store.ts'
import { readMembershipSettings } from '../../src/portal/membership/rules/settings.ts'
import { lastDayOfTerm, memberStateOn } from '../../src/portal/membership/rules/terms.ts'
import { createIdNumber, createLevel } from '../fixtures/membership.ts'
import { duesCents } from './dues.ts'
import { applicants, colleagues, units, type Applicant } from './member-people.ts'

const graceDays = 90

const formOf = (
  { name, gender, phone, organization, title, education, born }: Applicant,
  running: number,
): FormFields => ({
  name,
  gender,
  // the last digit but one is odd for men, and even for women
  idCard: createIdNumber(born, running * 2 + (gender === '男' ? 1 : 0)),
  education,
  organization,
  mobilePhone: phone,
  email: `${phone.slice(-6)}@xinqiao.invalid`,
  ...(title && { title }),
})

type Seeding = { kit: Kit; tx: Tx; today: string; at: (daysAgo: number, hour?: number) => Date; levels: Levels }
type Levels = { person: number; unit: number; council: number }

async function seedApplication(
  { kit, tx, at, levels }: Seeding,
  {
    accountId,
    reviewerId,
    applicant,
    running,
  }: { accountId: number; reviewerId: number; applicant: Applicant; running: number },
): Promise<{ id: number; form: FormFields }> {
  const form = formOf(applicant, running)
  const { state, daysAgo = 3, reason = '', fieldReasons = {}, warnings = [] } = applicant
  const isDecided = state !== 'submitted' && state !== 'draft'
  const { name, organization } = formNamesOf('individual', form)
  const id = await reserveId(tx, 'member_application')
  await insertApplication(tx, accountId, {
    id,
    kind: 'individual',
    level_id: levels.person,
    state,
    name,
    organization,
    form_sealed: sealForm(kit.secrets, id, form),
    id_number_index: idNumberIndexOf(kit.secrets, form['idCard']!),
    phone_index: phoneIndexOf(kit.secrets, applicant.phone),
    warnings,
    submitted_at: at(daysAgo),
    reason,
    field_reasons: fieldReasons,
    ...(isDecided && { decided_by: reviewerId, decided_at: at(daysAgo - 2, 15) }),
  })
  const { version } = consentTexts.memberData
  await insertConsent(tx, {
    account_id: accountId,
    purpose: 'memberData',
    version,
    text_hash: hashConsentText(consentTexts.memberData),
  })
  await insertApplicationStep(tx, { applicationId: id, step: 'submitted', actorId: accountId })
  if (state === 'returned' || state === 'rejected')
    await insertApplicationStep(tx, { applicationId: id, step: state, actorId: reviewerId, reason })
  if (state === 'approved' || state === 'joined')
    await insertApplicationStep(tx, { applicationId: id, step: 'approved', actorId: reviewerId })
  if (state === 'joined') await insertApplicationStep(tx, { applicationId: id, step: 'joined', actorId: accountId })
  await tx`
    update member_application_step set at = ${at(daysAgo)} + (id - (select min(id) from member_application_step
      where application_id = ${id})) * interval '1 day' where application_id = ${id}`
  return { id, form }
}

type SeedMember = {
  kind?: 'individual' | 'unit'
  levelId: number
  accountId?: number | null
  applicationId?: number | null
  name: string
  organization: string
  gender?: '男' | '女' | null
  idNumber?: string | null
  phone: string
  /** Days from today to the end of the term; negative when it has ended. */
  endsIn: number
  /** Number of terms so far. */
  terms?: number
  cents: number
  introduction?: string | null
}

async function seedMember({ kit, tx, today }: Seeding, member: SeedMember): Promise<void> {
  const { kind = 'individual', terms = 1, introduction = null, idNumber = null, accountId = null } = member
  const until = addDays(today, member.endsIn)
  const from = addDays(addMonths(until, -12), 1)
  const joinDate = addMonths(from, -12 * (terms - 1))
  const state: MemberState = memberStateOn(until, today, graceDays)
  const [fee] = await tx<{ id: number }[]>`
    select id from member_fee where level_id = ${member.levelId} order by effective_from limit 1`
  const id = await reserveId(tx, 'member')
  await insertMember(tx, {
    id,
    number: await selectNextMemberNumber(tx, kind, joinDate),
    kind,
    level_id: member.levelId,
    account_id: accountId,
    application_id: member.applicationId ?? null,
    name: member.name,
    organization: member.organization,
    gender: member.gender ?? null,
    state,
    ...(state === 'left' && { left_on: addDays(until, 366), left_reason: '连续一年未缴纳会费，按章程视为自动退会' }),
    joined_on: joinDate,
    term_from: from,
    term_until: until,
    id_number_index: idNumber ? idNumberIndexOf(kit.secrets, idNumber) : null,
    ...sealMemberContact(kit.secrets, id, { idNumber: idNumber ?? undefined, phone: member.phone }),
    in_directory: introduction !== null && state !== 'left',
    introduction: introduction ?? '',
  })
  for (let i = 0; i < terms; i++) {
    const start = addMonths(joinDate, 12 * i)
    await insertTerm(tx, {
      member_id: id,
      fee_id: fee!.id,
      order_no: null,
      cents: member.cents,
      starts_on: start,
      ends_on: lastDayOfTerm(start, 12),
    })
  }
  await renewMemberCertificate(tx, id)
  if (accountId === null) return
  // reminders as the daily job would have sent them, each in the morning of its day
  const { reminderDays } = await readMembershipSettings(tx)
  for (const days of reminderDays.toSorted((a, b) => b - a)) {
    const day = addDays(until, -days)
    if (day < today && (await insertReminder(tx, { member_id: id, term_until: until, days })))
      await tx`
        update member_reminder set created_at = ${new Date(`${day}T09:00:00+08:00`)}
        where member_id = ${id} and days = ${days}`
  }
}

async function seedPeople(seeding: Seeding, idOf: ReadonlyMap<string, number>, reviewerId: number): Promise<void> {
  const { levels } = seeding
  for (const [i, applicant] of applicants.entries()) {
    const accountId = idOf.get(applicant.username)
    if (accountId === undefined) continue
    const { id, form } = await seedApplication(seeding, { accountId, reviewerId, applicant, running: 10 + i })
    if (applicant.state !== 'joined') continue
    await seedMember(seeding, {
      levelId: levels.person,
      accountId,
      applicationId: id,
      name: applicant.name,
      organization: applicant.organization,
      gender: applicant.gender,
      idNumber: form['idCard']!,
      phone: applicant.phone,
      endsIn: applicant.endsIn ?? 200,
      terms: applicant.terms ?? 1,
      cents: duesCents.person,
      introduction: applicant.introduction ?? null,
    })
  }
  for (const [i, person] of colleagues.entries())
    await seedMember(seeding, {
      levelId: levels.person,
      name: person.name,
      organization: person.organization,
      gender: person.gender,
      idNumber: createIdNumber(
        `${1962 + ((i * 7) % 36)}-0${1 + (i % 9)}-1${i % 10}`,
        200 + i * 2 + (person.gender === '男' ? 1 : 0),
      ),
      phone: `${13_700_001_000 + i * 37}`,
      // spreads the ends of terms over the year, with a few in the past
      endsIn: ((i * 67) % 430) - 80,
      terms: 1 + (i % 4),
      cents: duesCents.person,
      introduction: person.introduction ?? null,
    })
  for (const [i, unit] of units.entries())
    await seedMember(seeding, {
      kind: 'unit',
      levelId: unit.isCouncil ? levels.council : levels.unit,
      name: unit.name,
      organization: unit.representative,
      phone: `${13_700_009_000 + i}`,
      endsIn: 40 + i * 61,
      terms: 1 + (i % 3),
      cents: unit.isCouncil ? duesCents.council : duesCents.unit,
      introduction: unit.introduction,
    })
}

/** @param todayMs midnight in China of the day of seeding */
export async function seedMembers(
  kit: Kit,
  tx: Tx,
  { todayMs, idOf, reviewerId }: { todayMs: number; idOf: ReadonlyMap<string, number>; reviewerId: number },
): Promise<void> {
  const levels: Levels = {
    person: await createLevel(tx, {
      title: '个人会员',
      cents: duesCents.person,
      description: '心理卫生及相关专业的从业者、研究者与学生',
      position: 1,
    }),
    unit: await createLevel(tx, {
      title: '单位会员',
      kind: 'unit',
      seats: 5,
      cents: duesCents.unit,
      description: '含会员代表在内5个席位',
      position: 2,
    }),
    council: await createLevel(tx, {
      title: '理事单位',
      kind: 'unit',
      seats: 12,
      cents: duesCents.council,
      description: '含会员代表在内12个席位，由理事会通过',
      position: 3,
    }),
  }
  const at = (daysAgo: number, hour = 10) =>
    new Date(Math.min(todayMs - daysAgo * dayMs + hour * hourMs, Date.now() - 60_000))
  await seedPeople({ kit, tx, today: chinaDay(new Date(todayMs)), at, levels }, idOf, reviewerId)
}
