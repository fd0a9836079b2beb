// Messages of chatrooms: writing, delivering and reading.
import { LRUCache } from 'lru-cache'
import {
  listWantedTags,
  matchesTags,
  parseTagExpression,
  type RoomMessage,
} from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { defaultRoomName } from '@xinqiao/contract/lectures.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { minuteMs } from '@xinqiao/contract/time.ts'
import { detectCrisis } from '../../../crisis/detect.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import type { RoomPriority } from '../../../kit/chat/rooms.ts'
import type { Secrets } from '../../../kit/auth/secrets.ts'
import { transaction, type Tx } from '../../../kit/db/db.ts'
import * as messageStore from '../records/message-store.ts'
import { expectNotAnonymous, findWriteRefusal, isModerator, requireRoomVisit, type RoomCtx } from '../rules/rights.ts'
import * as store from '../records/room-store.ts'

/** Signs the address of the file in a message, so that all visitors can open it. */
export type FileSigner = (content: RoomMessage['content']) => RoomMessage['content']

/** Checks that the sender may pass on the file of a message; null without a file. */
export type FileCheck = (draft: ParsedInput<'chatroom.sendMsg'>, ctx: Pick<ImCtx, 'viewer'>) => Promise<void> | null
export type RoomFileFunctions = { signFile: FileSigner; checkFile: FileCheck }

/** Room and time of a stored message are columns. */
type SealedMessage = Omit<RoomMessage, 'chatroomId' | 'time'>

const sealMessage = (secrets: Secrets, roomId: number, { chatroomId: _id, time, ...msg }: RoomMessage): Buffer =>
  secrets.seal(JSON.stringify(msg satisfies SealedMessage), sealBindings.roomMessage(roomId, time))

export function openMessage(
  secrets: Secrets,
  { room_id: roomId, time, body_sealed }: Pick<messageStore.RoomMessageRow, 'room_id' | 'time' | 'body_sealed'>,
): RoomMessage {
  const msg = JSON.parse(secrets.open(body_sealed, sealBindings.roomMessage(roomId, time))) as SealedMessage
  return { chatroomId: `${roomId}`, ...msg, time }
}

const tagsOf = ({ notifyTargetTags = '' }: RoomMessage): string[] => {
  const expression = notifyTargetTags === '' ? null : parseTagExpression(notifyTargetTags)
  return expression ? listWantedTags(expression) : []
}

/**
 * Stores a message with the next time of its room.
 * @param stored visitors who have missed a message of priority `high` receive it later
 * @returns the message; `isNew` is false for a message that the sender had stored before
 */
export async function storeMessage(
  tx: Tx,
  secrets: Secrets,
  stored: { roomId: number; senderId: number; msg: RoomMessage; priority: RoomPriority },
): Promise<{ msg: RoomMessage; isNew: boolean }> {
  const { roomId, senderId, msg, priority } = stored
  const timed = { ...msg, time: await store.updateLastTime(tx, roomId, Date.now()) }
  const isNew = await messageStore.insertMessage(tx, {
    room_id: roomId,
    time: timed.time,
    sender_id: senderId,
    id_client: msg.idClient,
    type: msg.content.type,
    target_tags: msg.notifyTargetTags ?? '',
    tags: tagsOf(msg),
    body_sealed: sealMessage(secrets, roomId, timed),
    is_high: priority === 'high',
  })
  if (isNew) return { msg: timed, isNew }
  const row = await messageStore.selectMessage(tx, roomId, senderId, msg.idClient)
  return { msg: openMessage(secrets, row!), isNew }
}

/** Recent messages to named accounts, which are not stored, so that a repeated one is not delivered again. */
const recentTargeted = new LRUCache<string, RoomMessage>({ max: 2_000, ttl: 10 * minuteMs })
function findOrAddTargetedMessage(writer: string, msg: RoomMessage): { msg: RoomMessage; isNew: boolean } {
  const key = `${writer} ${msg.idClient}`
  const earlierMessage = recentTargeted.get(key)
  if (!earlierMessage) recentTargeted.set(key, msg)
  return { msg: earlierMessage ?? msg, isNew: !earlierMessage }
}

/**
 * The lock of the room keeps two messages of one sender in their order.
 * @throws ImFailure 416 with the seconds that are left, for a visitor who writes again too soon
 */
async function expectSlowModeInterval(
  tx: Tx,
  {
    roomId,
    senderId,
    idClient,
    slowSeconds,
  }: { roomId: number; senderId: number; idClient: string; slowSeconds: number },
): Promise<void> {
  await store.lockRoom(tx, roomId)
  const now = Date.now()
  const row = { room_id: roomId, sender_id: senderId, id_client: idClient }
  const latest = await messageStore.selectLatestTime(tx, row, now - slowSeconds * 1000)
  if (latest === null) return
  const seconds = Math.max(1, Math.ceil((latest - now) / 1000) + slowSeconds)
  throw imFail('tooOften', `慢速模式：请等${seconds}秒再发言`, { seconds })
}

