// SQL of chat files.
import type { Rows } from '../../../db/rows.ts'
import type { Db } from '../../kit/db/db.ts'
import { firstRow, readCount } from '../../kit/db/results.ts'
import { joinPeer } from '../changes/peers.ts'

export type FileRow = Rows['im_file']

export const selectFile = (db: Db, object: string) =>
  firstRow(db<FileRow[]>`select * from im_file where object = ${object}`)

export type NewFile = Pick<
  FileRow,
  'object' | 'owner_id' | 'kind' | 'mime' | 'ext' | 'name' | 'context' | 'survival_seconds'
>

/**
 * Begins an upload. Of two concurrent first parts one inserts the row.
 * @returns null for the other
 */
export async function insertFile(db: Db, row: NewFile): Promise<FileRow | null> {
  const { object, owner_id, kind, mime, ext, name, context, survival_seconds } = row
  const [inserted] = await db<FileRow[]>`
    insert into im_file (object, owner_id, kind, mime, ext, name, context, survival_seconds, expires_at)
    values (${object}, ${owner_id}, ${kind}, ${mime}, ${ext}, ${name}, ${context}, ${survival_seconds},
      now() + interval '25 hours')
    on conflict (object) do nothing returning *`
  return inserted ?? null
}

/**
 * Appends a part to an upload.
 * @returns false when another part was stored at this offset meanwhile
 */
export async function updateFileParts(db: Db, row: FileRow, part: { key: string; bytes: number }): Promise<boolean> {
  const result = await db`
    update im_file set part_keys = part_keys || ${part.key}::text, part_bytes = part_bytes || ${part.bytes}::integer
    where id = ${row.id} and cardinality(part_keys) = ${row.part_keys.length} and not is_complete`
  return result.count === 1
}

export type FinishedFile = Pick<
  FileRow,
  'bytes' | 'md5' | 'source_bytes' | 'source_md5' | 'width' | 'height' | 'part_keys' | 'part_bytes'
>

/**
 * Marks an upload as complete.
 * @returns null when it already was
 */
export const markFileComplete = (db: Db, id: number, done: FinishedFile) =>
  firstRow(db<FileRow[]>`
    update im_file set bytes = ${done.bytes}, md5 = ${done.md5}, source_bytes = ${done.source_bytes},
      source_md5 = ${done.source_md5}, width = ${done.width}, height = ${done.height},
      part_keys = ${done.part_keys}, part_bytes = ${done.part_bytes}, is_complete = true,
      expires_at = now() + survival_seconds * interval '1 second'
    where id = ${id} and not is_complete returning *`)

/** Bytes that this account uploaded in the last day. */
export async function sumBytesOfDay(db: Db, ownerId: number): Promise<number> {
  const [row] = await db<{ bytes: number }[]>`
    select coalesce(sum(greatest(source_bytes, (select coalesce(sum(b), 0) from unnest(part_bytes) b))), 0)::bigint as bytes
    from im_file where owner_id = ${ownerId} and created_at > now() - interval '1 day'`
  return row?.bytes ?? 0
}

// ---- who may open

export async function selectImId(db: Db, accountId: number): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`select id from im_account where account_id = ${accountId}`
  return row?.id ?? null
}

/** @param login id of a sign-in session, or the negative id of a token */
export async function selectImIdOfLogin(db: Db, login: number): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`
    select a.id from session s join im_account a on a.account_id = s.account_id where s.id = ${login}
    union all select im_account_id from im_token where id = -${login}::bigint and session_id is null`
  return row?.id ?? null
}

/** Closes the keys of a device that has logged out. Expired rows are deleted. */
export const insertClosedFileKeys = (db: Db, login: number, ends: readonly number[]) =>
  db`
    with expired as (delete from im_closed_file_key where until < extract(epoch from now()) * 1000)
    insert into im_closed_file_key (login, until)
    select ${login}, until from unnest(${ends as number[]}::bigint[]) as k(until) on conflict do nothing`

