// SQL that reads the log of security events; kit/audit/security-events.ts writes it.
import { isIP } from 'node:net'
import type { SecurityEvent } from '@xinqiao/contract/security.ts'
import type { Rows } from '../../../db/rows.ts'
import type { Db } from '../../kit/db/db.ts'
import type { PageLimits } from '../../kit/db/lists.ts'
import { readPage } from '../../kit/db/results.ts'

export type SecurityEventRow = Omit<Rows['security_event'], 'kind' | 'detail' | 'previous_hash' | 'hash'> & {
  kind: SecurityEvent
  detail: Record<string, string | number | boolean>
  account: string | null
}
export type SecurityEventQuery = {
  kind?: SecurityEvent | undefined
  key?: string | undefined
  /** Days in China, both included. */
  from?: string | undefined
  until?: string | undefined
}

type SecurityEventSearch = { ip: string } | { accountId: number } | { requestId: string }
/** Reads the search key as an address, or else an account name, or else a request id. Each has its own index. */
async function findEventTarget(db: Db, key: string): Promise<SecurityEventSearch> {
  if (isIP(key)) return { ip: key }
  const [account] = await db<{ id: number }[]>`select id from account where username_key = lower(${key})`
  return account ? { accountId: account.id } : { requestId: key }
}

/** The condition on events. It is not returned by an async function, because a promise would run it as a query. */
const matchingEvents = (db: Db, target: SecurityEventSearch) =>
  'ip' in target
    ? db`and e.ip = ${target.ip}`
    : 'accountId' in target
      ? db`and e.account_id = ${target.accountId}`
      : db`and e.request_id = ${target.requestId}`

export async function selectSecurityEvents(
  db: Db,
  { kind, key, from, until }: SecurityEventQuery,
  { limit, offset }: PageLimits,
) {
  const target = key ? await findEventTarget(db, key) : null
  const source = db`
    from security_event e left join account on account.id = e.account_id
    where true
      ${kind === undefined ? db`` : db`and e.kind = ${kind}`} ${target ? matchingEvents(db, target) : db``}
      ${from === undefined ? db`` : db`and e.at >= (${from}::date)::timestamp at time zone 'Asia/Shanghai'`}
      ${until === undefined ? db`` : db`and e.at < (${until}::date + 1)::timestamp at time zone 'Asia/Shanghai'`}`
  return readPage(
    db<SecurityEventRow[]>`
      select e.id, e.at, e.kind, e.account_id, e.ip, e.request_id, e.detail, account.username as account
      ${source} order by e.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) ${source}`,
  )
}

/** Verifies the whole hash chain. */
export async function selectSecurityChain(
  db: Db,
): Promise<{ entries: number; brokenAt: number | null; lastHash: string }> {
  const [row] = await db<{ entries: number; broken_at: number | null; last_hash: string | null }[]>`
    with chained as (
      select id, hash, previous_hash = lag(hash, 1, decode(repeat('00', 32), 'hex')) over (order by id)
        and hash = security_event_digest(previous_hash, e) as is_bound
      from security_event e)
    select count(*) as entries, min(id) filter (where not is_bound) as broken_at,
      (select encode(hash, 'hex') from security_event order by id desc limit 1) as last_hash
    from chained`
  return { entries: row?.entries ?? 0, brokenAt: row?.broken_at ?? null, lastHash: row?.last_hash ?? '' }
}
