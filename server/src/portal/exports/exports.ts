// Exports of lists: audited with person and reason, written by a job in batches, stored as a private file of that
// person, and deleted after a day.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import { exportKinds, type ExportKindName } from '@xinqiao/contract/exports.ts'
import type { ExportTask } from '@xinqiao/contract/http/exports.ts'
import { isAllowed, roleNameOf } from '@xinqiao/contract/roles.ts'
import { hourSeconds } from '@xinqiao/contract/time.ts'
import { recordAudit } from '../../kit/audit/audit.ts'
import { viewerOf, type Ctx, type Kit, type KitInTransaction, type AuditedCtx } from '../../kit/ctx.ts'
import { type Tx, type Db } from '../../kit/db/db.ts'
import type { ExportList } from '../../kit/exports/export-list.ts'
import {
  findPrivateFile,
  linkToPrivateFile,
  removePrivateFile,
  storePrivateFile,
} from '../../kit/files/private-files.ts'
import { writeSheet } from '../../kit/documents/sheets/sheets.ts'
import { fileOfBytes } from '../../kit/files/uploads.ts'
import { limitHits } from '../../kit/auth/throttle.ts'
import * as store from './store.ts'

const maxRows = 50_000
const maxBatchRows = 500
const retentionHours = 24
/** Maximum number of exports per account and hour. */
const maxPerHour = 20

async function presentTask(ctx: Ctx | AuditedCtx, db: Db, task: store.ExportTaskRow): Promise<ExportTask> {
  const file = task.state === 'done' && task.file_key ? await findPrivateFile(db, task.file_key) : null
  const { id, kind, state, is_full: isFull, done, total } = task
  return { id, kind, state, isFull, done, total, url: file ? linkToPrivateFile(ctx.kit, file, viewerOf(ctx)) : '' }
}

const recordExportAudit = (kit: KitInTransaction, tx: Tx, task: store.ExportTaskRow, event: string) =>
  recordAudit(tx, {
    actorId: task.account_id,
    action: kit.exportKinds[task.kind].action,
    subject: kit.exportKinds[task.kind].subjectOf(task.query),
    reason: [event, task.reason].filter(Boolean).join('：'),
    detail: { rows: task.total, full: task.is_full },
  })

type ExportRequest = { kind: ExportKindName; query: Record<string, string>; isFull: boolean; reason: string }

/**
 * @returns the number of rows
 * @throws Failure forbidden, invalid, tooManyRequests
 */
export async function checkExport({ kind, query, isFull }: ExportRequest, ctx: Ctx): Promise<number> {
  const { kit } = ctx
  const { id: accountId, roleId } = viewerOf(ctx)
  const { who, fullFor, open } = kit.exportKinds[kind]
  if (!isAllowed(isFull ? fullFor : who, roleNameOf(roleId))) throw fail('forbidden')
  await limitHits(kit.sql, `export:${accountId}`, maxPerHour, hourSeconds)
  const total = await open(kit, query, isFull).count()
  if (total > maxRows) throw fail('invalid', `名单有${total}行，一次最多导出${maxRows}行，请缩小范围`)
  return total
}

export async function queueExport(
  { kind, query, isFull, reason }: ExportRequest,
  ctx: AuditedCtx,
  total: number,
): Promise<ExportTask> {
  const { kit, tx, viewer } = ctx
  const state = isFull ? 'asked' : 'waiting'
  const values = { account_id: viewer.id, kind, query, is_full: isFull, reason, state, total } as const
  const task = await store.insertTask(tx, values)
  await recordExportAudit(kit, tx, task, isFull ? `申请导出${total}行，不脱敏` : `导出${total}行`)
  return presentTask(ctx, tx, task)
}

/**
 * Confirms an unmasked export.
 * @throws Failure notFound, wrongState
 */
export async function confirmExport(ctx: AuditedCtx, id: number): Promise<null> {
  const { tx } = ctx
  const { kit } = ctx
  const task = orNotFound(await store.selectOwnTask(tx, id, viewerOf(ctx).id))
  if (!(await store.updateTask(tx, id, ['asked'], { state: 'waiting' }))) throw fail('wrongState')
  await recordExportAudit(kit, tx, task, `确认导出${task.total}行，不脱敏`)
  return null
}

export async function getExportTask(ctx: Ctx, id: number): Promise<ExportTask> {
  const task = orNotFound(await store.selectOwnTask(ctx.kit.sql, id, viewerOf(ctx).id))
  return presentTask(ctx, ctx.kit.sql, task)
}

async function gatherRows<Row extends { id: number }>(kit: Kit, task: store.ExportTaskRow, list: ExportList<Row>) {
  const rows: Row[] = []
  for (;;) {
    const next = await list.next(rows.at(-1)?.id ?? 0, Math.min(maxBatchRows, maxRows - rows.length))
    rows.push(...next)
    await store.updateTask(kit.sql, task.id, ['running'], {
      done: rows.length,
      total: Math.max(task.total, rows.length),
    })
    if (next.length < maxBatchRows || rows.length >= maxRows) return list.order ? rows.toSorted(list.order) : rows
  }
}

async function runExport(kit: Kit, task: store.ExportTaskRow): Promise<void> {
  await store.updateTask(kit.sql, task.id, ['waiting', 'running'], { state: 'running', done: 0 })
  try {
    const list = kit.exportKinds[task.kind].open(kit, task.query, task.is_full)
    const rows = await gatherRows(kit, task, list)
    const { title } = exportKinds[task.kind]
    const bytes = await writeSheet(title, list.columns, rows)
    const name = `${title}.xlsx`
    const rules = { ownerId: task.account_id, purpose: 'export', readers: [], kinds: ['xlsx' as const], wrongKind: '' }
    const file = await storePrivateFile(kit, fileOfBytes(name, Buffer.from(bytes)), rules)
    const end = { state: 'done' as const, file_key: file.key, total: rows.length, ended_at: new Date() }
    // the export was cancelled meanwhile, so its file is deleted
    if (!(await store.updateTask(kit.sql, task.id, ['running'], end))) await removePrivateFile(kit, file.key)
  } catch (error) {
    kit.log.error({ err: error, task: task.id }, 'export failed')
    await store.updateTask(kit.sql, task.id, ['running'], { state: 'failed', ended_at: new Date() })
  }
}

/**
 * Job: writes queued exports one by one, and restarts those of a killed node.
 * @returns their number
 */
export async function writeExports(kit: Kit): Promise<number> {
  let count = 0
  for (let task = await store.selectNextTask(kit.sql); task; task = await store.selectNextTask(kit.sql)) {
    await runExport(kit, task)
    count += 1
  }
  return count
}

/**
 * Job: deletes old files, because they contain personal data.
 * @returns their number
 */
export async function deleteOldExports(kit: Kit): Promise<number> {
  const old = await store.selectOldTasks(kit.sql, retentionHours)
  for (const task of old) {
    if (task.file_key) await removePrivateFile(kit, task.file_key)
    await store.deleteTask(kit.sql, task.id)
  }
  return old.length
}
