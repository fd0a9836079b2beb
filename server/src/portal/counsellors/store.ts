// SQL of the directory of counsellors, and of following them.
import type { Rows } from '../../../db/rows.ts'
import type { Db } from '../../kit/db/db.ts'
import { findIds, limitTo, idsWithPositions, type PageLimits } from '../../kit/db/lists.ts'
import { fieldColumnNames } from './fields.ts'
import type { SearchWord } from './search.ts'

/** A counsellor from the view of one account. `is_followed`: whether this account follows the counsellor. */
export type CounsellorRow = Omit<Rows['counsellor'], 'grams' | 'searched' | 'standing' | 'is_listed' | 'created_at'> & {
  is_followed: boolean
}

export type CounsellorQuery = {
  gender: number | undefined
  /** Domain of the counsellors; null for all. */
  domainId: number | null
  /** Words that each counsellor must match; empty for all counsellors. */
  words: readonly SearchWord[]
}

/**
 * Words of up to two characters match exactly by their grams. Longer words are also compared with the text, because
 * their grams may occur apart.
 */
const containsWordSql = (db: Db, { word, grams }: SearchWord) =>
  db`(c.grams @> ${grams as string[]}::text[] and strpos(c.searched, ${word}) > 0)`

const matchesWordSql = (db: Db, searched: SearchWord) =>
  searched.domainIds.length === 0
    ? containsWordSql(db, searched)
    : db`(${containsWordSql(db, searched)} or c.domain_ids && ${searched.domainIds as number[]}::smallint[])`

export function selectCounsellorIds(db: Db, { gender, domainId, words }: CounsellorQuery, page: PageLimits) {
  const matches = words.reduce((all, word) => db`${all} and ${matchesWordSql(db, word)}`, db``)
  const where = db`where c.is_listed
    ${gender === undefined ? db`` : db`and c.gender = ${gender}`}
    ${domainId === null ? db`` : db`and c.domain_ids && array[${domainId}::smallint]`}
    ${matches}`
  return findIds(
    db,
    db`select c.id from counsellor c ${where} order by c.standing desc, c.id ${limitTo(db, page)}`,
    db`select count(*) from counsellor c ${where}`,
  )
}

export function selectFollowedCounsellorIds(db: Db, accountId: number, page: PageLimits) {
  const from = db`
    from counsellor_follow f join counsellor c on c.id = f.counsellor_id and c.is_listed
    where f.account_id = ${accountId}`
  return findIds(
    db,
    db`select f.counsellor_id ${from} order by f.created_at desc, f.counsellor_id desc ${limitTo(db, page)}`,
    db`select count(*) ${from}`,
  )
}

/** All listed counsellors who have a page, for search engines. */
export const selectSitemapCounsellors = (db: Db, limit: number) =>
  db<{ id: number; account_id: number }[]>`
    select id, account_id from counsellor where is_listed order by standing desc, id limit ${limit}`

/** @param viewerId 0 for a visitor */
export const selectCounsellors = (db: Db, ids: readonly number[], viewerId: number) =>
  db<CounsellorRow[]>`
    select c.id, account_id, name, gender, avatar, ${db([...fieldColumnNames])}, domain_ids, accid, follow_count,
      answer_count,
      exists (select 1 from counsellor_follow f where f.account_id = ${viewerId} and f.counsellor_id = c.id)
        as is_followed
    from ${idsWithPositions(db, ids)} join counsellor c on c.id = page.id and c.is_listed order by page.position`

export type CredentialRow = Pick<Rows['counsellor_credential'], 'id' | 'title' | 'number' | 'issuer' | 'valid_until'>

/** Verified credentials that are still valid. */
export const selectValidCredentials = (db: Db, counsellorId: number) =>
  db<CredentialRow[]>`
    select id, title, number, issuer, valid_until from counsellor_credential
    where counsellor_id = ${counsellorId} and state = 'verified' and coalesce(valid_until > now(), true) order by id`

/** The id of the chat account, which is created on first use and stored here. */
export async function updateAccid(db: Db, id: number, accid: string): Promise<void> {
  await db`update counsellor set accid = ${accid} where id = ${id} and accid <> ${accid}`
}

export const selectDomains = (db: Db) =>
  db<
    Pick<Rows['domain'], 'id' | 'name' | 'enabled' | 'synonyms'>[]
  >`select id, name, enabled, synonyms from domain order by id`
