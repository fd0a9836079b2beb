// SQL of the search texts of counsellors.
import type { Rows } from '../../../db/rows.ts'
import type { Tx } from '../../kit/db/db.ts'

export type SearchTextRow = Pick<
  Rows['counsellor'],
  'id' | 'name' | 'department' | 'professional_title' | 'description'
> & { domains: string[] }

const searchTextRows = (tx: Tx) => tx`
  select c.id, c.name, c.department, c.professional_title, c.description, array(
    select domain.name from domain where domain.id = any(c.domain_ids) order by domain.id) as domains
  from counsellor c`

export const lockCounsellorsByDomain = (tx: Tx, domainId: number) =>
  tx<SearchTextRow[]>`
    ${searchTextRows(tx)} where c.domain_ids @> array[${domainId}::smallint] order by c.id for update of c`

export const lockCounsellorsByAccount = (tx: Tx, accountId: number) =>
  tx<SearchTextRow[]>`${searchTextRows(tx)} where c.account_id = ${accountId} for update of c`

export async function updateSearchText(
  tx: Tx,
  id: number,
  { grams, searched }: Pick<Rows['counsellor'], 'grams' | 'searched'>,
): Promise<void> {
  await tx`update counsellor set grams = ${grams}::text[], searched = ${searched} where id = ${id}`
}

/** Locks the counsellor, so that no concurrent rename is lost in its search text. */
export async function lockCounsellor(tx: Tx, id: number): Promise<void> {
  await tx`select 1 from counsellor where id = ${id} for update`
}

/** The names of these domains. The lock prevents concurrent renames only. */
export const lockDomainNames = (tx: Tx) =>
  tx<{ id: number; name: string }[]>`select id, name from domain where enabled order by id for key share`
