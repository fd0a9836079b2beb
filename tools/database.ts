// Opens the installation's database for a command: external, or embedded, whether it runs or not.
import path from 'node:path'
import { readConfig, type Config } from '../server/src/kit/config.ts'
import { connect, isLockTimeout, type Sql } from '../server/src/kit/db/db.ts'
import { startEmbeddedPostgres } from '../server/src/kit/db/postgres/embedded.ts'

/** Copying, indexing or sealing a large table takes longer than a request may. Waiting for a lock does not. */
const toolSettings = { application_name: 'xinqiao-tool', statement_timeout: 24 * 3_600_000, lock_timeout: 30_000 }

/** A failure whose message is for operators. */
export const describeError = (error: unknown): string =>
  isLockTimeout(error)
    ? '数据库的表被别的操作锁住，等了 30 秒仍没有放开，本命令已经停下。请等那个操作结束后重试'
    : (error as Error).message

export async function withDatabase(
  work: (sql: Sql, config: Config) => Promise<void>,
  env: Record<string, string | undefined> = process.env,
): Promise<void> {
  const config = readConfig(env)
  const embedded = config.DATABASE_URL
    ? null
    : await startEmbeddedPostgres(path.join(config.dataDir, 'pg'), { canAttach: true })
  const sql = connect(config.DATABASE_URL ?? embedded?.url ?? '', 2, undefined, toolSettings)
  try {
    await work(sql, config)
  } catch (error) {
    // the message is enough for operators; the debug log level adds the stack
    console.error(config.LOG_LEVEL === 'debug' ? error : describeError(error))
    process.exitCode = 1
    // a connection to a host that does not reply any more would keep the process alive
    setTimeout(() => process.exit(), 15_000).unref()
  } finally {
    await sql.end({ timeout: 5 })
    // leaves it running for a server that is using it
    if (embedded && !embedded.isAttached) await embedded.stop()
  }
}

export type CopiedTable = { name: string; columns: string[] }

/** All tables of the application, referenced ones first, with their writable columns. */
export async function listTables(sql: Sql): Promise<CopiedTable[]> {
  const rows = await sql<CopiedTable[]>`
    select c.relname as name, array_agg(a.attname order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname order by c.relname`
  const links = await sql<{ from: string; to: string }[]>`
    select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f' and conrelid <> confrelid`
  const ordered: CopiedTable[] = []
  const tablesLeft = new Map(rows.map((table) => [table.name, table]))
  while (tablesLeft.size > 0) {
    const free = [...tablesLeft.values()].filter(
      ({ name }) => !links.some((link) => link.from === name && tablesLeft.has(link.to)),
    )
    if (free.length === 0) throw new Error('tables point at each other in a circle')
    for (const table of free) {
      ordered.push(table)
      tablesLeft.delete(table.name)
    }
  }
  return ordered
}
