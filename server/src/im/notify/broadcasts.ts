// Broadcasts to all accounts, without a row per account: a device asks for those after its last one.
import type { Broadcast } from '@xinqiao/contract/im/accounts/notify.ts'
import type { ParsedInput } from '@xinqiao/contract/im/index.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import type { SentBroadcast } from '@xinqiao/contract/http/chat/broadcasts.ts'
import { chatPushes } from '../../kit/bus/topic.ts'
import type { Secrets } from '../../kit/auth/secrets.ts'
import type { Kit, TransactionScope } from '../../kit/ctx.ts'
import { transaction, type Db, type Sql, type Tx } from '../../kit/db/db.ts'
import type { PageLimits } from '../../kit/db/lists.ts'
import { selectHistory } from '../../kit/generation-store.ts'
import { formatTime } from '../../kit/time.ts'
import type { ImCtx } from '../../kit/chat/im-ctx.ts'
import * as store from './broadcast-store.ts'
import { indexPhones, matchNames } from './named-accounts.ts'

const presentBroadcast = ({ id, body, time }: store.BroadcastRow): Broadcast => ({ broadcastId: id, body, time })

export type AppBroadcast = { appId: number; broadcast: Broadcast }

async function createBroadcast(tx: Tx, draft: store.BroadcastDraft): Promise<AppBroadcast> {
  // serialised, so that ids become visible in order
  await store.lockBroadcasts(tx)
  const row = await store.insertBroadcast(tx, draft)
  return { appId: row.app_id, broadcast: presentBroadcast(row) }
}

export const writeBroadcast = (sql: Sql, draft: store.BroadcastDraft): Promise<AppBroadcast> =>
  transaction(sql, (tx) => createBroadcast(tx, draft))

type StaffBroadcastInput = { appId: number; body: string; hours: number; accids: readonly string[] }

/**
 * Connected devices receive it at once, others at their next sync.
 * @throws Failure invalid for unknown receivers
 */
export async function sendBroadcast(
  { tx, kit, afterCommit }: TransactionScope,
  { appId, body, hours, accids }: StaffBroadcastInput,
  authorId: number,
): Promise<{ id: number; receivers: number | null }> {
  if (!(await store.hasApp(tx, appId))) throw fail('notFound')
  const receiverIds = accids.length > 0 ? [...(await requireReceivers(tx, kit.secrets, appId, accids)).keys()] : null
  const { generation } = await selectHistory(tx)
  const { broadcast } = await createBroadcast(tx, { body, retentionDays: hours / 24, appId, authorId, receiverIds })
  const push = { name: 'notify.broadcast', data: { broadcast }, generation } as const
  afterCommit(() => {
    if (receiverIds) for (const imId of receiverIds) chatPushes.publish(kit.bus, { ...push, imId })
    else chatPushes.publish(kit.bus, { ...push, appId })
  })
  return { id: broadcast.broadcastId, receivers: receiverIds && receiverIds.length }
}

/**
 * @returns the shown name of each account by its id
 * @throws Failure invalid for unknown names, and for a nickname of several accounts
 */
async function requireReceivers(
  db: Db,
  secrets: Secrets,
  appId: number,
  names: readonly string[],
): Promise<Map<number, string>> {
  const rows = [
    ...(await store.selectReceivers(db, appId, names)),
    ...(await store.selectReceiversByPhone(db, appId, indexPhones(names, secrets))),
  ]
  const describeUnknown = (list: string) => `该应用中没有这些账号：${list}`
  const ids = matchNames(names, rows, { field: 'accids', describeUnknown })
  const shownNames = new Map(rows.map(({ id, shown_name }) => [id, shown_name]))
  return new Map(ids.map((id) => [id, shownNames.get(id)!]))
}

/** @throws Failure notFound for an unknown app, invalid for unknown receivers */
export async function previewBroadcastReceivers(
  { sql, secrets }: Pick<Kit, 'sql' | 'secrets'>,
  { appId, accids }: Pick<StaffBroadcastInput, 'appId' | 'accids'>,
): Promise<{ count: number; names: string[] }> {
  if (!(await store.hasApp(sql, appId))) throw fail('notFound')
  if (accids.length === 0) return { count: await store.countReceivers(sql, appId), names: [] }
  const receivers = await requireReceivers(sql, secrets, appId, accids)
  return { count: receivers.size, names: [...receivers.values()] }
}

export async function listSentBroadcasts(
  sql: Sql,
  page: PageLimits,
): Promise<{ content: SentBroadcast[]; totalElements: number }> {
  const { rows, total } = await store.selectSentBroadcasts(sql, page)
  const content = rows.map(({ id, body, time, expires_at, is_selected, app_name, author, receivers }) => ({
    id,
    body,
    author,
    appName: app_name,
    receivers: is_selected ? receivers : null,
    createTime: formatTime(new Date(time)),
    expireTime: formatTime(expires_at),
  }))
  return { content, totalElements: total }
}

/** A new device starts after the last broadcast that another device of the account has read. */
export const listBroadcasts = async (
  { sql, viewer }: ImCtx,
  { broadcastMark, isFirst }: Pick<ParsedInput<'sync.sync'>, 'broadcastMark' | 'isFirst'>,
): Promise<Broadcast[]> => (await store.selectBroadcasts(sql, viewer, broadcastMark, isFirst)).map(presentBroadcast)

export async function markBroadcastsRead(
  { ids }: ParsedInput<'msg.markBroadcastsRead'>,
  { sql, viewer }: ImCtx,
): Promise<null> {
  await store.upsertBroadcastMark(sql, viewer.imId, Math.max(...ids))
  return null
}

/** The last broadcast that this account of the site has dismissed on a device; 0 before. */
export const getReadBroadcastId = (db: Db, accountId: number): Promise<number> =>
  store.selectBroadcastMark(db, accountId)
