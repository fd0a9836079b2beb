// Applying for membership: draft, resume, submission, withdrawal. A person can have one open application.
import { checkForm, listWarningMessages, youngestAge } from '@xinqiao/contract/application-checks.ts'
import { fail, failField } from '@xinqiao/contract/errors.ts'
import type { IndividualForm, Resume, UnitForm } from '@xinqiao/contract/http/membership/membership.ts'
import type { MembershipSettings } from '@xinqiao/contract/http/membership/levels.ts'
import {
  applicationMessages,
  resumeMessages,
  type ApplicationWarning,
  type MemberKind,
} from '@xinqiao/contract/membership.ts'
import { daySeconds } from '@xinqiao/contract/time.ts'
import { viewerOf, type Ctx, type KitInTransaction } from '../../../kit/ctx.ts'
import type { UploadedFile } from '../../../kit/files/uploads.ts'
import { reserveId, transaction, type Db, type Tx } from '../../../kit/db/db.ts'
import { findPrivateFile, linkToPrivateFile, storePrivateFile } from '../../../kit/files/private-files.ts'
import { readLinkKey } from '../../../kit/auth/signed-links.ts'
import { recordSecurityEvent } from '../../../kit/audit/security-events.ts'
import { countHits, limitHits } from '../../../kit/auth/throttle.ts'
import { chinaDay } from '../../../kit/time.ts'
import { giveConsent, hasConsent } from '../../consents/consents.ts'
import {
  formNamesOf,
  idNumberIndexOf,
  openForm,
  phoneIndexOf,
  sealForm,
  toFormFields,
  type FormFields,
} from '../records/sealed-form.ts'
import * as store from '../records/application-store.ts'
import { chooseBranch } from '../branches/branches.ts'
import { requireOpenLevel } from '../rules/change-level.ts'
import { selectFirstLevel } from '../records/level-store.ts'
import { selectLiveMember } from '../records/member-store.ts'
import { readMembershipSettings } from '../rules/settings.ts'

const resumePurpose = 'resume'
const maxUploadsPerDay = 20

/**
 * Limits the uploads of a day; checked before the file is received.
 * @throws Failure tooManyRequests
 */
export async function checkCvUploadLimit(ctx: Ctx): Promise<void> {
  if ((await countHits(ctx.kit.sql, `resume:${viewerOf(ctx).id}`, daySeconds)) >= maxUploadsPerDay)
    throw fail('tooManyRequests')
}

/** @throws Failure fileMissing, wrongFileKind, fileInfected, tooManyRequests */
export async function storeResume(ctx: Ctx): Promise<Resume> {
  const { kit, file } = ctx
  const viewer = viewerOf(ctx)
  if (!file || file.size === 0) throw fail('fileMissing')
  await limitHits(kit.sql, `resume:${viewer.id}`, maxUploadsPerDay, daySeconds)
  const storedFile = await saveResume(ctx, file)
  return { url: linkToPrivateFile(kit, storedFile, viewer), name: storedFile.name, bytes: storedFile.bytes }
}

async function saveResume(ctx: Ctx, file: UploadedFile) {
  try {
    return await storePrivateFile(ctx.kit, file, {
      ownerId: viewerOf(ctx).id,
      purpose: resumePurpose,
      readers: ['administrator', 'service'],
      kinds: ['pdf', 'doc', 'docx'],
      wrongKind: resumeMessages.kind,
    })
  } catch (error) {
    // recorded, because it may be an attempt to smuggle a file in
    await recordSecurityEvent(ctx, 'fileRefused', viewerOf(ctx).id, { bytes: file.size })
    throw error
  }
}

/** The key of the applicant's resume. A forged address is refused and recorded. */
async function requireOwnResumeKey(ctx: Ctx, url: string | undefined): Promise<string | null> {
  if (!url) return null
  const key = readLinkKey(url)
  const file = key ? await findPrivateFile(ctx.kit.sql, key) : null
  if (file?.owner_id === viewerOf(ctx).id && file.purpose === resumePurpose) return file.key
  await recordSecurityEvent(ctx, 'foreignId', viewerOf(ctx).id, { call: 'memberApplication', field: 'resumeUrl' })
  throw failField('resumeUrl', '简历文件无效，请重新上传')
}

type SubmittedForm = { kind: MemberKind; form: FormFields }

