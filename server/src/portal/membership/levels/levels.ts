// Levels and fees. A fee never changes; a resolution adds a new fee with its first day.
import { fail, failField, orNotFound } from '@xinqiao/contract/errors.ts'
import type { MemberLevel } from '@xinqiao/contract/http/membership/own.ts'
import type { MembershipSettings, StaffLevel } from '@xinqiao/contract/http/membership/levels.ts'
import type { MemberKind } from '@xinqiao/contract/membership.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import { viewerOf, type Ctx, type Kit, type TransactionScope, type AuditedCtx } from '../../../kit/ctx.ts'
import { findPrivateFile, storePrivateFile, type PrivateFile } from '../../../kit/files/private-files.ts'
import { chinaDay } from '../../../kit/time.ts'
import * as store from '../records/level-store.ts'

/** Public address of a resolution: the id of the fee, then the file name. */
export const decisionPath = '/files/decision/'

/** Resolutions are public, so their address needs no signature. */
const presentDecisionFile = ({ id, file_name: name }: store.ListedFeeRow) =>
  name === null ? null : { url: `${decisionPath}${id}/${encodeURIComponent(name)}`, name }

const presentFee = (fee: store.ListedFeeRow) => ({
  cents: fee.cents,
  termMonths: fee.term_months,
  effectiveFrom: fee.effective_from,
  decision: fee.decision,
  decidedOn: fee.decided_on,
  file: presentDecisionFile(fee),
})

const presentLevel = (level: store.LevelRow, fees: readonly store.ListedFeeRow[], today: string): MemberLevel => {
  const feesOfLevel = fees.filter((fee) => fee.level_id === level.id)
  const fee = feesOfLevel.find((row) => row.effective_from <= today)
  // fees in order, the newest first
  const coming = feesOfLevel.findLast((row) => row.effective_from > today)
  const { id, kind, title, description, seats } = level
  return {
    id,
    kind,
    title,
    description,
    seats,
    fee: fee ? presentFee(fee) : null,
    coming: coming ? presentFee(coming) : null,
  }
}

export async function listLevels(kit: Kit): Promise<MemberLevel[]> {
  const [levels, fees] = await Promise.all([store.selectLevels(kit.sql), store.selectFees(kit.sql)])
  return levels.filter((level) => level.enabled).map((level) => presentLevel(level, fees, chinaDay()))
}

export async function listLevelsForStaff(kit: Kit): Promise<StaffLevel[]> {
  const [levels, fees, counts] = await Promise.all([
    store.selectLevels(kit.sql),
    store.selectFees(kit.sql),
    store.countByLevel(kit.sql),
  ])
  return levels.map((level) => ({
    ...presentLevel(level, fees, chinaDay()),
    enabled: level.enabled,
    position: level.position,
    members: counts.find((count) => count.level_id === level.id)?.members ?? 0,
    fees: fees.filter((fee) => fee.level_id === level.id).map((fee) => ({ id: fee.id, ...presentFee(fee) })),
  }))
}

/** The file of a fee's resolution, or null. */
export async function findDecisionFile(kit: Kit, feeId: number): Promise<PrivateFile | null> {
  const fee = await store.selectFeeById(kit.sql, feeId)
  return fee?.decision_file ? findPrivateFile(kit.sql, fee.decision_file) : null
}

const failTitleTaken = () => failField('title', '已有同名的会员类别')

export const addLevel = async ({ tx }: TransactionScope, values: store.LevelValues & { kind: MemberKind }) => {
  const id = await store.insertLevel(tx, values)
  if (id === null) throw failTitleTaken()
  return { id }
}

export const changeLevel = async ({ tx }: TransactionScope, id: number, values: store.LevelValues): Promise<void> => {
  if (await store.isLevelTitleTaken(tx, values.title, id)) throw failTitleTaken()
  if (!(await store.updateLevel(tx, id, values))) throw fail('notFound')
}

type FeeInput = {
  levelId: number
  cents: number
  termMonths: number
  effectiveFrom: string
  decision: string
  decidedOn: string
  fileKey?: string | undefined
}

const decisionPurpose = 'feeDecision'

/** @throws Failure notFound, invalid */
export async function addFee({ tx, viewer }: AuditedCtx, fee: FeeInput): Promise<void> {
  const { id: actorId } = viewer
  // 民发〔2014〕166号: the assembly must decide first, so a fee never begins in the past
  if (fee.effectiveFrom < chinaDay()) throw failField('effectiveFrom', '生效日期不能早于今天')
  if (fee.decidedOn > fee.effectiveFrom) throw failField('decidedOn', '决议日期不能晚于生效日期')
  const file = fee.fileKey ? await findPrivateFile(tx, fee.fileKey) : null
  if (fee.fileKey && file?.purpose !== decisionPurpose) throw failField('fileKey', '决议文件无效，请重新上传')
  const level = orNotFound(await store.selectLevel(tx, fee.levelId))
  const id = await store.insertFee(tx, {
    level_id: fee.levelId,
    cents: fee.cents,
    term_months: fee.termMonths,
    effective_from: fee.effectiveFrom,
    decision: fee.decision,
    decided_on: fee.decidedOn,
    decision_file: file?.key ?? null,
    created_by: actorId,
  })
  if (id === null) throw failField('effectiveFrom', '这一天已有生效的会费标准')
  await recordAudit(tx, {
    actorId,
    action: 'feeDecided',
    subject: `memberFee ${id}`,
    reason: fee.decision,
    detail: { level: level.title, cents: fee.cents, termMonths: fee.termMonths, effectiveFrom: fee.effectiveFrom },
  })
}

export async function storeDecisionFile(ctx: Ctx): Promise<{ key: string; name: string }> {
  const { kit, file } = ctx
  if (!file || file.size === 0) throw fail('fileMissing')
  const storedFile = await storePrivateFile(kit, file, {
    ownerId: viewerOf(ctx).id,
    purpose: decisionPurpose,
    readers: ['administrator', 'finance'],
    kinds: ['pdf', 'jpg', 'png'],
    wrongKind: '决议文件只能是PDF、JPG或PNG格式',
  })
  return { key: storedFile.key, name: storedFile.name }
}

export const changeMembershipSettings = async (
  { tx }: AuditedCtx,
  settings: MembershipSettings,
): Promise<MembershipSettings> => {
  const sorted = { ...settings, reminderDays: [...new Set(settings.reminderDays)].sort((a, b) => b - a) }
  await store.upsertMembershipSettings(tx, sorted)
  return sorted
}
