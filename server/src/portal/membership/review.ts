// Reviewing applications: the list with its clock, one application masked, opening it with a reason, notes, decisions.
import { fail, Failure } from '@xinqiao/contract/errors.ts'
import type { StaffApplication, StaffApplicationRow } from '@xinqiao/contract/http/staff-applications.ts'
import { applicationSteps, decisions, type Decision } from '@xinqiao/contract/membership.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { recordAudit } from '../../kit/audit.ts'
import { viewerOf, type Ctx, type Kit, type Viewer } from '../../kit/ctx.ts'
import { transaction, type Db, type Tx } from '../../kit/db.ts'
import { maskEmail, maskIdNumber, maskPhone } from '../../kit/masks.ts'
import { findPrivate, linkFor } from '../../kit/private-files.ts'
import { chinaDay, daysBetween, formatTime } from '../../kit/time.ts'
import { hasConsent } from '../consents/consents.ts'
import { notifyUsers } from '../notify/notify.ts'
import * as store from './application-store.ts'
import { openForm, type Form } from './form.ts'
import { readSettings } from './settings.ts'

const subjectOf = (id: number) => `memberApplication ${id}` as const

function presentRow(kit: Kit, row: store.StaffRow, reviewDays: number): StaffApplicationRow {
  const waits = row.state === 'submitted' && row.submitted_at
  const waitingDays = waits ? daysBetween(chinaDay(waits), chinaDay()) : null
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    stage: row.stage,
    name: row.name,
    organization: row.organization,
    phone: maskPhone(openForm(kit.secrets, row.form_sealed)['mobilePhone'] ?? ''),
    submitTime: row.submitted_at && formatTime(row.submitted_at),
    waitingDays,
    isLate: waitingDays !== null && waitingDays > reviewDays,
    warnings: row.warnings,
  }
}

export async function listApplications(kit: Kit, query: store.StaffQuery) {
  const [{ rows, total, waiting }, { reviewDays }] = await Promise.all([
    store.listForStaff(kit.sql, query),
    readSettings(kit.sql),
  ])
  return { content: rows.map((row) => presentRow(kit, row, reviewDays)), totalElements: total, waiting }
}

const masks: Record<string, (value: string) => string> = {
  idCard: maskIdNumber,
  mobilePhone: maskPhone,
  officePhone: maskIdNumber,
  email: maskEmail,
  address: (address) => `${address.slice(0, 6)}****`,
  qqOrWechat: maskIdNumber,
}

const maskForm = (form: Form): Form =>
  Object.fromEntries(Object.entries(form).map(([name, value]) => [name, masks[name]?.(value) ?? value]))

/** A branch looks at it first, somebody of the secretariat after: never the same person twice. */
function mayDecide(row: Pick<store.ApplicationRow, 'state' | 'stage' | 'branch_by' | 'account_id'>, viewer: Viewer) {
  if (row.state !== 'submitted' || row.account_id === viewer.id) return false
  if (row.stage === 'branch') return true
  return row.branch_by === null
    ? viewer.roleId === roles.administrator || viewer.roleId === roles.service
    : viewer.roleId === roles.administrator && row.branch_by !== viewer.id
}

async function findOrFail(db: Db, id: number): Promise<store.StaffDetail> {
  const row = await store.findForStaff(db, id)
  if (!row) throw fail('notFound')
  return row
}

export async function getApplication(ctx: Ctx, id: number): Promise<StaffApplication> {
  const { kit } = ctx
  const row = await findOrFail(kit.sql, id)
  const [steps, notes, earlier, file, isAgreed, { reviewDays }] = await Promise.all([
    store.listSteps(kit.sql, id),
    store.listNotes(kit.sql, id),
    store.listEarlier(kit.sql, row.account_id, id),
    row.resume_key ? findPrivate(kit.sql, row.resume_key) : null,
    hasConsent(kit.sql, row.account_id, 'memberData'),
    readSettings(kit.sql),
  ])
  const shown = presentRow(kit, row, reviewDays)
  return {
    ...shown,
    warnings: isAgreed ? shown.warnings : [...shown.warnings, 'noConsent'],
    username: row.username,
    levelTitle: row.level_title ?? '',
    form: maskForm(openForm(kit.secrets, row.form_sealed)),
    resume: file && { name: file.name, bytes: file.bytes },
    reason: row.reason,
    fieldReasons: row.field_reasons,
    version: row.version,
    steps: steps.map(({ step, at, actor, reason }) => ({ step, time: formatTime(at), actor, reason })),
    notes: notes.map((note) => ({
      id: note.id,
      author: note.author,
      time: formatTime(note.created_at),
      text: kit.secrets.open(note.text_sealed),
    })),
    earlier: earlier.map((one) => ({
      id: one.id,
      state: one.state,
      submitTime: one.submitted_at && formatTime(one.submitted_at),
    })),
    mayDecide: mayDecide(row, viewerOf(ctx)),
  }
}

