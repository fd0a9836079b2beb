// Messages of the site that an account has received.
import type { Sql } from '../src/kit/db/db.ts'

/** Titles of the messages, oldest first. */
export async function listMessageTitles(sql: Sql, accountId: number): Promise<string[]> {
  const rows = await sql<{ title: string }[]>`select title from message where account_id = ${accountId} order by id`
  return rows.map(({ title }) => title)
}
