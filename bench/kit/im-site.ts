// The messaging layer for a benchmark: its own PostgreSQL with the settings of the product, a server process, people.
import path from 'node:path'
import { connect, migrate, type Sql } from '../../server/src/kit/db.ts'
import { serverSettings, startEmbeddedPostgres } from '../../server/src/kit/postgres/embedded.ts'
import { hashToken } from '../../server/src/kit/secrets.ts'
import { freePort, scratchFolder, startProgram, type Started } from './site.ts'

export type ImSite = Started & { url: string; sql: Sql; postmasterPid: number }
export type Person = { id: number; accid: string; token: string }

export async function startImSite(name: string): Promise<ImSite> {
  const folder = scratchFolder(name)
  const postgres = await startEmbeddedPostgres(path.join(folder, 'pg'), { settings: serverSettings })
  const sql = connect(postgres.socketUrl, 4)
  await migrate(sql)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = await startProgram(process.execPath, ['bench/im-server.ts'], `${url}/readyz`, {
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    PORT: `${port}`,
    DATA_DIR: folder,
    DATABASE_URL: postgres.socketUrl,
    SEED: 'demo',
  })
  return {
    ...started,
    url,
    sql,
    postmasterPid: postgres.pid,
    stop: async (signal) => {
      await started.stop(signal)
      await sql.end()
      await postgres.stop()
    },
  }
}

/** Accounts with a session and a token each, straight into the tables: argon2 would take a minute for a thousand. */
export async function makePeople(sql: Sql, count: number): Promise<Person[]> {
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
