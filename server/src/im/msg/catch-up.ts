// What a device lacks since its mark. Why a mark covers only what is committed: docs/sync.md.
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { ImCtx } from '../../kit/im-ctx.ts'
import { presentMessage, presentSession } from './present.ts'
import { listChanged, type ChangedRow, type SessionRow } from './session-store.ts'
import { listSince, type MessageRow } from './store.ts'

const sessionsAtOnce = 500
const messagesEach = 500
const messagesAtOnce = 1_000

const lastMessageOf = (row: ChangedRow): MessageRow => ({
  id: row.m_id!,
  conversation_id: row.m_conversation_id!,
  seq: row.m_seq!,
  sender_id: row.m_sender_id!,
  id_client: row.m_id_client!,
  body: row.m_body!,
  sealed_key: row.m_sealed_key!,
  erased_seq: row.m_erased_seq!,
  client_type: row.m_client_type!,
  device_id: row.m_device_id!,
  time: row.m_time!,
  from_accid: row.m_from_accid!,
  to_accid: row.m_to_accid!,
})

export async function syncSessions(
  { mark }: ParsedInput<'sync.sync'>,
  { sql, bodies, viewer }: ImCtx,
): Promise<CommandOutput<'sync.sync'>> {
  const rows = await listChanged(sql, viewer.imId, mark, sessionsAtOnce + 1)
  const hasMore = rows.length > sessionsAtOnce
  // a version is shared by what one commit changed, so a page ends between two versions and never inside one
  const cut = rows.at(-1)?.version ?? 0
  const page = hasMore ? rows.filter((row) => row.version !== cut) : rows
  return {
    mark: hasMore ? (page.at(-1)?.version ?? mark) : (rows[0]?.mark ?? mark),
    hasMore,
    sessions: page
      .filter((row) => row.version !== null)
      .map((row) => ({
        session: presentSession(row as SessionRow),
        lastMsg: row.m_id === null ? null : presentMessage(lastMessageOf(row), bodies),
      })),
  }
}

export async function syncMessages(
  { since }: ParsedInput<'sync.syncMsgs'>,
  { sql, bodies, viewer }: ImCtx,
): Promise<CommandOutput<'sync.syncMsgs'>> {
  const rows = await listSince(sql, viewer.imId, since, messagesEach + 1, messagesAtOnce + 1)
  const isCut = rows.length > messagesAtOnce
  const lastPeer = rows.at(-1)?.peer
  const lastPlace = since.findIndex(({ to }) => to === lastPeer)
  return {
    lists: since.map(({ to }, place) => {
      const msgs = rows.filter((row) => row.peer === to)
      const hasMore = msgs.length > messagesEach || (isCut && place >= lastPlace)
      const page = hasMore ? msgs.slice(0, messagesEach) : msgs
      return { to, msgs: page.map((row) => presentMessage(row, bodies)), hasMore }
    }),
  }
}
