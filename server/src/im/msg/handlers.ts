// Handlers of message, session and sync commands.
import type { CommandName, CommandOutput } from '@xinqiao/contract/im/index.ts'
import type { BodyCipher } from '../../kit/chat/bodies.ts'
import type { Sql } from '../../kit/db/db.ts'
import type { ImCtx, ImHandlers } from '../../kit/chat/im-ctx.ts'
import { markBroadcastsRead } from '../notify/broadcasts.ts'
import { syncMessages, syncSessions } from './sync/catch-up.ts'
import { modifyMessage } from './modification/modification.ts'
import { getMessagesById, getHistory, getThreadMessages } from './history/history.ts'
import { clearHistory, recallMessage } from './removal/removal.ts'
import { searchBySession, searchByTime, searchHistory } from './history/search.ts'
import type { ServerMessageDraft } from './send/outgoing-message.ts'
import { createMessageSender } from './send/send.ts'
import { modifyTeamMessage, recallTeamMessage } from './team/message-changes.ts'
import { clearTeamHistory, deleteMessagesForCaller } from './team/own-removal.ts'
import { updateTeamSession } from './team/own-session.ts'
import { createReadReceiptHandlers, type ReadReceiptCommand } from './team/receipts.ts'
import { createTeamMessageSender } from './team/send.ts'
import { getServerSession, getServerSessions, updateServerSession } from './sessions/server-sessions.ts'
import { deleteSessions, listSessions, markAck, markAcks, sendReadReceipt } from './sessions/sessions.ts'

type MsgCommand =
  | Exclude<Extract<CommandName, `${'msg' | 'sync' | 'serverSession' | 'search'}.${string}`>, 'sync.sync'>
  | 'msgExtend.getMsgsByIdServer'
  | 'msgExtend.getThreadMsgs'
  | ReadReceiptCommand
/** The handler of teams adds the teams to the reply of a sync. */
type MsgHandlers = ImHandlers<MsgCommand> & {
  'sync.sync': typeof syncSessions
  /** Also stores contents that no device may send. */
  sendToPeer: (draft: ServerMessageDraft, ctx: ImCtx) => Promise<CommandOutput<'msg.sendMsg'>>
}

export const createMsgHandlers = (sql: Sql, bodies: BodyCipher): MsgHandlers => {
  const sends = { p2p: createMessageSender(sql, bodies), team: createTeamMessageSender(sql, bodies) }
  return {
    sendToPeer: sends.p2p,
    'msg.sendMsg': (draft, ctx) => (draft.scene === 'p2p' ? sends.p2p : sends.team)(draft, ctx),
    'msg.getHistoryMsgs': getHistory,
    'msg.deleteSessions': deleteSessions,
    'msg.getSessions': listSessions,
    'msg.sendMsgReceipt': sendReadReceipt,
    'msg.markSessionAck': markAck,
    'msg.markSessionAckBatch': markAcks,
    'serverSession.getServerSessions': getServerSessions,
    'serverSession.getServerSession': getServerSession,
    'serverSession.updateServerSession': ({ scene, ...input }, ctx) =>
      scene === 'p2p' ? updateServerSession({ scene, ...input }, ctx) : updateTeamSession({ scene, ...input }, ctx),
    'search.msgFtsInServer': searchBySession,
    'search.msgFtsInServerByTiming': searchByTime,
    'search.searchHistoryMsgs': searchHistory,
    'msg.markBroadcastsRead': markBroadcastsRead,
    'msg.deleteMsg': ({ scene, ...input }, ctx) =>
      scene === 'p2p' ? recallMessage({ scene, ...input }, ctx) : recallTeamMessage({ scene, ...input }, ctx),
    'msg.modifyMsg': ({ scene, ...input }, ctx) =>
      scene === 'p2p' ? modifyMessage({ scene, ...input }, ctx) : modifyTeamMessage({ scene, ...input }, ctx),
    'msg.deleteMsgSelf': deleteMessagesForCaller,
    'msg.clearServerHistoryMsgs': ({ scene, to }, ctx) =>
      scene === 'p2p' ? clearHistory({ scene, to }, ctx) : clearTeamHistory({ scene, to }, ctx),
    'msgExtend.getMsgsByIdServer': getMessagesById,
    'msgExtend.getThreadMsgs': getThreadMessages,
    ...createReadReceiptHandlers(sql, bodies),
    'sync.sync': syncSessions,
    'sync.syncMsgs': syncMessages,
  }
}
