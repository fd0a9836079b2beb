// The playground: pairs of accounts that live for some hours, in an app of their own.
import { randomBytes } from 'node:crypto'
import { fail } from '@xinqiao/contract/errors.ts'
import { maxPairsPerHour, type PlaygroundPair } from '@xinqiao/contract/http/chat/playground.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { hourMs, hourSeconds } from '@xinqiao/contract/time.ts'
import { createToken, hashToken } from '../../kit/auth/secrets.ts'
import { limitHits } from '../../kit/auth/throttle.ts'
import type { Kit } from '../../kit/ctx.ts'
import { transaction, type Tx } from '../../kit/db/db.ts'
import * as accountStore from './accounts/account-store.ts'
import * as store from './playground-store.ts'

export const isPlaygroundOpen = async ({ sql }: Pick<Kit, 'sql'>) => (await store.selectPlayground(sql)).is_open

async function createAccount(tx: Tx, appId: number): Promise<PlaygroundPair['accounts'][number]> {
  const [accid, token] = [`try${randomBytes(6).toString('hex')}`, createToken()]
  const expiresAt = new Date(Date.now() + limits.playgroundHours * hourMs).toISOString()
  const account = await accountStore.insertAccount(tx, appId, accid)
  if (!account) throw new Error('a random account name was taken')
  await accountStore.replaceToken(tx, account.id, hashToken(token), expiresAt)
  return { account: accid, token }
}

/** @throws Failure playgroundClosed, tooManyRequests */
export async function createPlaygroundPair({ sql }: Pick<Kit, 'sql'>, accountId: number): Promise<PlaygroundPair> {
  const { id, app_key, is_open } = await store.selectPlayground(sql)
  if (!is_open) throw fail('playgroundClosed')
  await limitHits(sql, `playground ${accountId}`, maxPairsPerHour, hourSeconds)
  return transaction(sql, async (tx) => ({
    appKey: app_key,
    accounts: [await createAccount(tx, id), await createAccount(tx, id)],
  }))
}
