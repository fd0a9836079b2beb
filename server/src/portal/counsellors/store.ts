// All SQL of the directory of counsellors and of following them.
import type { Rows } from '../../../db/rows.ts'
import type { Db } from '../../kit/db.ts'
import { askedAs, type Asked, type Kept } from '../../kit/reader.ts'
import { atLeastTen, findNumbers, findNumbersOf, type Page } from '../../kit/reading.ts'
import { standsBy, versionOf, type Version } from '../../kit/standing.ts'

export type CounsellorRow = Omit<Rows['counsellor'], 'grams' | 'searched' | 'standing' | 'is_listed' | 'created_at'>

export type CounsellorQuery = {
  gender: number | undefined
  /** What their grams must hold, and the words that these are of; empty for everybody. */
  grams: readonly string[]
  words: readonly string[]
}

export function findCounsellors(db: Db, { gender, grams, words }: CounsellorQuery, { limit, offset }: Page) {
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
  return findNumbers(
    db,
    db`select c.id from counsellor c ${where} order by c.standing desc, c.id limit ${limit} offset ${offset}`,
    db`select count(*) from counsellor c ${where}`,
  )
}

export function findFollowed(db: Db, accounts: readonly number[], { limit, offset }: Page) {
  const from = db`
    from counsellor_follow mine join counsellor c on c.id = mine.counsellor_id and c.is_listed
    where mine.account_id = who.account_id`
  return findNumbersOf(
    db,
    accounts,
    db`select mine.counsellor_id ${from} order by mine.created_at desc, mine.counsellor_id desc
      limit ${limit} offset ${offset}`,
    db`select count(*) ${from}`,
  )
}

/** All that stand in the directory, those with their own address; for search engines. */
export const listPages = (db: Db, most: number) =>
  db<{ id: number; account_id: number }[]>`
    select id, account_id from counsellor where is_listed order by standing desc, id limit ${most}`

/** What the directory says of them, the same for whoever asks. */
export const listCounsellors = (db: Db, ids: readonly number[]) =>
  db<(CounsellorRow & Version)[]>`
    select id, account_id, name, gender, avatar, department, professional_title, description, qualification,
      domain_ids, price_cents, working_hours, phone, accid, follow_count, answer_count,
      ${versionOf(db, db`xmin`)}
    from counsellor where id = any(${atLeastTen(ids)}::bigint[]) and is_listed`

export const whichCounsellorsStand = standsBy<CounsellorRow & Version>({ counsellor: ({ id }) => id })

export const listFollows = (db: Db, asked: readonly Asked<CounsellorRow>[]) =>
  db<Kept<'follow'>[]>`
    with ${askedAs(db, asked, { counsellors: ({ id }) => id })}
    select array(select counsellor_id from counsellor_follow f
      where f.account_id = asked.account_id and counsellor_id = any(counsellors)) as follow
    from asked order by n`

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
