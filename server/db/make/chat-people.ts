// People who may chat, many at once: for benchmarks and for tests that need a crowd.
import type { Sql } from '../../src/kit/db.ts'
import { hashToken } from '../../src/kit/secrets.ts'

export type ChatPerson = { id: number; accid: string; token: string }

/** Accounts with a session and a token each, straight into the tables: argon2 would take a minute for a thousand. */
export async function makeChatPeople(sql: Sql, count: number): Promise<ChatPerson[]> {
  const names = Array.from({ length: count }, () => crypto.randomUUID())
  const rows = await sql<{ id: number; accid: string; name: string }[]>`
    with made as (
      insert into account (username, password_hash, role_id, phone_sealed, phone_index)
      select name, '', 6, '', convert_to(name, 'UTF8') from unnest(${names}::text[]) name returning id, username
    ), chat as (
      insert into im_account (account_id, accid) select id, 'xq' || substr(md5(username), 1, 18) from made
      returning id, account_id, accid
    )
    select chat.id, chat.accid, made.username as name from chat join made on made.id = chat.account_id`
  const tokens = rows.map(({ name }) => hashToken(name).toString('hex'))
  await sql`
    with given as (
      select im_id, token from unnest(${rows.map(({ id }) => id)}::bigint[], ${tokens}::text[]) as w(im_id, token)
    ), opened as (
      insert into session (account_id, token_hash, device, ip, idle_until, expires_at)
      select a.account_id, decode(token, 'hex'), '', '', now() + interval '1 day', now() + interval '1 day'
      from given join im_account a on a.id = im_id returning id, account_id
    )
    insert into im_token (im_account_id, session_id, token_hash, expires_at)
    select a.id, opened.id, decode(token, 'hex'), now() + interval '1 day'
    from given join im_account a on a.id = im_id join opened on opened.account_id = a.account_id`
  return rows.map(({ id, accid, name }) => ({ id, accid, token: name }))
}
