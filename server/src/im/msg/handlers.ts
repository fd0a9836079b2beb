// Handlers of message, session and sync commands.
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import type { Bodies } from '../../kit/chat/bodies.ts'
import type { Sql } from '../../kit/db/db.ts'
import type { ImHandlers } from '../../kit/im-ctx.ts'
import { markBroadcastsRead } from '../notify/broadcasts.ts'
import { syncMessages, syncSessions } from './sync/catch-up.ts'
import { modifyMessage } from './modification/modification.ts'
import { getById, getHistory } from './history/history.ts'
import { clearHistory, deleteForSelf, recallMessage } from './removal/removal.ts'
import { searchBySession, searchByTime, searchHistory } from './history/search.ts'
import { createSend } from './send/send.ts'
import { getServerSession, getServerSessions, updateServerSession } from './sessions/server-sessions.ts'
import { deleteSessions, listSessions, markAck, markAcks, sendReceipt } from './sessions/sessions.ts'

export const makeMsgHandlers = (
  sql: Sql,
  bodies: Bodies,
): ImHandlers<
  Extract<CommandName, `${'msg' | 'sync' | 'serverSession' | 'search'}.${string}` | 'msgExtend.getMsgsByIdServer'>
> => ({
  'msg.sendMsg': createSend(sql, bodies),
  'msg.getHistoryMsgs': getHistory,
  'msg.deleteSessions': deleteSessions,
  'msg.getSessions': listSessions,
  'msg.sendMsgReceipt': sendReceipt,
  'msg.markSessionAck': markAck,
  'msg.markSessionAckBatch': markAcks,
  'serverSession.getServerSessions': getServerSessions,
  'serverSession.getServerSession': getServerSession,
  'serverSession.updateServerSession': updateServerSession,
  'search.msgFtsInServer': searchBySession,
  'search.msgFtsInServerByTiming': searchByTime,
  'search.searchHistoryMsgs': searchHistory,
  'msg.markBroadcastsRead': markBroadcastsRead,
  'msg.deleteMsg': recallMessage,
  'msg.modifyMsg': modifyMessage,
  'msg.deleteMsgSelf': deleteForSelf,
  'msg.clearServerHistoryMsgs': clearHistory,
  'msgExtend.getMsgsByIdServer': getById,
  'sync.sync': syncSessions,
  'sync.syncMsgs': syncMessages,
})
