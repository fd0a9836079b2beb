// Rights of the server in its database. The owner creates tables. The server signs in as another role, which only
// changes rows, and can only add to append-only tables. So an injected statement cannot alter a log (decision 010).
import { createHmac } from 'node:crypto'
import type postgres from 'postgres'
import { parseDatabaseUrl, withLogin } from '../../database-address.ts'

/** Tables to which the server may only add rows. */
export const appendOnlyTables = ['audit_log', 'security_event', 'ledger_entry'] as const

type DriverTypes = { bigint: number; day: string }

const serverRole = (owner: string): string => `${owner}_server`

/** Derives the role's password from the owner's, so that operators manage one password. */
const deriveServerPassword = (ownerPassword: string): string =>
  createHmac('sha256', ownerPassword).update('the server of xinqiao').digest('hex')

/** @param ownerUrl includes user and password */
export function serverUrl(ownerUrl: string): string {
  const { user, password } = parseDatabaseUrl(ownerUrl)
  if (user === '' || password === '') throw new Error('DATABASE_URL 需要写明用户和密码：postgres://用户:密码@主机/库')
  return withLogin(ownerUrl, serverRole(user), deriveServerPassword(password))
}

/** True when the server's role has exactly the rights that `grantRights` gives. Writes nothing. */
export async function hasGrantedRights(sql: postgres.Sql<DriverTypes>): Promise<boolean> {
  const [user] = await sql<{ owner: string }[]>`select current_user as owner`
  const role = serverRole(user!.owner)
  const [roleRow] = await sql`select 1 from pg_roles where rolname = ${role}`
  if (!roleRow) return false
  const [tables] = await sql<{ areGranted: boolean | null }[]>`
    select bool_and(
      has_table_privilege(${role}, oid, 'select') and has_table_privilege(${role}, oid, 'insert')
      and has_table_privilege(${role}, oid, 'update') <> (relname = any(${[...appendOnlyTables]}::text[]))
      and has_table_privilege(${role}, oid, 'delete') <> (relname = any(${[...appendOnlyTables]}::text[]))
    ) as "areGranted" from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`
  const [sequences] = await sql<{ areGranted: boolean | null }[]>`
    select bool_and(has_sequence_privilege(${role}, oid, 'usage') and has_sequence_privilege(${role}, oid, 'update'))
      as "areGranted" from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'`
  return tables!.areGranted === true && sequences!.areGranted !== false
}

/**
 * Grants the rights of the server's role after a migration, because tables may be new. It is one transaction, so that a
 * log is writable at no moment.
 */
export async function grantRights(sql: postgres.ReservedSql<DriverTypes>): Promise<void> {
  const [user] = await sql<{ owner: string }[]>`select current_user as owner`
  const role = serverRole(user!.owner)
  await createRole(sql, role)
  await sql`begin`
  try {
    await sql`grant usage on schema public to ${sql(role)}`
    await sql`grant select, insert, update, delete on all tables in schema public to ${sql(role)}`
    await sql`grant usage, select, update on all sequences in schema public to ${sql(role)}`
    await sql`alter default privileges in schema public grant select, insert, update, delete on tables to ${sql(role)}`
    await sql`revoke update, delete on ${sql(appendOnlyTables)} from ${sql(role)}`
    await sql`commit`
  } catch (error) {
    await sql`rollback`
    throw error
  }
}

const failForMissingRight = (error: unknown): never => {
  if ((error as { code?: string }).code !== '42501') throw error
  throw new Error('数据库账号需要 CREATEROLE 权限：服务以它建立的另一个账号运行（见 README 的“正式运行”）', {
    cause: error,
  })
}

async function createRole(sql: postgres.ReservedSql<DriverTypes>, role: string): Promise<void> {
  const [roleRow] = await sql`select 1 from pg_roles where rolname = ${role}`
  if (roleRow) return
  await sql`create role ${sql(role)} nologin`.catch((error: unknown) => {
    const { code } = error as { code?: string }
    // another database of the cluster may create the role at the same moment
    if (code !== '42710' && code !== '23505') failForMissingRight(error)
  })
}

/** @param own address with the server's role and password */
export async function enableRoleLogin(owner: postgres.Sql<DriverTypes>, own: string): Promise<void> {
  const { user, password } = parseDatabaseUrl(own)
  const [role] = await owner<{ name: string }[]>`select quote_ident(${user}) as name`
  // the statement takes no parameters; the password is hexadecimal
  await owner.unsafe(`alter role ${role!.name} login password '${password}'`).catch((error: unknown) => {
    // another node does the same at this moment
    if ((error as { code?: string }).code !== 'XX000') failForMissingRight(error)
  })
}
