// Message centre: messages of an account, and its channel settings.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { SiteMessage, NoticeSettings } from '@xinqiao/contract/http/messages/messages.ts'
import { isUrgent, siteMessageTypes, noticeKindNames, noticeKinds } from '@xinqiao/contract/notices.ts'
import { viewerOf, type Ctx } from '../../kit/ctx.ts'
import { transaction, type Db } from '../../kit/db/db.ts'
import { formatTime } from '../../kit/time.ts'
import { upsertNoticeChoices } from '../notify/store.ts'
import * as store from './store.ts'

/** The text of a bulletin is sent in `bulletinContent`, all others in `problemTitle` (portal.md 3). */
const presentMessage = (row: store.SiteMessageRow): SiteMessage => ({
  id: row.id,
  type: row.type,
  kind: row.kind,
  bulletinId: row.bulletin_id,
  bulletinContent: row.type === siteMessageTypes.bulletin ? row.title : '',
  problemId: row.question_id,
  problemTitle: row.type === siteMessageTypes.bulletin ? '' : row.title,
  fromName: row.from_name,
  fromAvatar: row.from_avatar,
  link: row.link,
  createTime: formatTime(row.created_at),
})

export const listMessages = async (ctx: Ctx, isRead: boolean): Promise<SiteMessage[]> =>
  (await store.selectMessages(ctx.kit.sql, viewerOf(ctx).id, isRead)).map(presentMessage)

export async function markMessagesRead(ctx: Ctx, id: number): Promise<null> {
  if (!(await store.markMessageRead(ctx.kit.sql, viewerOf(ctx).id, id))) throw fail('notFound')
  return null
}

export async function getBulletin(ctx: Ctx, id: number) {
  const row = orNotFound(await store.selectBulletin(ctx.kit.sql, viewerOf(ctx).id, id))
  return { id, title: row.title, content: row.content, createTime: formatTime(row.created_at) }
}

const defaultQuietHours = { enabled: false, from_minute: 22 * 60, to_minute: 8 * 60 }

async function readNoticeSettings(db: Db, accountId: number): Promise<NoticeSettings> {
  const [rows, storedQuietHours] = await Promise.all([
    store.selectNoticeChoices(db, accountId),
    store.selectQuietHours(db, accountId),
  ])
  const quiet = storedQuietHours ?? defaultQuietHours
  return {
    choices: noticeKindNames
      .filter((kind) => !isUrgent(kind))
      .map((kind) => {
        const { sms, mail, push } = noticeKinds[kind]
        return rows.find((row) => row.kind === kind) ?? { kind, site: true, sms, mail, push }
      }),
    quiet: { enabled: quiet.enabled, from: quiet.from_minute, to: quiet.to_minute },
  }
}

export const getNoticeSettings = (ctx: Ctx) => readNoticeSettings(ctx.kit.sql, viewerOf(ctx).id)

export function saveNoticeSettings(ctx: Ctx, { choices, quiet }: NoticeSettings): Promise<NoticeSettings> {
  const { id } = viewerOf(ctx)
  // required kinds always stay in the message centre
  const choicesToKeep = choices
    .filter(({ kind }) => !isUrgent(kind))
    .map((choice) => ({ ...choice, site: choice.site || noticeKinds[choice.kind].isNeeded }))
  return transaction(ctx.kit.sql, async (tx) => {
    await upsertNoticeChoices(tx, id, choicesToKeep, {
      enabled: quiet.enabled,
      from_minute: quiet.from,
      to_minute: quiet.to,
    })
    return readNoticeSettings(tx, id)
  })
}
