// Bulletins of the association to all accounts or a group, and the delivery log of SMS and mail.
import { fail } from '@xinqiao/contract/errors.ts'
import type { BulletinRow, Delivery } from '@xinqiao/contract/http/staff-messages.ts'
import type { Audience, DeliveryState } from '@xinqiao/contract/notices.ts'
import { roles, staff } from '@xinqiao/contract/roles.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { recordAudit } from '../../kit/audit.ts'
import { viewerOf, type Ctx } from '../../kit/ctx.ts'
import { transaction, type Db, type Tx } from '../../kit/db.ts'
import { maskName } from '../../kit/masks.ts'
import { formatTime } from '../../kit/time.ts'
import { notifyUsers } from '../notify/notify.ts'
import { listByRoles } from '../notify/store.ts'
import { listActiveMembers } from '../member-status/member-status.ts'
import * as store from './bulletin-store.ts'

const roleIdsOf: Record<Exclude<Audience, 'members'>, readonly number[]> = {
  everybody: Object.values(roles),
  users: [roles.user],
  counsellors: [roles.counsellor],
  staff: staff.map((role) => roles[role]),
}

const receiversOf = (tx: Tx, audience: Audience): Promise<number[]> =>
  audience === 'members' ? listActiveMembers(tx) : listByRoles(tx, roleIdsOf[audience])

export async function listBulletins({ sql }: { sql: Db }, limit: number, offset: number) {
  const { rows, total } = await store.listBulletins(sql, limit, offset)
  const content = rows.map((row): BulletinRow => ({
    id: row.id,
    title: row.title,
    content: row.content,
    audience: row.audience as Audience,
    recipients: row.recipients,
    readers: row.readers,
    author: row.author ?? '',
    createTime: formatTime(row.created_at),
    withdrawn: row.withdrawn_at !== null,
  }))
  return { content, totalElements: total }
}

export const sendBulletin = (ctx: Ctx, draft: { title: string; content: string; audience: Audience }) =>
  transaction(ctx.kit.sql, async (tx, after) => {
    const actorId = viewerOf(ctx).id
    const id = await store.insertBulletin(tx, { ...draft, author_id: actorId })
    const told = await notifyUsers(
      { kit: ctx.kit, tx, after },
      {
        kind: 'bulletin',
        userIds: await receiversOf(tx, draft.audience),
        title: draft.title,
        link: withQuery(routes.detail, { id }),
        bulletinId: id,
        once: `${id}`,
      },
    )
    await store.setRecipients(tx, id, told.length)
    const detail = { audience: draft.audience, recipients: told.length }
    await recordAudit(tx, { actorId, action: 'bulletinSent', subject: `bulletin ${id}`, reason: '', detail })
    return { id, recipients: told.length }
  })

export const withdrawBulletin = (ctx: Ctx, id: number): Promise<null> =>
  transaction(ctx.kit.sql, async (tx) => {
    if (!(await store.withdrawBulletin(tx, id))) throw fail('notFound')
    const actorId = viewerOf(ctx).id
    await recordAudit(tx, { actorId, action: 'bulletinWithdrawn', subject: `bulletin ${id}`, reason: '' })
    return null
  })

export async function listDeliveries(
  { sql }: { sql: Db },
  state: DeliveryState | undefined,
  limit: number,
  offset: number,
) {
  const { rows, total } = await store.listDeliveries(sql, state, limit, offset)
  const content = rows.map((row): Delivery => ({
    id: row.id,
    // the recipient of an answer notification may have asked anonymously
    username: row.username === null ? '尚无账号' : maskName(row.username),
    kind: row.kind,
    channel: row.channel,
    state: row.state,
    tries: row.tries,
    failure: row.failure ?? '',
    createTime: formatTime(row.created_at),
    sentTime: row.sent_at && formatTime(row.sent_at),
  }))
  return { content, totalElements: total }
}
