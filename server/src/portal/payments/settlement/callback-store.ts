// SQL of the providers' callbacks.
import { toJson, type Db } from '../../../kit/db/db.ts'

export async function insertCallback(db: Db, provider: string, headers: object, body: string): Promise<number> {
  const [row] = await db<{ id: number }[]>`
    insert into pay_callback (provider, headers, body) values (${provider}, ${toJson(db, headers)}, ${body})
    returning id`
  return row!.id
}

export async function updateCallbackOutcome(db: Db, id: number, outcome: string): Promise<void> {
  await db`update pay_callback set verdict = ${outcome.slice(0, 300)} where id = ${id}`
}
