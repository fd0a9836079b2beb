// SQL of erasing expired accounts of the playground.
import type { Tx } from '../../../kit/db/db.ts'

const maxErased = 100

/** Accounts whose token has expired, the oldest first. An erased one has no token. */
export async function lockExpiredAccounts(tx: Tx): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select a.id from im_app app join im_account a on a.app_id = app.id join im_token t on t.im_account_id = a.id
    where app.is_playground and t.expires_at < now() order by a.id limit ${maxErased} for no key update of a`
  return rows.map(({ id }) => id)
}

export async function selectConversationIds(tx: Tx, imIds: readonly number[]): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select distinct conversation_id as id from im_session where im_account_id = any(${imIds as number[]}::bigint[])`
  return rows.map(({ id }) => id)
}

/** Deletes the profiles, and the tokens, which marks the accounts as erased. */
export async function deleteProfiles(tx: Tx, imIds: readonly number[]): Promise<void> {
  const ids = imIds as number[]
  await tx`delete from im_user where im_account_id = any(${ids}::bigint[])`
  await tx`delete from im_token where im_account_id = any(${ids}::bigint[])`
}
