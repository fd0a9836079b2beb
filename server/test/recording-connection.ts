// A connection to the database of a test server that records the statements sent over it.
import { inject } from 'vitest'
import { connect, type Sql } from '../src/kit/db/db.ts'
import type { TestServer } from './test-server.ts'

export type RecordingConnection = { sql: Sql; statements: string[]; close: () => Promise<void> }

/** `statements` holds the first three words of each statement. */
export async function openRecordingConnection(server: TestServer): Promise<RecordingConnection> {
  const [row] = await server.kit.sql<{ name: string }[]>`select current_database() as name`
  const statements: string[] = []
  const url = inject('postgresUrl').replace(/\/postgres$/, `/${row!.name}`)
  const sql = connect(url, 1, (_connection, query) => statements.push(query.trim().split(/\s+/).slice(0, 3).join(' ')))
  // the driver reads the types of the database on each new connection
  await sql`select 1`
  await sql.begin((tx) => tx`select 1`)
  return { sql, statements, close: () => sql.end() }
}
