// Bulletins of the association to all accounts or to a group, and the delivery log of SMS and mail.
import { fail } from '@xinqiao/contract/errors.ts'
import type { BulletinRow, Delivery } from '@xinqiao/contract/http/messages/staff.ts'
import type { Audience, DeliveryState } from '@xinqiao/contract/notices.ts'
import { roles, staff } from '@xinqiao/contract/roles.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { requireConfirmedText } from '../../crisis/staff-texts.ts'
import { type AuditedCtx } from '../../kit/ctx.ts'
import { maskName } from '../../kit/text/masks.ts'
import { formatTime } from '../../kit/time.ts'
import { notifyUsers } from '../notify/notify.ts'
import { selectAccountsByRoles } from '../notify/store.ts'
import { listActiveMembers } from '../member-status/member-status.ts'
import type { Db, Tx } from '../../kit/db/db.ts'
import * as store from './bulletin-store.ts'
import type { PageLimits } from '../../kit/db/lists.ts'

const roleIdsByAudience: Record<Exclude<Audience, 'members'>, readonly number[]> = {
  everybody: Object.values(roles),
  users: [roles.user],
  counsellors: [roles.counsellor],
  staff: staff.map((role) => roles[role]),
}

const listReceivers = (tx: Tx, audience: Audience): Promise<number[]> =>
  audience === 'members' ? listActiveMembers(tx) : selectAccountsByRoles(tx, roleIdsByAudience[audience])

export async function listBulletins({ sql }: { sql: Db }, page: PageLimits) {
  const { rows, total } = await store.selectBulletins(sql, page)
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

type BulletinDraft = { title: string; content: string; audience: Audience; isConfirmed: boolean }

export async function sendBulletin(ctx: AuditedCtx, { isConfirmed, ...draft }: BulletinDraft) {
  requireConfirmedText(`${draft.title}\n${draft.content}`, isConfirmed)
  const { tx } = ctx
  const id = await store.insertBulletin(tx, { ...draft, author_id: ctx.viewer.id })
  const recipientIds = await notifyUsers(ctx, {
    kind: 'bulletin',
    userIds: await listReceivers(tx, draft.audience),
    title: draft.title,
    link: withQuery(routes.detail, { id }),
    bulletinId: id,
    once: `${id}`,
  })
  await store.updateRecipientCount(tx, id, recipientIds.length)
  return { id, recipients: recipientIds.length }
}

export const withdrawBulletin = async ({ tx }: AuditedCtx, id: number): Promise<null> => {
  if (!(await store.markBulletinWithdrawn(tx, id))) throw fail('notFound')
  return null
}

export async function listDeliveries({ sql }: { sql: Db }, state: DeliveryState | undefined, page: PageLimits) {
  const { rows, total } = await store.selectDeliveries(sql, state, page)
  const content = rows.map((row): Delivery => ({
    id: row.id,
    // no name: the receiver of a notice about an answer may have asked anonymously
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
