// All SQL of the directory of counsellors and of following them.
import type { Rows } from '../../../db/rows.ts'
import type { Db } from '../../kit/db.ts'

export type CounsellorRow = Omit<Rows['counsellor'], 'grams' | 'searched' | 'standing' | 'is_listed' | 'created_at'> & {
  is_followed: boolean
}

const columns = (db: Db, viewer: number) => db`
  c.id, c.account_id, c.name, c.gender, c.avatar, c.department, c.professional_title, c.description, c.qualification,
  c.domain_ids, c.price_cents, c.working_hours, c.phone, c.accid, c.follow_count, c.answer_count, exists (
    select 1 from counsellor_follow f where f.account_id = ${viewer} and f.counsellor_id = c.id) as is_followed`

export type CounsellorQuery = {
  gender: number | undefined
  /** What their grams must hold, and the words that these are of; empty for everybody. */
  grams: readonly string[]
  words: readonly string[]
  limit: number
  offset: number
}

export async function listCounsellors(
  db: Db,
  { gender, grams, words, limit, offset }: CounsellorQuery,
  viewer: number,
) {
  // a word of two characters is its pair; in longer ones the pairs might stand apart
  const long = words.filter((word) => Array.from(word).length > 2)
  const where = db`where c.is_listed
    ${gender === undefined ? db`` : db`and c.gender = ${gender}`}
    ${grams.length === 0 ? db`` : db`and c.grams @> ${grams as string[]}::text[]`}
    ${
      long.length === 0
        ? db``
        : db`and not exists (
      select 1 from unnest(${long}::text[]) as word where strpos(c.searched, word) = 0)`
    }`
  const [rows, [total]] = await Promise.all([
    db<CounsellorRow[]>`
      select ${columns(db, viewer)} from counsellor c ${where}
      order by c.standing desc, c.id limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from counsellor c ${where}`,
  ])
  return { rows, total: total?.count ?? 0 }
}

/** With the account given, only if it is that counsellor's. */
export async function findCounsellor(db: Db, id: number, accountId: number | undefined, viewer: number) {
  const [row] = await db<CounsellorRow[]>`
    select ${columns(db, viewer)} from counsellor c where c.id = ${id} and c.is_listed
      ${accountId === undefined ? db`` : db`and c.account_id = ${accountId}`}`
  return row ?? null
}

export async function listFollowed(db: Db, accountId: number, { limit, offset }: { limit: number; offset: number }) {
  const from = db`
    from counsellor_follow mine join counsellor c on c.id = mine.counsellor_id and c.is_listed
    where mine.account_id = ${accountId}`
  const [rows, [total]] = await Promise.all([
    db<CounsellorRow[]>`
      select ${columns(db, accountId)} ${from}
      order by mine.created_at desc, mine.counsellor_id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) ${from}`,
  ])
  return { rows, total: total?.count ?? 0 }
}

export type CredentialRow = Pick<Rows['counsellor_credential'], 'id' | 'title' | 'number' | 'issuer' | 'valid_until'>

/** What staff have checked and what still holds. */
export const listValidCredentials = (db: Db, counsellorId: number) =>
  db<CredentialRow[]>`
    select id, title, number, issuer, valid_until from counsellor_credential
    where counsellor_id = ${counsellorId} and state = 'verified' and coalesce(valid_until > now(), true) order by id`

/** The chat account is made when it is first needed, and then kept here. */
export async function keepAccid(db: Db, id: number, accid: string): Promise<void> {
  await db`update counsellor set accid = ${accid} where id = ${id} and accid <> ${accid}`
}

export const listDomainNames = (db: Db) => db<{ id: number; name: string }[]>`select id, name from domain`
