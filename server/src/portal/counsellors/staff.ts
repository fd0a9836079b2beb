// Counsellors as staff manage them: their public page, and the credentials behind it.
import { fail, failField, orNotFound } from '@xinqiao/contract/errors.ts'
import type { StaffCounsellor, StaffCounsellorRow, StaffCredential } from '@xinqiao/contract/http/counsellors/staff.ts'
import { viewerOf, type Ctx, type Kit, type AuditedCtx } from '../../kit/ctx.ts'
import { type Db } from '../../kit/db/db.ts'
import { findPrivateFile, linkToPrivateFile, storePrivateFile } from '../../kit/files/private-files.ts'
import { formatTime } from '../../kit/time.ts'
import { presentFields, toFieldColumns } from './fields.ts'
import { lockCounsellor, lockDomainNames } from './search-text-store.ts'
import { createSearchText } from './search-text.ts'
import * as store from './staff-store.ts'
import type { PageLimits } from '../../kit/db/lists.ts'

export async function listCounsellorsForStaff(
  { sql }: Kit,
  { key, ...page }: { key?: string | undefined } & PageLimits,
) {
  const { rows, total } = await store.selectCounsellorsForStaff(sql, key, page)
  const content = rows.map((row): StaffCounsellorRow => ({
    id: row.id,
    userId: row.account_id,
    username: row.username,
    nickname: row.name,
    department: row.department,
    professionalTitle: row.professional_title,
    price: row.price_cents,
    listed: row.is_listed,
    answers: row.answer_count,
    follows: row.follow_count,
    pendingCredentials: row.pending,
  }))
  return { content, totalElements: total }
}

async function presentCredential(
  ctx: Ctx | AuditedCtx,
  db: Db,
  row: store.StaffCredentialRow,
): Promise<StaffCredential> {
  const scan = row.scan_key === null ? null : await findPrivateFile(db, row.scan_key)
  return {
    id: row.id,
    title: row.title,
    number: row.number,
    issuer: row.issuer,
    validUntil: row.valid_until && formatTime(row.valid_until),
    state: row.state,
    note: row.note,
    scanUrl: scan && linkToPrivateFile(ctx.kit, scan, viewerOf(ctx)),
  }
}

export async function getCounsellorForStaff(ctx: Ctx | AuditedCtx, db: Db, id: number): Promise<StaffCounsellor> {
  const [row, credentials] = await Promise.all([
    store.selectCounsellorForStaff(db, id),
    store.selectCredentials(db, id),
  ])
  if (!row) throw fail('notFound')
  return {
    id,
    userId: row.account_id,
    username: row.username,
    nickname: row.name,
    ...presentFields(row),
    domainIds: row.domain_ids,
    listed: row.is_listed,
    credentials: await Promise.all(credentials.map((credential) => presentCredential(ctx, db, credential))),
  }
}

type CounsellorDraft = Omit<StaffCounsellor, 'userId' | 'username' | 'nickname' | 'credentials'>

export async function saveCounsellor(ctx: AuditedCtx, draft: CounsellorDraft): Promise<StaffCounsellor> {
  const { tx } = ctx
  const { id } = draft
  // lock domains before counsellors, as a rename does
  const names = new Map((await lockDomainNames(tx)).map((domain) => [domain.id, domain.name]))
  await lockCounsellor(tx, id)
  const row = orNotFound(await store.selectCounsellorForStaff(tx, id))
  const domainIds = [...new Set(draft.domainIds)].toSorted((a, b) => a - b)
  if (domainIds.some((domainId) => !names.has(domainId))) throw failField('domainIds', '领域不存在，请重新选择')
  const domains = domainIds.map((domainId) => names.get(domainId)!)
  const fields = toFieldColumns(draft)
  await store.updateCounsellorPage(tx, id, {
    ...fields,
    domain_ids: domainIds,
    is_listed: draft.listed,
    ...createSearchText({ name: row.name, ...fields }, domains),
  })
  return getCounsellorForStaff(ctx, tx, id)
}

type CredentialInput = {
  counsellorId: number
  title: string
  number: string
  issuer: string
  validUntil?: string | undefined
}

export async function addCredential(ctx: AuditedCtx, { counsellorId, validUntil, ...values }: CredentialInput) {
  const { tx } = ctx
  if (!(await store.selectCounsellorForStaff(tx, counsellorId))) throw fail('notFound')
  const row = await store.insertCredential(tx, {
    ...values,
    counsellor_id: counsellorId,
    // valid until the end of that day in China
    valid_until: validUntil ? new Date(`${validUntil}T23:59:59+08:00`) : null,
  })
  return presentCredential(ctx, tx, row)
}

/** @throws Failure notFound before the file is received */
export async function checkScanUpload({ kit }: Ctx, id: number | undefined): Promise<void> {
  if (id === undefined || !(await store.hasCredential(kit.sql, id))) throw fail('notFound')
}

export async function storeCredentialScan({ id }: { id?: number | undefined }, ctx: Ctx) {
  if (!ctx.file || ctx.file.size === 0) throw fail('fileMissing')
  if (id === undefined) throw fail('notFound')
  const { key } = await storePrivateFile(ctx.kit, ctx.file, {
    ownerId: viewerOf(ctx).id,
    purpose: 'credential',
    readers: ['administrator', 'service'],
    kinds: ['pdf', 'jpg', 'png'],
    wrongKind: '只能上传PDF、JPG或PNG格式的文件',
  })
  return { id, key }
}

/** Stores the scan of a credential, which must then be verified again. */
export async function attachCredentialScan(
  _input: unknown,
  ctx: AuditedCtx,
  { id, key }: { id: number; key: string },
): Promise<StaffCredential> {
  const row = orNotFound(await store.updateCredential(ctx.tx, id, { scan_key: key, state: 'pending' }))
  return presentCredential(ctx, ctx.tx, row)
}

export const decideCredential = async (
  ctx: AuditedCtx,
  { id, state, note }: { id: number; state: 'verified' | 'refused'; note: string },
): Promise<StaffCredential> => {
  const { tx } = ctx
  const change = { state, note, verified_by: ctx.viewer.id, verified_at: new Date() }
  const row = orNotFound(await store.updateCredential(tx, id, change))
  return presentCredential(ctx, tx, row)
}
