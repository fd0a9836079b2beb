// SQL of requests to the secretariat: changes, transfers, cancellations.
import type { RegistrationRequestState } from '@xinqiao/contract/meetings.ts'
import { reserveId, valuesWithId, type Db, type Tx } from '../../../kit/db/db.ts'
import type { RegistrationRow, RegistrationRequestRow } from './store.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { firstRow, readPage } from '../../../kit/db/results.ts'

type NewRegistrationRequest = Pick<
  RegistrationRequestRow,
  'registration_id' | 'kind' | 'reason' | 'to_account_id' | 'due_at'
> & {
  sealWanted: ((id: number) => Buffer) | null
}

/** Replaces an open request of the same kind. The caller holds the lock of the registration. */
export async function upsertRequest(tx: Tx, { sealWanted, ...values }: NewRegistrationRequest): Promise<void> {
  const [open] = await tx<{ id: number }[]>`
    select id from registration_request
    where registration_id = ${values.registration_id} and kind = ${values.kind} and state = 'asked'`
  const id = open?.id ?? (await reserveId(tx, 'registration_request'))
  const request = { ...values, wanted_sealed: sealWanted && sealWanted(id) }
  if (open)
    await tx`
      update registration_request set ${tx(request)}, created_at = now(), called_at = null where id = ${id}`
  else await tx`insert into registration_request ${valuesWithId(tx, { id, ...request })}`
}

export async function hasOpenChangeRequest(tx: Tx, registrationId: number): Promise<boolean> {
  const rows = await tx`
    select 1 from registration_request where registration_id = ${registrationId} and kind = 'change' and state = 'asked'`
  return rows.length > 0
}

export const selectRequestsOfRegistration = (db: Db, registrationId: number) =>
  db<RegistrationRequestRow[]>`
    select * from registration_request where registration_id = ${registrationId} order by id desc limit 20`

/** Requests of the current attendee, without those of a former one. */
export const selectOwnRequests = (db: Db, registrationId: number) =>
  db<RegistrationRequestRow[]>`
    select * from registration_request where registration_id = ${registrationId} and created_at > coalesce((
      select max(handed.decided_at) from registration_request handed
      where handed.registration_id = ${registrationId} and handed.kind = 'transfer' and handed.state = 'approved'),
      '-infinity')
    order by id desc limit 20`

export const selectRequest = (db: Db, id: number) =>
  firstRow(db<RegistrationRequestRow[]>`select * from registration_request where id = ${id}`)

export const lockRequest = (tx: Tx, id: number) =>
  firstRow(tx<RegistrationRequestRow[]>`select * from registration_request where id = ${id} for update`)

export async function updateRequestDecision(
  tx: Tx,
  id: number,
  settled: { state: RegistrationRequestState; answer: string; decided_by: number },
): Promise<void> {
  await tx`update registration_request set ${tx(settled)}, decided_at = now() where id = ${id}`
}

/** Closes the open requests of a registration that ends. */
export async function markOpenRequestsRefused(
  tx: Tx,
  registrationId: number,
  refusal: { answer: string; decided_by: number | null },
): Promise<void> {
  await tx`
    update registration_request set ${tx({ ...refusal, state: 'refused' })}, decided_at = now()
    where registration_id = ${registrationId} and state = 'asked'`
}

export function selectRequests(
  db: Db,
  state: RegistrationRequestState | 'overdue' | undefined,
  { limit, offset }: PageLimits,
) {
  const where =
    state === undefined
      ? db``
      : state === 'overdue'
        ? db`where state = 'asked' and due_at <= now()`
        : db`where state = ${state}`
  return readPage(
    db<
      RegistrationRequestRow[]
    >`select * from registration_request ${where} order by id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from registration_request ${where}`,
  )
}

export const selectRegistrationsByIds = (db: Db, ids: number[]) =>
  ids.length === 0 ? Promise.resolve([]) : db<RegistrationRow[]>`select * from registration where id in ${db(ids)}`

/** An active account that can take over a registration. */
export async function selectTransferReceiver(db: Db, username: string): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`
    select id from account where username_key = lower(${username}) and enabled`
  return row?.id ?? null
}
