// Demo accounts have a published password, so a site that other machines can reach must not have any.
import type { Db } from '../../kit/db/db.ts'

/** @throws Error with a message for the operator when the database contains demo accounts */
export async function refuseDemoAccounts(db: Db): Promise<void> {
  const [row] = await db<{ exists: boolean }[]>`select exists (select from account where is_demo)`
  if (!row?.exists) return
  throw new Error(
    '数据库中有演示账号，它们的密码人人知道。PUBLIC_URL 或 HOST 不是本机地址时请改用空的数据库（SEED=none），或以 ALLOW_STANDINS=1 明确允许试用',
  )
}
