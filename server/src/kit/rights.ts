// What the server may do in its database. Its owner makes tables; the server, which speaks to the world, is another role:
// it changes rows and no table, and to what only grows it may add and nothing else. So no statement of its own, whoever
// brought it about, alters a log or puts its triggers to sleep.
import type postgres from 'postgres'

/** Tables of a record that nobody may alter. */
export const onlyGrow = ['audit_log', 'security_event', 'ledger_entry'] as const

export const serverRole = (owner: string): string => `${owner}_server`

type Held = postgres.ReservedSql<{ bigint: number; day: string }>

const noRight = '42501'

/** Again at each start: tables may have come since. */
export async function grantRights(sql: Held): Promise<void> {
  const [who] = await sql<{ owner: string }[]>`select current_user as owner`
  const role = serverRole(who!.owner)
  const [known] = await sql`select 1 from pg_roles where rolname = ${role}`
  if (!known) await makeRole(sql, role)
  if (!(await mayBecome(sql, role))) await sql`grant ${sql(role)} to current_user`
  await sql`grant usage on schema public to ${sql(role)}`
  await sql`grant select, insert, update, delete on all tables in schema public to ${sql(role)}`
  await sql`alter default privileges in schema public grant select, insert, update, delete on tables to ${sql(role)}`
  await sql`grant usage, select, update on all sequences in schema public to ${sql(role)}`
  await sql`revoke update, delete on ${sql(onlyGrow)} from ${sql(role)}`
}

async function mayBecome(sql: Held, role: string): Promise<boolean> {
  try {
    await sql`set role ${sql(role)}`
    await sql`reset role`
    return true
  } catch (error) {
    if ((error as { code?: string }).code === noRight) return false
    throw error
  }
}

async function makeRole(sql: Held, role: string): Promise<void> {
  try {
    await sql`create role ${sql(role)} nologin`
  } catch (error) {
    const { code } = error as { code?: string }
    // another database of the same cluster may be making it in this moment
    if (code === '42710' || code === '23505') return
    if (code !== noRight) throw error
    const owner = role.replace(/_server$/, '')
    throw new Error(
      `数据库账号没有创建角色的权限：请管理员执行 create role ${role}; grant ${role} to ${owner}; 或给它 CREATEROLE`,
      { cause: error },
    )
  }
}
