// SQL of domains, and the count of questions with several of them.
import type { Rows } from '../../../../db/rows.ts'
import type { Db } from '../../../kit/db/db.ts'
import { firstRow, onlyRow, readCount } from '../../../kit/db/results.ts'

export type DomainRow = Pick<Rows['domain'], 'id' | 'name' | 'question_count'>

export const selectDomains = (db: Db) =>
  db<DomainRow[]>`select id, name, question_count from domain where enabled order by position, id`

export const countEnabledDomains = (db: Db, ids: readonly number[]) =>
  readCount(db<{ count: number }[]>`
    select count(*) from domain where id = any(${ids as number[]}::smallint[]) and enabled`)

export async function selectDomainNames(db: Db): Promise<ReadonlyMap<number, string>> {
  const rows = await db<{ id: number; name: string }[]>`select id, name from domain`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function updateDomainClicks(db: Db, id: number): Promise<boolean> {
  return (await db`update domain set clicks = clicks + 1 where id = ${id} and enabled`).count === 1
}

/** Number of questions with any of these tags; a single tag has a counter. */
export const countQuestionsOfDomains = (db: Db, domainIds: readonly number[]) =>
  readCount(db<{ count: number }[]>`
    select count(*) from question where state = 'shown' and domain_ids && ${domainIds as number[]}::smallint[]`)

// ---- for staff

export type StaffDomainRow = Rows['domain']
export const selectDomainsForStaff = (db: Db) => db<StaffDomainRow[]>`select * from domain order by position, id`

type DomainValues = Pick<Rows['domain'], 'name' | 'position' | 'enabled'> & { synonyms?: string[] }

/** @throws PostgresError on domain_name_unique */
export const insertDomain = (db: Db, values: DomainValues) =>
  onlyRow(db<StaffDomainRow[]>`insert into domain ${db(values)} returning *`)

/** @throws PostgresError on domain_name_unique */
export const updateDomain = (db: Db, id: number, values: DomainValues) =>
  firstRow(db<StaffDomainRow[]>`update domain set ${db(values)} where id = ${id} returning *`)
