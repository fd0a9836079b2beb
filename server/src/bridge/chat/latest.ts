// The latest conversations for the chat corner of a page that has no socket yet.
import { describeCall, describeText } from '@xinqiao/contract/calls.ts'
import { isNewFriendsTip } from '@xinqiao/contract/im/accounts/friend.ts'
import type { LatestConversation } from '@xinqiao/contract/http/chat/inbox.ts'
import { chatMessageTypes, type StoredContent, type WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { sessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import {
  selectAccount,
  selectFriendsOf,
  getHistory,
  getUsers,
  isMentioned,
  listTeamSessions,
  selectSessions,
  type TeamSession,
} from '../../im/chat.ts'
import type { Kit } from '../../kit/ctx.ts'
import type { ImReadCtx } from '../../kit/chat/im-ctx.ts'

const maxShown = 6
const maxCounted = 100
/** Maximum number of teams, the latest first, and of unread messages in each that are searched for mentions. */
const maxMentionTeams = 10
const maxMentionMessages = 100

/** `nick`: the chat name of the account `accid`. */
type LatestSession = { time: number; accid: string; present: (nick: string) => Promise<LatestConversation> }

const words: Partial<Record<number, string>> = {
  [chatMessageTypes.image]: '[图片]',
  [chatMessageTypes.audio]: '[语音]',
  [chatMessageTypes.video]: '[视频]',
  [chatMessageTypes.file]: '[文件]',
  [chatMessageTypes.geo]: '[位置]',
  [chatMessageTypes.notification]: '[小组通知]',
}

/** Types of messages that report an event in a conversation, and have no writer. */
const noticeTypes: ReadonlySet<number> = new Set([chatMessageTypes.notification, chatMessageTypes.tip])

/** @param peer the other account in p2p */
function previewMessage(msg: WireMessage | null | undefined, peer = ''): string {
  if (!msg) return ''
  const { content, from } = msg
  return describeContent(content, from !== peer)
    .replaceAll(/\s+/g, ' ')
    .slice(0, 60)
}

function describeContent(content: StoredContent, isOwn: boolean): string {
  if ('text' in content) return describeText(content.text)
  if ('tip' in content) return isNewFriendsTip(content) ? content.tip : `[提示] ${content.tip}`
  if (content.type === chatMessageTypes.g2 && 'attach' in content) return describeCall(content.attach, isOwn)
  return words[content.type] ?? '[这条消息需要在对方的应用里查看]'
}
/** The names that the account gives its friends, by their accounts. */
async function readFriendNames({ sql }: Pick<Kit, 'sql'>, imId: number, pairs: readonly PairSession[]) {
  const rows = await selectFriendsOf(
    sql,
    pairs.map(({ target }) => ({ imId, key: target })),
  )
  return new Map(rows.map(({ accid, alias }) => [accid, alias]))
}

type PairSession = Awaited<ReturnType<typeof selectSessions>>[number]

async function presentPair(
  ctx: ImReadCtx,
  { scene, target, unread, last_time: time }: PairSession,
  nick: string,
): Promise<LatestConversation> {
  const newest = { beginTime: 0, endTime: 0, limit: 1, reverse: false, msgTypes: [] }
  const { msgs } = await getHistory({ scene, to: target, ...newest }, ctx)
  const marks = { isQuiet: false, isMentioned: false }
  const isFromOther = msgs[0]?.from === target
  const isWritten = msgs[0] !== undefined && !noticeTypes.has(msgs[0].content.type)
  const preview = (isWritten && !isFromOther ? '我：' : '') + previewMessage(msgs[0], target)
  return { key: target, name: nick || '对方', unread, time, preview, ...marks }
}

/** A team with the number of unread messages that mention the account. */
type MentionedTeam = TeamSession & { time: number; mentions: number }

async function listTeams(ctx: ImReadCtx, accid: string): Promise<MentionedTeam[]> {
  const sessions = (await listTeamSessions(ctx))
    .map((session) => ({
      ...session,
      time: session.lastMsg?.time ?? Math.max(session.lastTime, session.team.createTime),
    }))
    .sort((a, b) => b.time - a.time)
  const readTeams = new Set(sessions.filter(({ unread }) => unread > 0).slice(0, maxMentionTeams))
  return Promise.all(
    sessions.map(async (session) => ({
      ...session,
      mentions: readTeams.has(session) ? await countMentions(ctx, accid, session) : 0,
    })),
  )
}

async function countMentions(ctx: ImReadCtx, accid: string, { team, own }: TeamSession): Promise<number> {
  const page = { beginTime: own.ack, endTime: 0, limit: maxMentionMessages, reverse: false, msgTypes: [] }
  const { msgs } = await getHistory({ scene: team.scene, to: team.teamId, ...page }, ctx)
  return msgs.filter((msg) => isMentioned(msg, accid)).length
}

const isQuiet = ({ own }: TeamSession): boolean => own.muteNotiType === 1

function presentTeam(session: MentionedTeam, accid: string, nick: string): LatestConversation {
  const { team, unread, time, lastMsg, senderNick, mentions } = session
  const hasSender = lastMsg && lastMsg.content.type !== chatMessageTypes.notification
  const sender = lastMsg?.from === accid ? '我' : senderNick || nick || '成员'
  return {
    key: sessionIdOf({ scene: team.scene, to: team.teamId }),
    name: team.name,
    unread,
    time,
    preview: (hasSender ? `${sender}：` : '') + previewMessage(lastMsg),
    isQuiet: isQuiet(session),
    isMentioned: mentions > 0,
  }
}

/**
 * Names and texts match those of the chat commands: clients under their alias, and no recalled message. In the sum of
 * unread messages, a quiet team counts with its mentions only.
 */
export async function getLatestConversations(
  kit: Kit,
  accountId: number,
): Promise<{ unread: number; list: LatestConversation[] }> {
  const account = await selectAccount(kit.sql, accountId)
  if (!account) return { unread: 0, list: [] }
  const { id: imId, accid: ownAccid } = account
  const ctx: ImReadCtx = { ...kit, viewer: { imId } }
  const [pairs, teams] = await Promise.all([
    selectSessions(kit.sql, imId, { beginTime: 0, endTime: 0 }, maxCounted),
    listTeams(ctx, ownAccid),
  ])
  const friendNames = await readFriendNames(kit, imId, pairs)
  const sessions: LatestSession[] = [
    ...pairs.map((pair) => ({
      time: pair.last_time,
      accid: pair.target,
      present: (nick: string) => presentPair(ctx, pair, friendNames.get(pair.target) || nick),
    })),
    ...teams.map((team) => ({
      time: team.time,
      accid: team.lastMsg?.from ?? '',
      present: (nick: string) => Promise.resolve(presentTeam(team, ownAccid, nick)),
    })),
  ]
  const latest = sessions.sort((a, b) => b.time - a.time).slice(0, maxShown)
  const accounts = [...new Set(latest.map(({ accid }) => accid))].filter((accid) => accid !== '')
  const { users } = accounts.length > 0 ? await getUsers({ accounts }, ctx) : { users: [] }
  const nicks = new Map(users.map((user) => [user.account, user.nick]))
  const unread =
    pairs.reduce((sum, pair) => sum + pair.unread, 0) +
    teams.reduce((sum, team) => sum + (isQuiet(team) ? team.mentions : team.unread), 0)
  return { unread, list: await Promise.all(latest.map(({ accid, present }) => present(nicks.get(accid) ?? ''))) }
}