/** The whole form. Who looks, and why, stands in the audit log before it is shown. */
export const revealApplication = (ctx: Ctx, id: number, reason: string): Promise<Form> =>
  transaction(ctx.kit.sql, async (tx) => {
    const row = await findOrFail(tx, id)
    await recordAudit(tx, { actorId: viewerOf(ctx).id, action: 'applicationRevealed', subject: subjectOf(id), reason })
    return openForm(ctx.kit.secrets, row.form_sealed)
  })

export const openResume = (ctx: Ctx, id: number, reason: string): Promise<{ url: string }> =>
  transaction(ctx.kit.sql, async (tx) => {
    const row = await findOrFail(tx, id)
    const file = row.resume_key ? await findPrivate(tx, row.resume_key) : null
    if (!file) throw fail('notFound', '该申请没有上传简历')
    await recordAudit(tx, { actorId: viewerOf(ctx).id, action: 'resumeOpened', subject: subjectOf(id), reason })
    return { url: linkFor(ctx.kit, file, viewerOf(ctx)) }
  })

export async function addNote(ctx: Ctx, id: number, text: string): Promise<void> {
  await findOrFail(ctx.kit.sql, id)
  await store.insertNote(ctx.kit.sql, id, viewerOf(ctx).id, ctx.kit.secrets.seal(text))
}

// ---- decisions

type Item = { id: number; version: number }
type Verdict = { decision: Decision; reason: string; fieldReasons: Record<string, string> }

const told: Record<Decision, string> = {
  approve: '您的入会申请已通过审核，请缴纳会费完成入会',
  return: '您的入会申请需要补充或更正，请修改后重新提交',
  reject: '您的入会申请未通过审核，详情请查看“我的会籍”',
}

async function decideOne(ctx: Ctx, tx: Tx, after: (event: () => void) => void, item: Item, verdict: Verdict) {
  const viewer = viewerOf(ctx)
  const { decision, reason, fieldReasons } = verdict
  const row = await store.lockById(tx, item.id)
  if (!row || row.state === 'draft') throw fail('notFound')
  if (row.version !== item.version) throw fail('changedMeanwhile', '申请已有变化，请刷新后重试')
  if (row.state !== 'submitted') throw fail('wrongState')
  if (!mayDecide(row, viewer)) throw fail('forbidden', '该申请须由秘书处的另一位工作人员审核')
  if (decision === 'approve' && !(await hasConsent(tx, row.account_id, 'memberData')))
    throw fail('wrongState', '申请人尚未单独同意处理敏感个人信息，请提醒其在“我的会籍”中补充')
  const audit = () =>
    recordAudit(tx, {
      actorId: viewer.id,
      action: 'applicationDecided',
      subject: subjectOf(row.id),
      reason: reason || Object.values(fieldReasons).join('；') || decisions[decision],
      detail: { decision, stage: row.stage },
    })
  if (decision === 'approve' && row.stage === 'branch') {
    await store.updateApplication(tx, row.id, { stage: 'secretariat', branch_by: viewer.id })
    await store.insertStep(tx, row.id, 'branchPassed', viewer.id, reason)
    await audit()
    return
  }
  const state = ({ approve: 'approved', return: 'returned', reject: 'rejected' } as const)[decision]
  await store.updateApplication(tx, row.id, {
    state,
    decided_by: viewer.id,
    decided_at: new Date(),
    reason,
    field_reasons: decision === 'return' ? fieldReasons : {},
  })
  await store.insertStep(tx, row.id, state satisfies keyof typeof applicationSteps, viewer.id, reason)
  await audit()
  await notifyUsers(
    { kit: ctx.kit, tx, after },
    {
      kind: 'membership',
      userIds: [row.account_id],
      title: told[decision],
      link: decision === 'return' ? withQuery(routes.member, { apply: 1 }) : routes.myMembership,
    },
  )
}

/** Each by itself: one that has changed meanwhile does not keep the others back, and is reported. */
export async function decide(ctx: Ctx, items: readonly Item[], verdict: Verdict) {
  const failed: { id: number; sentence: string }[] = []
  let done = 0
  for (const item of items) {
    try {
      await transaction(ctx.kit.sql, (tx, after) => decideOne(ctx, tx, after, item, verdict))
      done += 1
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      failed.push({ id: item.id, sentence: error.message })
    }
  }
  return { done, failed }
}
