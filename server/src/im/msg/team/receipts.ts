// Read receipts in teams. A receipt locks and changes the row of the member alone, so that receipts of a busy team
// delay neither messages nor each other.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandName, CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import {
  readReceiptLimits,
  type TeamReadNotice,
  type TeamReadReceipt,
} from '@xinqiao/contract/im/team/team-receipts.ts'
import type { BodyCipher } from '../../../kit/chat/bodies.ts'
import type { DeliverPush, ImCtx, ImHandlers, ImReadCtx } from '../../../kit/chat/im-ctx.ts'
import { transaction, type Db, type Sql } from '../../../kit/db/db.ts'
import type { MessageRow } from '../../conversations/message-columns.ts'
import { presentMessage } from '../../conversations/present-message.ts'
import { selectMessagesById } from '../records/store.ts'
import { lockMember } from './ack-store.ts'
import * as store from './receipt-store.ts'

export type ReadReceiptCommand = Extract<CommandName, `team.${string}Receipt` | `team.getTeamMsgRead${string}`>

type ReadReceiptRef = { teamId: string; idServer: string }
type ReadReceiptMessage = { row: MessageRow; msg: WireMessage }

const wantsReadReceipts = ({ content }: WireMessage): boolean => content.needMsgReceipt === 1

/** A member has read the messages of a period. */
type MemberReadPeriod = store.ReadReceiptPeriod & { account: string }

/** A push has the numbers of readers of this many messages. A sender asks for those of older ones. */
const maxPushedReadReceipts = 100
const notifyIntervalMs = 1_000

/**
 * Groups the requested messages by team. Leaves out those that the caller cannot see or that request no receipt.
 * @throws ImFailure 414 for a team that is too large for receipts
 */
async function findReadReceiptMessages(
  { sql, bodies, viewer }: ImReadCtx,
  refs: readonly ReadReceiptRef[],
): Promise<Map<number, ReadReceiptMessage[]>> {
  const ids = refs.map(({ idServer }) => Number(idServer))
  const rows = await selectMessagesById(sql, viewer.imId, ids, 'team')
  const messages = rows
    .map((row) => ({ row, msg: presentMessage(row, bodies) }))
    .filter(({ msg }) => msg.scene === 'team' && wantsReadReceipts(msg) && refs.some(({ teamId }) => teamId === msg.to))
  const byTeam = Map.groupBy(messages, ({ msg }) => Number(msg.to))
  const teams = await store.selectMemberCounts(sql, [...byTeam.keys()])
  if (teams.some((team) => team.member_count > readReceiptLimits.members))
    throw imFail('invalid', `群成员超过${readReceiptLimits.members}人，没有已读回执`)
  return byTeam
}

const refOf = ({ to, idServer, idClient }: WireMessage) => ({ teamId: to, idServer, idClient })

async function listReadReceipts(
  db: Db,
  teamId: number,
  messages: readonly ReadReceiptMessage[],
): Promise<TeamReadReceipt[]> {
  const counts = await store.countReaders(
    db,
    teamId,
    messages.map(({ row }) => row),
  )
  const bySeq = new Map(counts.map(({ seq, ...numbers }) => [seq, numbers]))
  return messages.map(({ row, msg }) => ({ ...refOf(msg), ...(bySeq.get(row.seq) ?? { read: 0, unread: 0 }) }))
}

/**
 * Notifies the senders of messages that members have read. Receipts of a second are one push, because many members read
 * a message at the same time. A sender who misses the push asks again.
 */
