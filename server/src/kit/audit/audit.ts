// Audit log of staff actions. Append-only: each entry contains the digest of the one before.
import { createHash } from 'node:crypto'
import type { AuditAction, AuditSubject } from '@xinqiao/contract/audit.ts'
import type { Rows } from '../../../db/rows.ts'
import type { Db, Tx } from '../db/db.ts'
import type { PageLimits } from '../db/lists.ts'
import { readPage } from '../db/results.ts'

export type NewAuditEntry = {
  actorId: number
  action: AuditAction
  /** The object of the action, such as `crisisAlert 12`. */
  subject: AuditSubject
  reason: string
  detail?: Record<string, string | number | boolean>
}
type HashedRow = Rows['audit_log']

const lockKey = 2_026_112_102 // one lock for all nodes, so that their entries form one chain

const firstHash = Buffer.alloc(32)

/** Sorts keys, because PostgreSQL may return those of `detail` in another order. */
const sortKeys = (detail: Record<string, unknown>) =>
  Object.entries(detail).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))

function hashEntry(previous: Uint8Array, row: Omit<HashedRow, 'id' | 'previous_hash' | 'hash'>): Buffer {
  const { at, actor_id, action, subject, reason, detail } = row
  const text = JSON.stringify([
    at.toISOString(),
    actor_id,
    action,
    subject,
    reason,
    sortKeys(detail as Record<string, unknown>),
  ])
  return createHash('sha256').update(previous).update(text).digest()
}

/** Writes the entry in the transaction of the action, so that both are stored or neither. */
export async function recordAudit(
  tx: Tx,
  { actorId, action, subject, reason, detail = {} }: NewAuditEntry,
): Promise<void> {
  await tx`select pg_advisory_xact_lock(${lockKey})`
  const [last] = await tx<Pick<HashedRow, 'hash'>[]>`select hash from audit_log order by id desc limit 1`
  const previous = last?.hash ?? firstHash
  // the digest must be that of the stored entry: JSON has no undefined, and PostgreSQL replaces half a surrogate pair
  const storedDetail = Object.fromEntries(
    Object.entries(detail)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, typeof value === 'string' ? value.toWellFormed() : value]),
  )
  const row = {
    at: new Date(),
    actor_id: actorId,
    action,
    subject,
    reason: reason.toWellFormed(),
    detail: storedDetail,
  }
  await tx`
    insert into audit_log (at, actor_id, action, subject, reason, detail, previous_hash, hash)
    values (${row.at}, ${actorId}, ${action}, ${subject}, ${row.reason}, ${tx.json(storedDetail)}, ${previous},
      ${hashEntry(previous, row)})`
}

export type AuditState = { entries: number; brokenAt: number | null; lastHash: string }

/** Verifies the whole chain, a thousand entries at a time. */
export async function verifyAudit(db: Db): Promise<AuditState> {
  let previous: Uint8Array = firstHash
  let entries = 0
  let after = 0
  for (;;) {
    const rows = await db<HashedRow[]>`select * from audit_log where id > ${after} order by id limit 1000`
    for (const row of rows) {
      const isBound = Buffer.from(row.previous_hash).equals(previous) && hashEntry(previous, row).equals(row.hash)
      if (!isBound) return { entries, brokenAt: row.id, lastHash: Buffer.from(previous).toString('hex') }
      previous = row.hash
      entries += 1
      after = row.id
    }
    if (rows.length < 1000) return { entries, brokenAt: null, lastHash: Buffer.from(previous).toString('hex') }
  }
}

export type AuditRow = Pick<HashedRow, 'id' | 'at' | 'action' | 'subject' | 'reason'> & {
  actor: string
  /** The endpoint, for an entry without its own action. */
  title: string | null
}

export type AuditQuery = {
  action?: AuditAction | undefined
  /** Search text in the account's name, the action, the subject or the reason. */
  key?: string | undefined
  /** Days in China, both included. */
  from?: string | undefined
  until?: string | undefined
}

export function listAudit(db: Db, { action, key, from, until }: AuditQuery, { limit, offset }: PageLimits) {
  const source = db`
    from audit_log a left join account on account.id = a.actor_id
    where true
      ${action === undefined ? db`` : db`and a.action = ${action}`}
      ${from === undefined ? db`` : db`and a.at >= (${from}::date)::timestamp at time zone 'Asia/Shanghai'`}
      ${until === undefined ? db`` : db`and a.at < (${until}::date + 1)::timestamp at time zone 'Asia/Shanghai'`}
      ${
        key
          ? db`and (strpos(account.username_key, lower(${key})) > 0 or strpos(lower(a.subject), lower(${key})) > 0
              or strpos(lower(a.reason), lower(${key})) > 0 or strpos(a.detail->>'title', ${key}) > 0)`
          : db``
      }`
  return readPage(
    db<AuditRow[]>`
      select a.id, a.at, a.action, a.subject, a.reason, a.detail->>'title' as title, coalesce(account.username, '已删除的账号') as actor
      ${source} order by a.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) ${source}`,
  )
}

/** True when an entry with this digest (hexadecimal) exists. */
export async function hasAuditHash(db: Db, hash: string): Promise<boolean> {
  return (await db`select 1 from audit_log where hash = ${Buffer.from(hash, 'hex')} limit 1`).length > 0
}
