// SQL of counsellors as staff manage them.
import type { CredentialState } from '@xinqiao/contract/counselling.ts'
import type { Rows } from '../../../db/rows.ts'
import type { Db, Tx } from '../../kit/db/db.ts'
import type { PageLimits } from '../../kit/db/lists.ts'
import { firstRow, onlyRow, readPage } from '../../kit/db/results.ts'
import type { fieldColumnNames } from './fields.ts'

export type StaffCounsellorRow = Rows['counsellor'] & { username: string; pending: number }

const staffCounsellorRows = (db: Db) => db`
  select c.*, account.username, (
    select count(*) from counsellor_credential k where k.counsellor_id = c.id and k.state = 'pending') as pending
  from counsellor c join account on account.id = c.account_id`

export function selectCounsellorsForStaff(db: Db, key: string | undefined, { limit, offset }: PageLimits) {
  const where = key === undefined ? db`` : db`where strpos(c.name, ${key}) > 0 or strpos(c.department, ${key}) > 0`
  return readPage(
    db<StaffCounsellorRow[]>`${staffCounsellorRows(db)} ${where} order by c.id limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from counsellor c ${where}`,
  )
}

export const selectCounsellorForStaff = (db: Db, id: number) =>
  firstRow(db<StaffCounsellorRow[]>`${staffCounsellorRows(db)} where c.id = ${id}`)

export type CounsellorPageValues = Pick<
  Rows['counsellor'],
  (typeof fieldColumnNames)[number] | 'domain_ids' | 'is_listed' | 'grams' | 'searched'
>

export async function updateCounsellorPage(tx: Tx, id: number, values: CounsellorPageValues): Promise<void> {
  const { domain_ids, grams, ...plain } = values
  await tx`
    update counsellor set ${tx(plain)}, domain_ids = ${domain_ids}::smallint[], grams = ${grams}::text[]
    where id = ${id}`
}

export type StaffCredentialRow = Omit<Rows['counsellor_credential'], 'state'> & { state: CredentialState }

export const selectCredentials = (db: Db, counsellorId: number) =>
  db<StaffCredentialRow[]>`select * from counsellor_credential where counsellor_id = ${counsellorId} order by id`

type NewCredential = Pick<
  Rows['counsellor_credential'],
  'counsellor_id' | 'title' | 'number' | 'issuer' | 'valid_until'
>

export const insertCredential = (db: Db, values: NewCredential) =>
  onlyRow(db<StaffCredentialRow[]>`insert into counsellor_credential ${db(values)} returning *`)

type CredentialChange = Partial<
  Pick<Rows['counsellor_credential'], 'note' | 'scan_key' | 'verified_by' | 'verified_at'>
> & {
  state?: CredentialState
}

export const hasCredential = async (db: Db, id: number): Promise<boolean> =>
  (await db`select 1 from counsellor_credential where id = ${id}`).count === 1

export const updateCredential = (db: Db, id: number, change: CredentialChange) =>
  firstRow(db<StaffCredentialRow[]>`
    update counsellor_credential set ${db(change)} where id = ${id} returning *`)

export const deleteCredential = async (db: Db, id: number): Promise<boolean> =>
  (await db`delete from counsellor_credential where id = ${id}`).count === 1

export const selectEnabledDomains = (db: Db) =>
  db<{ id: number; name: string }[]>`select id, name from domain where enabled order by position, id`
