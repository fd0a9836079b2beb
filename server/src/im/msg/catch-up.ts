// What a device lacks since its mark. Why a mark covers only what is committed: docs/sync.md.
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { ImCtx } from '../../kit/im-ctx.ts'
import { readChanges } from '../changes/changes.ts'
import { listChanges } from '../changes/store.ts'
import { listBroadcasts } from '../notify/broadcasts.ts'
import { presentMessage, presentSession } from './present.ts'
import { listChanged, type ChangedRow, type SessionRow } from './session-store.ts'
import { listSince, type MessageRow } from './store.ts'

const thingsAtOnce = 500
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
  modified_time: row.m_modified_time,
  from_accid: row.m_from_accid!,
  to_accid: row.m_to_accid!,
})

/**
 * A version is shared by what one commit changed, so a page ends between two versions and never inside one. No
 * commit changes as many things of one account as a page holds: each command has its limit.
 */
const endOf = (rows: readonly { version: number }[], now: number): number =>
  rows.length > thingsAtOnce ? rows[thingsAtOnce]!.version - 1 : now

export async function syncSessions(input: ParsedInput<'sync.sync'>, ctx: ImCtx): Promise<CommandOutput<'sync.sync'>> {
  const { mark, isFirst } = input
  const { sql, bodies, readers, viewer } = ctx
  const rows = await listChanged(sql, viewer.imId, mark, thingsAtOnce + 1)
  const now = rows[0]?.mark ?? mark
  const sessions = rows.flatMap((row) => (row.version === null ? [] : [{ ...row, version: row.version }]))
  const except = isFirst ? ['goneMsg', 'modifiedMsg'] : []
  // read a moment later, and therefore only up to the version of that moment
  const changes = await listChanges(sql, viewer.imId, { mark, upTo: now, except }, thingsAtOnce + 1)
  const end = Math.min(endOf(sessions, now), endOf(changes, now))
  const page = changes.filter(({ version }) => version <= end)
  return {
    mark: end,
    hasMore: end < now,
    sessions: sessions
      .filter(({ version }) => version <= end)
      .map((row) => ({
        session: presentSession(row as SessionRow),
        lastMsg: row.m_id === null ? null : presentMessage(lastMessageOf(row), bodies),
      })),
    changes: (await readChanges(sql, readers, page)).map(({ change }) => change),
    broadcasts: await listBroadcasts(ctx, input),
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
      return {
        to,
        msgs: page.filter((row) => !row.is_gone).map((row) => presentMessage(row, bodies)),
        gone: page.filter((row) => row.is_gone).map(({ seq, time: at }) => ({ seq, time: at })),
        hasMore,
      }
    }),
  }
}