export async function isFileKeyRevoked(db: Db, login: number, until: number): Promise<boolean> {
  const rows = await db`select 1 from im_closed_file_key where login = ${login} and until = ${until}`
  return rows.length > 0
}

const isAvailable = (db: Db) => db`f.is_complete and (f.expires_at is null or f.expires_at > now())`

/** The account uploaded file `f`, or received it in p2p. */
const isOwnOrReceived = (db: Db, imId: number) => db`(f.owner_id = ${imId}
  or exists (select from im_file_share s where s.file_id = f.id and s.im_account_id = ${imId}))`

/** The account uploaded file `f`, or received it from its owner in p2p. */
const isFromOwner = (db: Db, imId: number) => db`(f.owner_id = ${imId} or exists (
  select from im_file_share s
  where s.file_id = f.id and s.im_account_id = ${imId} and s.sender_id = f.owner_id))`

/**
 * A complete, unexpired file that this account uploaded or received. A member of a team opens files of messages after
 * the joining. The name of the upload is shown to its owner, and where the owner has sent the file in p2p.
 */
export async function selectAccessibleFile(db: Db, object: string, imId: number): Promise<FileRow | null> {
  const [row] = await db<(FileRow & { is_personal: boolean; is_from_owner: boolean; team_name: string | null })[]>`
    select f.*, ${isOwnOrReceived(db, imId)} as is_personal, ${isFromOwner(db, imId)} as is_from_owner,
      team_message.name as team_name
    from im_file f left join lateral (
      select g.name from im_team_file g
      join im_message m on m.sender_id = g.sender_id and m.id_client = g.id_client and length(m.body) > 0
      join im_team t on t.conversation_id = m.conversation_id and t.is_valid
      join im_team_member s on s.team_id = t.id and s.im_account_id = ${imId} and s.is_valid and m.seq > s.join_seq
      where g.file_id = f.id order by m.id desc limit 1) team_message on true
    where f.object = ${object} and ${isAvailable(db)}`
  if (!row) return null
  const { is_personal: isPersonal, is_from_owner: hasName, team_name: teamName, ...file } = row
  if (hasName) return file
  return isPersonal || teamName !== null ? { ...file, name: teamName ?? '' } : null
}

/** The given objects that `selectAccessibleFile` opens for this account. */
export async function selectAccessibleObjects(db: Db, objects: readonly string[], imId: number): Promise<string[]> {
  const rows = await db<{ object: string }[]>`
    select f.object from im_file f
    where f.object = any(${objects as string[]}::text[]) and ${isAvailable(db)} and (${isOwnOrReceived(db, imId)} or exists (
      select from im_team_file g
      join im_message m on m.sender_id = g.sender_id and m.id_client = g.id_client and length(m.body) > 0
      join im_team t on t.conversation_id = m.conversation_id and t.is_valid
      join im_team_member s on s.team_id = t.id and s.im_account_id = ${imId} and s.is_valid and m.seq > s.join_seq
      where g.file_id = f.id))`
  return rows.map(({ object }) => object)
}

/** A complete, unexpired file for a reader who is not known, and so without its name. */
export const selectFileForUnknownReader = (db: Db, object: string) =>
  firstRow(db<FileRow[]>`select f.*, '' as name from im_file f where f.object = ${object} and ${isAvailable(db)}`)

/** An avatar, which opens for everyone. */
export const selectPublicFile = (db: Db, object: string) =>
  firstRow(db<FileRow[]>`
    select f.*, '' as name from im_file f where f.object = ${object} and f.is_public and ${isAvailable(db)}`)

/** Files that this account uploaded, among these objects. */
export const selectFilesOfOwner = (db: Db, objects: readonly string[], imId: number) =>
  db<FileRow[]>`
    select f.* from im_file f
    where f.object = any(${objects as string[]}::text[]) and f.owner_id = ${imId} and ${isAvailable(db)}`

/**
 * Grants the file to the receiver and the sender of a message, for as long as it exists. A sender who forwards the file
 * of another account keeps it, even when that one recalls it.
 */
