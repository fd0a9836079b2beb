// SQL of the account's openid in WeChat, which is sealed.
import type { Db } from '../../../kit/db/db.ts'

export async function selectPayerOpenid(db: Db, accountId: number): Promise<Uint8Array | null> {
  const [row] = await db<{ openid_sealed: Uint8Array }[]>`
    select openid_sealed from wechat_payer where account_id = ${accountId}`
  return row?.openid_sealed ?? null
}

export async function upsertPayerOpenid(db: Db, accountId: number, sealed: Uint8Array): Promise<void> {
  await db`
    insert into wechat_payer (account_id, openid_sealed) values (${accountId}, ${sealed})
    on conflict (account_id) do update set openid_sealed = excluded.openid_sealed`
}
