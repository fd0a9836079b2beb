// The latest conversations for the chat corner of a page that has no socket yet.
import type { LatestChat } from '@xinqiao/contract/http/chat/inbox.ts'
import { chatMessageTypes, type WireMessage } from '@xinqiao/contract/im/messages.ts'
import { selectAccount, getHistory, getUsers, selectSessions } from '../../im/chat.ts'
import type { Kit } from '../../kit/ctx.ts'
import type { ImReadCtx } from '../../kit/chat/im-ctx.ts'

const maxShown = 6
const maxCounted = 100

const words: Partial<Record<number, string>> = {
  [chatMessageTypes.image]: '[图片]',
  [chatMessageTypes.audio]: '[语音]',
  [chatMessageTypes.video]: '[视频]',
  [chatMessageTypes.file]: '[文件]',
  [chatMessageTypes.geo]: '[位置]',
}

function previewMessage(msg: WireMessage | undefined): string {
  if (!msg) return ''
  const { content } = msg
  const text = 'text' in content ? content.text : 'tip' in content ? content.tip : (words[content.type] ?? '[消息]')
  return text.replaceAll(/\s+/g, ' ').slice(0, 60)
}

/** Names and texts match those of the chat commands: clients under their alias, and no recalled message. */
export async function readLatest(kit: Kit, accountId: number): Promise<{ unread: number; list: LatestChat[] }> {
  const account = await selectAccount(kit.sql, accountId)
  if (!account) return { unread: 0, list: [] }
  const ctx: ImReadCtx = { ...kit, viewer: { imId: account.id } }
  const sessions = await selectSessions(kit.sql, account.id, { beginTime: 0, endTime: 0 }, maxCounted)
  const latest = sessions.slice(0, maxShown)
  const accounts = latest.map(({ target }) => target)
  const { users } = accounts.length > 0 ? await getUsers({ accounts }, ctx) : { users: [] }
  const nameOf = new Map(users.map((user) => [user.account, user.nick]))
  const list = await Promise.all(
    latest.map(async ({ scene, target, unread, last_time }) => {
      const newest = { beginTime: 0, endTime: 0, limit: 1, reverse: false, msgTypes: [] }
      const { msgs } = await getHistory({ scene, to: target, ...newest }, ctx)
      return {
        accid: target,
        name: nameOf.get(target) || '对方',
        unread,
        time: last_time,
        preview: previewMessage(msgs[0]),
      }
    }),
  )
  return { unread: sessions.reduce((sum, { unread }) => sum + unread, 0), list }
}
