// Creates many signed-in accounts at once, without hashing a password for each.
import { createAccount } from '../../db/fixtures/account.ts'
import { sealBindings } from '../../src/kit/auth/seal-bindings.ts'
import { hashToken, createToken } from '../../src/kit/auth/secrets.ts'
import { insertSignInSession } from '../../src/portal/accounts/records/store.ts'
import type { Caller, TestServer } from '../test-server.ts'

export async function enterMany(server: TestServer, count: number): Promise<Caller[]> {
  const { sql, secrets } = server.kit
  const model = await createAccount(sql, secrets, {
    username: `crowd-${createToken().slice(0, 8)}`,
    phone: createToken(),
  })
  const callers: Caller[] = []
  for (let i = 0; i < count; i += 1) {
    const [row] = await sql<{ id: number; username: string }[]>`
      insert into account (username, password_hash, role_id, phone_sealed, phone_index, nickname, email)
      select username || ${`-${i}`}::text, password_hash, role_id, phone_sealed, ${secrets.index('phone', createToken())},
        nickname, email
      from account where id = ${model} returning id, username`
    const phone = '13900000000'
    const sealedPhone = secrets.seal(phone, sealBindings.accountPhone(row!.id))
    await sql`update account set phone_sealed = ${sealedPhone} where id = ${row!.id}`
    const token = createToken()
    const life = { idleSeconds: 3600, lifeSeconds: 3600 }
    await insertSignInSession(sql, { accountId: row!.id, tokenHash: hashToken(token), device: '', ip: '', ...life })
    callers.push({ ...row!, token, phone })
  }
  return callers
}
