// Creates many signed-in accounts at once, without hashing a password for each.
import { makeAccount } from '../db/fixtures/account.ts'
import { sealedPlaces } from '../src/kit/auth/sealed-places.ts'
import { hashToken, makeToken } from '../src/kit/auth/secrets.ts'
import { insertSession } from '../src/portal/accounts/records/store.ts'
import type { TestServer } from './test-server.ts'

export async function enterMany(server: TestServer, count: number): Promise<{ id: number; token: string }[]> {
  const { sql, secrets } = server.kit
  const model = await makeAccount(sql, secrets, { username: `crowd-${makeToken().slice(0, 8)}`, phone: makeToken() })
  const people: { id: number; token: string }[] = []
  for (let i = 0; i < count; i += 1) {
    const [row] = await sql<{ id: number }[]>`
      insert into account (username, password_hash, role_id, phone_sealed, phone_index, nickname, email)
      select username || ${`-${i}`}::text, password_hash, role_id, phone_sealed, ${secrets.index('phone', makeToken())},
        nickname, email
      from account where id = ${model} returning id`
    const phone = secrets.seal('13900000000', sealedPlaces.accountPhone(row!.id))
    await sql`update account set phone_sealed = ${phone} where id = ${row!.id}`
    const token = makeToken()
    const life = { idleSeconds: 3600, lifeSeconds: 3600 }
    await insertSession(sql, { accountId: row!.id, tokenHash: hashToken(token), device: '', ip: '', ...life })
    people.push({ id: row!.id, token })
  }
  return people
}