async function checkApplicationForm(
  kit: KitInTransaction,
  tx: Tx,
  settings: MembershipSettings,
  accountId: number,
  { kind, form }: SubmittedForm,
) {
  const numberField = kind === 'unit' ? 'creditCode' : 'idCard'
  const { number } = formNamesOf(kind, form)
  const formCheck = checkForm(kind, form, chinaDay())
  if (formCheck.isTooYoung)
    throw failField(numberField, `未满${youngestAge}周岁暂不能在线申请，请由监护人联系协会秘书处`)
  const isRefused =
    (settings.refuseWrongNumber && formCheck.isNumberWrong) ||
    (!settings.acceptOldNumber && formCheck.warnings.includes('oldNumber'))
  if (isRefused)
    throw failField(
      numberField,
      kind === 'unit' ? applicationMessages.creditCodeWrong : applicationMessages.idCardWrong,
    )
  const numberDigest = idNumberIndexOf(kit.secrets, number)
  const phoneDigest = phoneIndexOf(kit.secrets, form['mobilePhone'] ?? '')
  const duplicates = await store.selectDuplicateMembers(tx, accountId, numberDigest, phoneDigest)
  const warnings: ApplicationWarning[] = [...formCheck.warnings]
  if (duplicates.number) warnings.push('numberInUse')
  if (duplicates.phone) warnings.push('phoneInUse')
  return { warnings, numberDigest, phoneDigest }
}

async function checkLevelId(db: Db, kind: MemberKind, levelId: number | undefined): Promise<number | null> {
  if (levelId === undefined) return (await selectFirstLevel(db, kind, chinaDay()))?.id ?? null
  return (await requireOpenLevel(db, kind, levelId)).id
}

type ApplicationInput = (IndividualForm | UnitForm) & {
  consentVersion?: string | undefined
  consentHash?: string | undefined
  userId?: number | undefined
  levelId?: number | undefined
  branchId?: number | undefined
}

/**
 * @returns probable mistakes, which the applicant should check
 * @throws Failure invalid, alreadyApplied, changedMeanwhile
 */
export async function submitApplication(ctx: Ctx, kind: MemberKind, input: ApplicationInput) {
  const { kit } = ctx
  const accountId = viewerOf(ctx).id
  const { consentVersion, consentHash, userId: _own, levelId, branchId, ...values } = input
  const resumeKey = await requireOwnResumeKey(ctx, values.resumeUrl)
  const { resumeUrl: _address, ...form } = toFormFields(values)
  return transaction(kit.sql, async (tx) => {
    await store.lockApplicantAccount(tx, accountId)
    const activeApplication = await store.lockActiveApplication(tx, accountId)
    if (activeApplication?.state === 'submitted' || activeApplication?.state === 'approved')
      throw fail('alreadyApplied')
    if (await selectLiveMember(tx, accountId)) throw fail('alreadyApplied', '您已经是会员，无需再次申请')
    if (consentHash)
      await giveConsent(tx, accountId, 'memberData', { version: consentVersion ?? '', hash: consentHash })
    const settings = await readMembershipSettings(tx)
    const { warnings, numberDigest, phoneDigest } = await checkApplicationForm(kit, tx, settings, accountId, {
      kind,
      form,
    })
    const { name, organization } = formNamesOf(kind, form)
    const id = activeApplication?.id ?? (await reserveId(tx, 'member_application'))
    const applicationRow = {
      kind,
      level_id: await checkLevelId(tx, kind, levelId),
      branch_id: await chooseBranch(tx, settings, branchId),
      state: 'submitted' as const,
      stage: settings.twoStages ? ('branch' as const) : ('secretariat' as const),
      name,
      organization,
      form_sealed: sealForm(kit.secrets, id, form),
      id_number_index: numberDigest,
      phone_index: phoneDigest,
      resume_key: resumeKey,
      warnings,
      submitted_at: new Date(),
      branch_by: null,
      decided_by: null,
      decided_at: null,
      reason: '',
      field_reasons: {},
    }
    if (activeApplication) await store.updateApplication(tx, id, applicationRow)
    else await store.insertApplication(tx, accountId, { id, ...applicationRow })
    await store.insertApplicationStep(tx, { applicationId: id, step: 'submitted', actorId: accountId })
    return { doubts: listWarningMessages(warnings) }
  })
}

