// Operation of the chat by staff: list online accounts, disconnect, block and mute.
import { fail } from '@xinqiao/contract/errors.ts'
import type { AppAccount, OnlineDevice, ModeratedAccount } from '@xinqiao/contract/http/chat/operation.ts'
import { changedChatLogins, kickedChatAccounts } from '../../kit/bus/topic.ts'
import type { TransactionScope } from '../../kit/ctx.ts'
import type { Sql } from '../../kit/db/db.ts'
import type { PageLimits } from '../../kit/db/lists.ts'
import { formatTime } from '../../kit/time.ts'
import * as store from './store.ts'

type ListInput = PageLimits & { key: string | undefined }

const presentAccount = ({ account_id, accid, name, app_name, is_blocked, is_muted }: store.RestrictedAccountRow) => ({
  accountId: account_id,
  accid,
  name: name || accid,
  appName: app_name,
  isBlocked: is_blocked,
  isMuted: is_muted,
})

export async function listOnlineDevices(
  sql: Sql,
  { key, ...page }: ListInput,
): Promise<{ content: OnlineDevice[]; totalElements: number }> {
  const { rows, total } = await store.selectOnlineAccounts(sql, key, page)
  const content = rows.map((row) => ({
    ...presentAccount(row),
    id: row.id,
    clientType: row.client_type,
    since: formatTime(row.since),
    node: row.node_name,
  }))
  return { content, totalElements: total }
}

export async function listRestrictedAccounts(
  sql: Sql,
  { key, ...page }: ListInput,
): Promise<{ content: ModeratedAccount[]; totalElements: number }> {
  const { rows, total } = await store.selectRestrictedAccounts(sql, key, page)
  return { content: rows.map((row) => ({ id: row.account_id, ...presentAccount(row) })), totalElements: total }
}

/** @param input `id` of the app; `key`: the beginning of an account, or undefined */
export async function listAppAccounts(
  sql: Sql,
  input: ListInput & { id: number },
): Promise<{ appName: string; content: AppAccount[]; totalElements: number }> {
  const appName = await store.selectAppName(sql, input.id)
  if (appName === null) throw fail('notFound')
  const { rows, total } = await store.selectAppAccounts(sql, input)
  const content = rows.map((row) => ({ id: row.account_id, ...presentAccount(row), isOnline: row.is_online }))
  return { appName, content, totalElements: total }
}

/** Disconnects all devices of the account on every node. */
export async function kickAccount({ tx, kit, afterCommit }: TransactionScope, id: number): Promise<null> {
  if (!(await store.hasAccount(tx, id))) throw fail('notFound')
  afterCommit(() => kickedChatAccounts.publish(kit.bus, id))
  return null
}

export async function setAccountBlocked(
  { tx, kit, afterCommit }: TransactionScope,
  id: number,
  isBlocked: boolean,
): Promise<null> {
  if (!(await store.updateAccountState(tx, id, { is_blocked: isBlocked }))) throw fail('notFound')
  afterCommit(() => changedChatLogins.publish(kit.bus, id))
  return null
}

export async function setAccountMuted(
  { tx, kit, afterCommit }: TransactionScope,
  id: number,
  isMuted: boolean,
): Promise<null> {
  if (!(await store.updateAccountState(tx, id, { is_muted: isMuted }))) throw fail('notFound')
  afterCommit(() => changedChatLogins.publish(kit.bus, id))
  return null
}
