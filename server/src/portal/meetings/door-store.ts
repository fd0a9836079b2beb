// All SQL of the door: who is expected, and who has come.
import type { Db, Tx } from '../../kit/db.ts'
import type { CheckInRow, RegistrationRow } from './store.ts'

export const listExpected = (db: Db, meetingId: number) =>
  db<(Pick<RegistrationRow, 'id' | 'name' | 'company' | 'profess' | 'attend_type'> & { arrived_at: Date | null })[]>`
    select registration.id, name, company, profess, attend_type, check_in.at as arrived_at
    from registration left join check_in on check_in.registration_id = registration.id
    where registration.meeting_id = ${meetingId} and registration.state = 'paid' order by name, registration.id`

/** The first to tell of it counts; who tells of an earlier moment later corrects the time. */
export async function insertCheckIn(tx: Tx, values: Omit<CheckInRow, 'received_at'>): Promise<boolean> {
  const [row] = await tx<{ is_new: boolean }[]>`
    insert into check_in ${tx(values)}
    on conflict (registration_id) do update set at = least(check_in.at, excluded.at),
      door = case when excluded.at < check_in.at then excluded.door else check_in.door end
    returning xmax = 0 as is_new`
  return row?.is_new ?? false
}

export async function findCheckIn(db: Db, registrationId: number): Promise<CheckInRow | null> {
  const [row] = await db<CheckInRow[]>`select * from check_in where registration_id = ${registrationId}`
  return row ?? null
}

export async function countArrived(db: Db, meetingId: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`select count(*) from check_in where meeting_id = ${meetingId}`
  return row?.count ?? 0
}

export const listArrived = (db: Db, meetingId: number) =>
  db<Pick<RegistrationRow, 'id' | 'account_id' | 'attend_type' | 'name' | 'company'>[]>`
    select registration.id, account_id, attend_type, name, company from check_in
    join registration on registration.id = check_in.registration_id
    where check_in.meeting_id = ${meetingId} and registration.state = 'paid' order by registration.id`