/** Saves a draft. It may contain errors, which are reported on submission. */
export async function saveDraft(ctx: Ctx, kind: MemberKind, form: FormFields): Promise<void> {
  const { kit } = ctx
  const accountId = viewerOf(ctx).id
  const { resumeUrl, ...rest } = form
  // omits a resume that does not belong to the applicant
  const key = resumeUrl ? readLinkKey(resumeUrl) : null
  const file = key ? await findPrivateFile(kit.sql, key) : null
  const isOwn = file?.owner_id === accountId && file.purpose === resumePurpose
  await transaction(kit.sql, async (tx) => {
    await store.lockApplicantAccount(tx, accountId)
    const activeApplication = await store.lockActiveApplication(tx, accountId)
    if (
      activeApplication?.state === 'submitted' ||
      activeApplication?.state === 'approved' ||
      (await selectLiveMember(tx, accountId))
    )
      throw fail('alreadyApplied')
    const { name, organization } = formNamesOf(kind, rest)
    const id = activeApplication?.id ?? (await reserveId(tx, 'member_application'))
    const values = {
      kind,
      name: name.slice(0, 100),
      organization: organization.slice(0, 100),
      form_sealed: sealForm(kit.secrets, id, rest),
      resume_key: isOwn ? file.key : null,
    }
    if (activeApplication) await store.updateApplication(tx, id, values)
    else await store.insertApplication(tx, accountId, { id, ...values, state: 'draft' })
  })
}

/** @throws Failure notFound */
export async function withdrawApplication(ctx: Ctx): Promise<void> {
  const accountId = viewerOf(ctx).id
  await transaction(ctx.kit.sql, async (tx) => {
    const activeApplication = await store.lockActiveApplication(tx, accountId)
    if (!activeApplication || activeApplication.state === 'draft') throw fail('notFound', '没有可以撤回的申请')
    await store.updateApplication(tx, activeApplication.id, { state: 'withdrawn' })
    await store.insertApplicationStep(tx, {
      applicationId: activeApplication.id,
      step: 'withdrawn',
      actorId: accountId,
    })
  })
}

/** Records the separate consent for an application whose client did not ask for it. */
export async function recordMissingConsent(ctx: Ctx, read: { version: string; hash: string }): Promise<void> {
  const accountId = viewerOf(ctx).id
  await transaction(ctx.kit.sql, async (tx) => {
    if (!(await store.lockActiveApplication(tx, accountId))) throw fail('notFound', '没有待补充同意的申请')
    await giveConsent(tx, accountId, 'memberData', read)
  })
}

/** Sensitive fields, for which the applicant may withdraw the consent (PIPL 15). */
const sensitiveFields = ['idCard', 'ethnicity', 'nativePlace', 'politicalStatus']

/**
 * Called when the consent was withdrawn: deletes the sensitive fields, and turns a waiting application into a draft.
 */
export async function deleteSensitiveFields(kit: KitInTransaction, tx: Tx, accountId: number): Promise<string | null> {
  const newest = await store.selectNewestApplication(tx, accountId)
  if (!newest) return null
  const form = openForm(kit.secrets, newest)
  const remainingFields = Object.fromEntries(Object.entries(form).filter(([name]) => !sensitiveFields.includes(name)))
  await store.updateApplication(tx, newest.id, {
    form_sealed: sealForm(kit.secrets, newest.id, remainingFields),
    id_number_index: null,
    resume_key: null,
    ...(newest.state === 'submitted' || newest.state === 'returned' ? { state: 'draft' } : {}),
  })
  return newest.resume_key
}

/** portal.md 7: a result means "already applied", null means that the caller may apply. */
export async function findSubmittedApplication(db: Db, accountId: number) {
  const newest = await store.selectNewestApplication(db, accountId)
  const isUnderWay = newest?.state === 'submitted' || newest?.state === 'approved'
  if (newest && (isUnderWay || (newest.state === 'joined' && (await selectLiveMember(db, accountId)))))
    return { id: newest.id, status: newest.state }
  const member = await selectLiveMember(db, accountId)
  return member ? { id: member.id, status: 'joined' } : null
}

export const needsConsent = async (db: Db, row: store.ApplicationRow): Promise<boolean> =>
  (row.state === 'submitted' || row.state === 'returned') && !(await hasConsent(db, row.account_id, 'memberData'))
