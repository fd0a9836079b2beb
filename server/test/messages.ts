// Messages of the site that an account has received.
import type { Sql } from '../src/kit/db/db.ts'
import type { Rows } from '../db/rows.ts'

type ReceivedMessage = Pick<Rows['message'], 'kind' | 'title' | 'link'>

/**
 * The messages, oldest first.
 * @param titlePart limits them to titles that contain this
 */
export const selectMessages = (sql: Sql, accountId: number, titlePart = ''): Promise<ReceivedMessage[]> =>
  sql<ReceivedMessage[]>`
    select kind, title, link from message
    where account_id = ${accountId} and (${titlePart} = '' or strpos(title, ${titlePart}) > 0) order by id`

export const selectLastMessage = async (sql: Sql, accountId: number): Promise<ReceivedMessage | undefined> =>
  (await selectMessages(sql, accountId)).at(-1)

/**
 * Titles of the messages, oldest first.
 * @param titlePart limits them to titles that contain this
 */
export const listMessageTitles = async (sql: Sql, accountId: number, titlePart = ''): Promise<string[]> =>
  (await selectMessages(sql, accountId, titlePart)).map(({ title }) => title)
