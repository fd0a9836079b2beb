// Reviewing applications: the list with its deadlines, one masked application, data revealed with a reason, and notes.
import { fail } from '@xinqiao/contract/errors.ts'
import type { StaffApplication, StaffApplicationRow } from '@xinqiao/contract/http/membership/applications.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { viewerOf, type Ctx, type Kit, type Viewer, type AuditedCtx } from '../../../kit/ctx.ts'
import { reserveId, type Db } from '../../../kit/db/db.ts'
import { maskEmail, maskIdNumber, maskPhone } from '../../../kit/text/masks.ts'
import { findPrivateFile, linkToPrivateFile } from '../../../kit/files/private-files.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { chinaDay, daysBetween, formatTime } from '../../../kit/time.ts'
import { hasConsent } from '../../consents/consents.ts'
import * as store from '../records/application-store.ts'
import { selectReviewerBranch } from '../records/branch-store.ts'
import { openForm, type FormFields } from '../records/sealed-form.ts'
import { readMembershipSettings } from '../rules/settings.ts'

function presentApplicationRow(kit: Kit, row: store.StaffApplicationListRow, reviewDays: number): StaffApplicationRow {
  const waits = row.state === 'submitted' && row.submitted_at
  const waitingDays = waits ? daysBetween(chinaDay(waits), chinaDay()) : null
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    stage: row.stage,
    branch: row.branch ?? '',
    name: row.name,
    organization: row.organization,
    phone: maskPhone(openForm(kit.secrets, row)['mobilePhone'] ?? ''),
    submitTime: row.submitted_at && formatTime(row.submitted_at),
    waitingDays,
    isLate: waitingDays !== null && waitingDays > reviewDays,
    warnings: row.warnings,
  }
}

export async function listApplications(ctx: Ctx, query: store.ApplicationQuery) {
  const { kit } = ctx
  const reviewerBranch = await selectReviewerBranch(kit.sql, viewerOf(ctx).id)
  const [{ rows, total, waiting }, { reviewDays }] = await Promise.all([
    store.selectApplicationsForStaff(kit.sql, {
      ...query,
      ...(reviewerBranch !== null && { branchId: reviewerBranch }),
    }),
    readMembershipSettings(kit.sql),
  ])
  return { content: rows.map((row) => presentApplicationRow(kit, row, reviewDays)), totalElements: total, waiting }
}

const fieldMasks: Record<string, (value: string) => string> = {
  idCard: maskIdNumber,
  mobilePhone: maskPhone,
  officePhone: maskIdNumber,
  email: maskEmail,
  address: (address) => `${address.slice(0, 6)}****`,
  qqOrWechat: maskIdNumber,
}

const maskForm = (form: FormFields): FormFields =>
  Object.fromEntries(Object.entries(form).map(([name, value]) => [name, fieldMasks[name]?.(value) ?? value]))

type DecidableApplication = Pick<store.ApplicationRow, 'state' | 'stage' | 'branch_id' | 'branch_by' | 'account_id'>

/**
 * The applicant's branch reviews first, then the secretariat, and never the same person twice.
 * @param branchId the viewer's branch; null for the secretariat
 */
export function canDecideApplication(row: DecidableApplication, viewer: Viewer, branchId: number | null): boolean {
  if (row.state !== 'submitted' || row.account_id === viewer.id) return false
  if (row.stage === 'branch') return row.branch_id === branchId
  if (branchId !== null) return false
  return row.branch_by === null
    ? viewer.roleId === roles.administrator || viewer.roleId === roles.service
    : viewer.roleId === roles.administrator && row.branch_by !== viewer.id
}

/** Reviewers of a branch see only applications to that branch. */
async function requireApplication(
  db: Db,
  id: number,
  viewer: Viewer,
): Promise<store.ApplicationDetailRow & { viewerBranch: number | null }> {
  const [row, viewerBranch] = await Promise.all([
    store.selectApplicationForStaff(db, id),
    selectReviewerBranch(db, viewer.id),
  ])
  if (!row || (viewerBranch !== null && row.branch_id !== viewerBranch)) throw fail('notFound')
  return { ...row, viewerBranch }
}

export async function getApplication(ctx: Ctx, id: number): Promise<StaffApplication> {
  const { kit } = ctx
  const viewer = viewerOf(ctx)
  const row = await requireApplication(kit.sql, id, viewer)
  const [steps, notes, earlier, file, isAgreed, { reviewDays }] = await Promise.all([
    store.selectApplicationSteps(kit.sql, id),
    store.selectApplicationNotes(kit.sql, id),
    store.selectEarlierApplications(kit.sql, row.account_id, id),
    row.resume_key ? findPrivateFile(kit.sql, row.resume_key) : null,
    hasConsent(kit.sql, row.account_id, 'memberData'),
    readMembershipSettings(kit.sql),
  ])
  const summary = presentApplicationRow(kit, row, reviewDays)
  return {
    ...summary,
    warnings: isAgreed ? summary.warnings : [...summary.warnings, 'noConsent'],
    username: row.username,
    levelTitle: row.level_title ?? '',
    form: maskForm(openForm(kit.secrets, row)),
    resume: file && { name: file.name, bytes: file.bytes },
    reason: row.reason,
    fieldReasons: row.field_reasons,
    version: row.version,
    steps: steps.map(({ step, at, actor, reason }) => ({ step, time: formatTime(at), actor, reason })),
    notes: notes.map((note) => ({
      id: note.id,
      author: note.author,
      time: formatTime(note.created_at),
      text: kit.secrets.open(note.text_sealed, sealBindings.applicationNote(note.id)),
    })),
    earlier: earlier.map((application) => ({
      id: application.id,
      state: application.state,
      submitTime: application.submitted_at && formatTime(application.submitted_at),
    })),
    mayDecide: canDecideApplication(row, viewer, row.viewerBranch),
    mayMove: row.state === 'submitted' && row.stage === 'branch' && viewer.roleId === roles.administrator,
  }
}

/** The unmasked form. The audit entry is written before the form is returned. */
export const revealApplication = async ({ tx, viewer, kit }: AuditedCtx, id: number): Promise<FormFields> => {
  const row = await requireApplication(tx, id, viewer)
  return openForm(kit.secrets, row)
}

export const openResumeLink = async ({ tx, viewer, kit }: AuditedCtx, id: number): Promise<{ url: string }> => {
  const row = await requireApplication(tx, id, viewer)
  const file = row.resume_key ? await findPrivateFile(tx, row.resume_key) : null
  if (!file) throw fail('notFound', '该申请没有上传简历')
  return { url: linkToPrivateFile(kit, file, viewer) }
}

export const addApplicationNote = async ({ tx, viewer, kit }: AuditedCtx, id: number, text: string): Promise<void> => {
  await requireApplication(tx, id, viewer)
  const noteId = await reserveId(tx, 'member_note')
  const sealed = kit.secrets.seal(text, sealBindings.applicationNote(noteId))
  await store.insertApplicationNote(tx, {
    id: noteId,
    application_id: id,
    author_id: viewer.id,
    text_sealed: sealed,
  })
}