export async function insertFileShare(
  db: Db,
  fileId: number,
  accid: string,
  message: { senderId: number; idClient: string },
): Promise<void> {
  await db`
    insert into im_file_share (file_id, im_account_id, sender_id, id_client)
    select ${fileId}, grantee.id, ${message.senderId}, ${message.idClient} from (values (1)) one
    ${joinPeer(db, db`${message.senderId}`, db`${accid}`)}
    cross join lateral (
      select p.id union select owner.id from im_file f join im_account owner on owner.id = ${message.senderId}
      where f.id = ${fileId} and f.owner_id <> owner.id) grantee
    where not exists (
      -- a recalled message, sent again by a device that missed the reply
      select from im_message
      where sender_id = ${message.senderId} and id_client = ${message.idClient} and body = '')
    on conflict do nothing`
}

/** True for the team of a peer group. */
export async function isManagedTeam(db: Db, teamId: number): Promise<boolean> {
  const rows = await db`select 1 from im_team where id = ${teamId} and is_managed`
  return rows.length > 0
}

/** Finds the same bytes among the files of the account: those of others end when their owner removes them. */
export const selectFileOfSameContent = (db: Db, imId: number, md5: string, bytes: number) =>
  firstRow(db<FileRow[]>`
    select * from im_file
    where source_md5 = ${md5} and source_bytes = ${bytes} and is_complete and expires_at is null
      and owner_id = ${imId}
    order by id desc limit 1`)

// ---- tokens

export const insertFileAccess = (
  db: Db,
  row: Pick<Rows['im_file_access'], 'token_hash' | 'file_id' | 'im_account_id' | 'user_agent'>,
) => db`
  insert into im_file_access (token_hash, file_id, im_account_id, user_agent, expires_at)
  values (${row.token_hash}, ${row.file_id}, ${row.im_account_id}, ${row.user_agent}, now() + interval '1 day')`

export async function deleteFileAccess(db: Db, imId: number, tokenHash: Uint8Array): Promise<boolean> {
  const result = await db`delete from im_file_access where token_hash = ${tokenHash} and im_account_id = ${imId}`
  return result.count === 1
}

/** A token is valid while its issuer may open the file. */
export async function selectFileByAccess(
  db: Db,
  object: string,
  tokenHash: Uint8Array,
  userAgent: string,
): Promise<FileRow | null> {
  const [row] = await db<{ im_account_id: number }[]>`
    select a.im_account_id from im_file_access a join im_file f on f.id = a.file_id
    where a.token_hash = ${tokenHash} and f.object = ${object} and a.expires_at > now()
      and a.user_agent in ('', ${userAgent})`
  return row ? selectAccessibleFile(db, object, row.im_account_id) : null
}

export const deleteOldFileAccess = (db: Db) => db`delete from im_file_access where expires_at < now()`

// ---- list of the account's files

export const selectOwnFile = (db: Db, imId: number, id: number) =>
  firstRow(db<FileRow[]>`
    select * from im_file where id = ${id} and owner_id = ${imId} and is_complete and (expires_at is null or expires_at > now())`)

/** Complete and unexpired files of the account with ids below `beforeId`, newest first. */
export const selectOwnFiles = (db: Db, imId: number, beforeId: number, limit: number) =>
  db<FileRow[]>`
    select * from im_file where owner_id = ${imId} and id < ${beforeId} and is_complete and (expires_at is null or expires_at > now())
    order by id desc limit ${limit}`

export const countOwnFiles = (db: Db, imId: number) =>
  readCount(db<{ count: number }[]>`
    select count(*) from im_file where owner_id = ${imId} and is_complete and (expires_at is null or expires_at > now())`)

// ---- expiry

export const selectExpiredFiles = (db: Db, limit: number) =>
  db<Pick<FileRow, 'id' | 'part_keys'>[]>`
    select id, part_keys from im_file where expires_at < now() order by expires_at limit ${limit}`

export async function deleteFile(db: Db, id: number): Promise<void> {
  await db`delete from im_file where id = ${id}`
}