function createReadReceiptNotifier(sql: Sql, bodies: BodyCipher) {
  const waiting = new Map<number, MemberReadPeriod[]>()

  async function notifySenders(teamId: number, deliver: DeliverPush): Promise<void> {
    const readings = waiting.get(teamId)!
    waiting.delete(teamId)
    const period = {
      after: Math.min(...readings.map(({ after }) => after)),
      upTo: Math.max(...readings.map(({ upTo }) => upTo)),
    }
    const rows = await store.selectMessagesInPeriod(sql, teamId, period, maxPushedReadReceipts)
    const messages = rows
      .map((row) => ({ row, msg: presentMessage(row, bodies) }))
      .filter(({ msg }) => wantsReadReceipts(msg))
      .toReversed()
    for (const [senderId, own] of Map.groupBy(messages, ({ row }) => row.sender_id))
      deliver(senderId, 'team.receipts', {
        teamMsgReceipts: nameReaders(await listReadReceipts(sql, teamId, own), own),
      })
    function nameReaders(receipts: readonly TeamReadReceipt[], own: readonly ReadReceiptMessage[]): TeamReadNotice[] {
      return receipts.flatMap((receipt, i) => {
        const { time, from } = own[i]!.msg
        return readings
          .filter(({ account, after, upTo }) => account !== from && time > after && time <= upTo)
          .slice(-readReceiptLimits.namedReaders)
          .map(({ account }) => ({ ...receipt, account }))
      })
    }
  }

  return (teamId: number, reading: MemberReadPeriod, deliver: DeliverPush): void => {
    const readings = waiting.get(teamId)
    if (readings) return void readings.push(reading)
    waiting.set(teamId, [reading])
    // the node may close meanwhile
    setTimeout(() => void notifySenders(teamId, deliver).catch(() => {}), notifyIntervalMs).unref()
  }
}
type NotifySenders = ReturnType<typeof createReadReceiptNotifier>

async function sendReadReceipts(
  { teamMsgReceipts }: ParsedInput<'team.sendTeamMsgReceipt'>,
  ctx: ImCtx,
  notifySenders: NotifySenders,
): Promise<null> {
  const { sql, viewer, deliver } = ctx
  const byTeam = await findReadReceiptMessages(ctx, teamMsgReceipts)
  // sorted by id, so that two devices of the account cannot deadlock
  const teams = [...byTeam].sort(([a], [b]) => a - b)
  await transaction(sql, async (tx, afterCommit) => {
    for (const [teamId, messages] of teams) {
      const member = await lockMember(tx, teamId, viewer.imId)
      const upTo = Math.max(...messages.map(({ row }) => row.time))
      if (!member || !(await store.updateMemberReadReceipt(tx, member, upTo))) continue
      const after = Math.max(member.receipt, member.cleared_time)
      afterCommit(() => notifySenders(teamId, { account: viewer.accid, after, upTo }, deliver))
    }
  })
  return null
}

const isOwn = ({ viewer }: ImCtx, { row }: ReadReceiptMessage): boolean => row.sender_id === viewer.imId

async function getReads(
  { teamMsgReceipts }: ParsedInput<'team.getTeamMsgReads'>,
  ctx: ImCtx,
): Promise<CommandOutput<'team.getTeamMsgReads'>> {
  const lists = []
  for (const [teamId, messages] of await findReadReceiptMessages(ctx, teamMsgReceipts)) {
    const own = messages.filter((message) => isOwn(ctx, message))
    lists.push(await listReadReceipts(ctx.sql, teamId, own))
  }
  return { teamMsgReceipts: lists.flat() }
}

async function getReadAccounts(
  { teamMsgReceipt }: ParsedInput<'team.getTeamMsgReadAccounts'>,
  ctx: ImCtx,
): Promise<CommandOutput<'team.getTeamMsgReadAccounts'>> {
  const [found] = await findReadReceiptMessages(ctx, [teamMsgReceipt])
  const own = found?.[1].find((message) => isOwn(ctx, message))
  if (!found || !own) throw imFail('notFound', '消息不存在，或没有已读回执')
  const readers = await store.selectReaders(ctx.sql, found[0], own.row)
  const accountsOf = (hasRead: boolean) =>
    readers.filter((reader) => reader.has_read === hasRead).map(({ accid }) => accid)
  return { ...refOf(own.msg), readAccounts: accountsOf(true), unreadAccounts: accountsOf(false) }
}

export function createReadReceiptHandlers(sql: Sql, bodies: BodyCipher): ImHandlers<ReadReceiptCommand> {
  const notifySenders = createReadReceiptNotifier(sql, bodies)
  return {
    'team.sendTeamMsgReceipt': (input, ctx) => sendReadReceipts(input, ctx, notifySenders),
    'team.getTeamMsgReads': getReads,
    'team.getTeamMsgReadAccounts': getReadAccounts,
  }
}
