// What the server may do in its database. Its owner makes tables; the server, which speaks to the world, logs in as
// another role: it changes rows and no table, and to what only grows it may add and nothing else. So no statement of its
// own, whoever brought it about, alters a log or puts its triggers to sleep.
import { createHmac } from 'node:crypto'
import type postgres from 'postgres'

/** Tables of a record that nobody may alter. */
export const onlyGrow = ['audit_log', 'security_event', 'ledger_entry'] as const

type Types = { bigint: number; day: string }

const serverRole = (owner: string): string => `${owner}_server`

/** The password follows from the owner's, so that nobody has to keep two; it leads back to nothing. */
const serverPassword = (ownerPassword: string): string =>
  createHmac('sha256', ownerPassword).update('the server of xinqiao').digest('hex')

/** @param ownerUrl with user and password */
export function serverUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  if (url.username === '' || url.password === '')
    throw new Error('DATABASE_URL 需要写明用户和密码：postgres://用户:密码@主机/库')
  url.password = serverPassword(decodeURIComponent(url.password))
  url.username = encodeURIComponent(serverRole(decodeURIComponent(url.username)))
  return `${url}`
}

/** Again at each start: tables may have come since. All at once, so that at no moment a log is open. */
export async function grantRights(sql: postgres.ReservedSql<Types>): Promise<void> {
  const [who] = await sql<{ owner: string }[]>`select current_user as owner`
  const role = serverRole(who!.owner)
  await makeRole(sql, role)
  await sql`begin`
  try {
    await sql`grant usage on schema public to ${sql(role)}`
    await sql`grant select, insert, update, delete on all tables in schema public to ${sql(role)}`
    await sql`grant usage, select, update on all sequences in schema public to ${sql(role)}`
    await sql`alter default privileges in schema public grant select, insert, update, delete on tables to ${sql(role)}`
    await sql`revoke update, delete on ${sql(onlyGrow)} from ${sql(role)}`
    await sql`commit`
  } catch (error) {
    await sql`rollback`
    throw error
  }
}

const sayWhatLacks = (error: unknown): never => {
  if ((error as { code?: string }).code !== '42501') throw error
  throw new Error('数据库账号需要 CREATEROLE 权限：服务以它建立的另一个账号运行（见 README 的“正式运行”）', {
    cause: error,
  })
}

async function makeRole(sql: postgres.ReservedSql<Types>, role: string): Promise<void> {
  const [known] = await sql`select 1 from pg_roles where rolname = ${role}`
  if (known) return
  await sql`create role ${sql(role)} nologin`.catch((error: unknown) => {
    const { code } = error as { code?: string }
    // another database of the same cluster may be making it in this moment
    if (code !== '42710' && code !== '23505') sayWhatLacks(error)
  })
}

/** @param own the address with which the server will log in */
export async function openLogin(owner: postgres.Sql<Types>, own: string): Promise<void> {
  const { username, password } = new URL(own)
  const [role] = await owner<{ name: string }[]>`select quote_ident(${decodeURIComponent(username)}) as name`
  // a statement that takes no parameters; the password is hexadecimal
  await owner.unsafe(`alter role ${role!.name} login password '${password}'`).catch((error: unknown) => {
    // another node is doing the same
    if ((error as { code?: string }).code !== 'XX000') sayWhatLacks(error)
  })
}