export async function sendRoomMessage(
  draft: ParsedInput<'chatroom.sendMsg'>,
  ctx: RoomCtx,
  { signFile, checkFile }: RoomFileFunctions,
): Promise<CommandOutput<'chatroom.sendMsg'>> {
  const { sql, secrets, viewer, rooms } = ctx
  expectNotAnonymous(ctx)
  const now = Date.now()
  const { roomId, visit, rights } = await requireRoomVisit(ctx, now)
  const refusal = findWriteRefusal(ctx, rights, now)
  if (refusal) throw refusal
  const { idClient, content, highPriority, notifyTargetTags, toAccids } = draft
  if (highPriority && !isModerator(rights)) throw imFail('forbidden', '只有创建者与管理员可以发送高优先级消息')
  if (toAccids.length > 0 && !isModerator(rights)) throw imFail('forbidden', '只有创建者与管理员可以指定接收者')
  await checkFile(draft, ctx)
  const msg: RoomMessage = {
    chatroomId: `${roomId}`,
    idClient,
    time: now,
    content,
    from: visit.account,
    fromNick: visit.nick,
    fromAvatar: visit.avatar,
    fromCustom: visit.custom,
    fromClientType: viewer.clientType,
    ...(highPriority && { highPriority }),
    ...(notifyTargetTags && { notifyTargetTags }),
    ...(toAccids.length > 0 && { toAccids }),
    ...(rights.names_visitors && { isFromModerator: isModerator(rights) }),
  }
  const isStored = toAccids.length === 0
  const priority: RoomPriority = highPriority ? 'high' : 'normal'
  const result = isStored
    ? await transaction(sql, async (tx) => {
        const sender = { roomId, senderId: viewer.imId }
        const slowSeconds = isModerator(rights) ? 0 : rights.slow_seconds
        if (slowSeconds > 0) await expectSlowModeInterval(tx, { ...sender, idClient, slowSeconds })
        return storeMessage(tx, secrets, { ...sender, msg, priority })
      })
    : findOrAddTargetedMessage(`${roomId} ${viewer.imId}`, msg)
  const signed = { ...result.msg, content: signFile(result.msg.content) }
  if (result.isNew)
    rooms.deliver(roomId, {
      msg: signed,
      priority,
      except: ctx.connectionId,
    })
  return { msg: signed }
}

export type RoomText = { time: number; nick: string; text: string; isModerator: boolean }

/**
 * Messages from before rooms named their visitors have the chat alias of a client, which readers outside must not see.
 */
const hideAlias = (nick: string, alias: string | null): string =>
  nick !== '' && nick === alias ? defaultRoomName : nick

/**
 * Texts of a room in a period of milliseconds, oldest first, for readers outside of the room. A text or a name that the
 * crisis detector flags is left out for all readers: it is a matter for the duty staff, not for the public.
 */
export async function listRoomTexts(
  { sql, secrets }: Pick<RoomCtx, 'sql' | 'secrets'>,
  period: { roomId: number; from: number; to: number; limit: number },
): Promise<RoomText[]> {
  const rows = await messageStore.selectTexts(sql, period)
  return rows.flatMap((row) => {
    // messages of earlier versions do not have the role of their time
    const { time, fromNick, content, isFromModerator = row.is_moderator } = openMessage(secrets, row)
    const nick = hideAlias(fromNick, row.alias)
    const text = 'text' in content ? content.text : ''
    if ([nick, text].some((words) => detectCrisis(words) !== null)) return []
    return [{ time, nick, text, isModerator: isFromModerator }]
  })
}

export async function getRoomHistory(
  input: ParsedInput<'chatroom.getHistory'>,
  ctx: RoomCtx,
  signFile: FileSigner,
): Promise<CommandOutput<'chatroom.getHistory'>> {
  const { sql, secrets, viewer } = ctx
  const { roomId, visit, rights } = await requireRoomVisit(ctx)
  const { imId } = viewer
  const seesAll = isModerator(rights)
  const reader = { imId, tags: visit.tags, seesAll }
  const rows = await messageStore.selectMessages(sql, { ...input, roomId, reader })
  const isVisible = ({ target_tags, sender_id }: (typeof rows)[number]): boolean => {
    const expression = target_tags === '' || seesAll || sender_id === imId ? null : parseTagExpression(target_tags)
    return !expression || matchesTags(expression, visit.tags)
  }
  const msgs = rows.filter(isVisible).map((row) => {
    const msg = openMessage(secrets, row)
    const fromNick = rights.names_visitors ? hideAlias(msg.fromNick, row.alias) : msg.fromNick
    return { ...msg, fromNick, content: signFile(msg.content) }
  })
  return { msgs }
}
