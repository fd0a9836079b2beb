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

/** Private conversations of these accounts, and those of their teams whose members have all expired. */
export async function selectConversationIds(tx: Tx, imIds: readonly number[]): Promise<number[]> {
  const ids = imIds as number[]
  const rows = await tx<{ id: number }[]>`
    select conversation_id as id from im_session where im_account_id = any(${ids}::bigint[])
    union
    select t.conversation_id from im_team_member m join im_team t on t.id = m.team_id
    where m.im_account_id = any(${ids}::bigint[]) and not exists (
      select from im_team_member other join im_token k on k.im_account_id = other.im_account_id
      where other.team_id = t.id and other.is_valid and k.expires_at >= now())`
  return rows.map(({ id }) => id)
}

/** The files of these accounts expire at once. */
export async function markFilesExpired(tx: Tx, imIds: readonly number[]): Promise<void> {
  await tx`update im_file set expires_at = now() where owner_id = any(${imIds as number[]}::bigint[])`
}

/** Deletes the profiles, and the tokens, which marks the accounts as erased. */
export async function deleteProfiles(tx: Tx, imIds: readonly number[]): Promise<void> {
  const ids = imIds as number[]
  await tx`delete from im_user where im_account_id = any(${ids}::bigint[])`
  await tx`delete from im_token where im_account_id = any(${ids}::bigint[])`
}
