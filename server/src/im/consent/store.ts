// SQL of consents.
import type { Db } from '../../kit/db/db.ts'
import { onlyRow } from '../../kit/db/results.ts'
import { joinPeer } from '../changes/peers.ts'

export async function hasAgreed(db: Db, accountId: number, version: string): Promise<boolean> {
  const rows = await db`
    select 1 from im_consent c join im_account a on a.id = c.im_account_id
    where a.account_id = ${accountId} and c.version = ${version}`
  return rows.length > 0
}

export async function hasChatAgreed(db: Db, imId: number, version: string): Promise<boolean> {
  const rows = await db`select 1 from im_consent where im_account_id = ${imId} and version = ${version}`
  return rows.length > 0
}

/** The role of a chat account of the site; null for one that no account has. */
export async function selectSiteRole(db: Db, accid: string): Promise<number | null> {
  const rows = await db<{ role_id: number }[]>`
    select a.role_id from im_account i join account a on a.id = i.account_id
    where i.accid = ${accid} and i.app_id = im_site_app()`
  return rows[0]?.role_id ?? null
}

/** Stores a consent. A second one keeps the time of the first. */
export async function insertConsent(db: Db, imId: number, version: string, hash: string): Promise<void> {
  await db`
    insert into im_consent (im_account_id, version, text_hash) values (${imId}, ${version}, ${hash})
    on conflict do nothing`
}

export type ChatConsentRow = { sender_role: number | null; peer_roles: number[]; has_agreed: boolean }

/**
 * Roles of sender and receivers, and whether the sender has agreed to this version. An account of an app has no role.
 */
export const selectConsentState = (db: Db, imId: number, receivers: readonly string[], version: string) =>
  onlyRow(db<ChatConsentRow[]>`
    select s.role_id as sender_role,
      exists (select from im_consent c where c.im_account_id = a.id and c.version = ${version}) as has_agreed,
      array(
        select distinct owner.role_id from unnest(${receivers as string[]}::text[]) as w(accid)
        ${joinPeer(db, db`a.id`, db`w.accid`)}
        join account owner on owner.id = p.account_id
      ) as peer_roles
    from im_account a
    left join account s on s.id = a.account_id
    where a.id = ${imId}`)

export const selectConsents = (db: Db, accountId: number) =>
  db<{ version: string; text_hash: string; agreed_at: Date }[]>`
    select c.version, c.text_hash, c.agreed_at from im_consent c join im_account a on a.id = c.im_account_id
    where a.account_id = ${accountId} order by c.agreed_at desc limit 20`
