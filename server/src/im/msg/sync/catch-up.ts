// Sync: data that a device lacks since its watermark. docs/guides/sync.md explains why a mark covers only committed
// data.
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { TeamId } from '@xinqiao/contract/im/team/team-model.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { readChanges } from '../../changes/changes.ts'
import { selectChanges } from '../../changes/store.ts'
import { listBroadcasts } from '../../notify/broadcasts.ts'
import { presentMessage } from '../../conversations/present-message.ts'
import { presentSession } from '../rules/present.ts'
import { selectChangedSessions, type ChangedSessionRow, type SessionRow } from '../records/session-store.ts'
import { type MessageRow } from '../../conversations/message-columns.ts'
import { selectMessagesSince, selectTeamMessagesSince } from '../records/store.ts'

const maxChangesPerPage = 500
const maxMessagesPerSession = 500
const maxMessagesPerPage = 1_000

const lastMessageOf = (row: ChangedSessionRow): MessageRow => ({
  scene: row.scene!,
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

type SyncPage<T> = { rows: T[]; last: T | null; isCut: boolean }

/** The rows of a page, and its last row if more rows follow. */
function cutPage<T>(rows: T[]): SyncPage<T> {
  const isCut = rows.length > maxChangesPerPage
  return {
    rows: isCut ? rows.slice(0, maxChangesPerPage) : rows,
    last: isCut ? rows[maxChangesPerPage - 1]! : null,
    isCut,
  }
}

/**
 * The sync mark of a page: one below the version of its last row. All rows up to it are in this page or an earlier one.
 */
const syncMarkOf = (page: SyncPage<{ version: number }>, now: number) => (page.last ? page.last.version - 1 : now)

/**
 * Sessions and changes are two lists with pages by version and key, because a commit may change more rows than a page
 * holds. A row that changes meanwhile moves behind all positions, so no page misses it.
 */
export async function syncSessions(
  input: ParsedInput<'sync.sync'>,
  ctx: ImCtx,
): Promise<Omit<CommandOutput<'sync.sync'>, 'teams' | 'teamChanges' | 'leftTeams'>> {
  const { mark, isFirst } = input
  const { sql, bodies, readers, viewer } = ctx
  const start = input.position ?? { sessions: [mark + 1, 0], changes: [mark + 1, '', ''] }
  const rows = await selectChangedSessions(sql, viewer.imId, start.sessions, maxChangesPerPage + 1)
  const { generation, mark: now } = rows[0] ?? { generation: 0, mark }
  await ctx.confirmGeneration(generation)
  const sessions = cutPage(rows.flatMap((row) => (row.version === null ? [] : [{ ...row, version: row.version }])))
  const except = isFirst ? ['goneMsg', 'modifiedMsg'] : []
  // changes are read after the snapshot, so they are limited to its version
  const changes = cutPage(
    await selectChanges(sql, viewer.imId, { after: start.changes, upTo: now, except }, maxChangesPerPage + 1),
  )
  const hasMore = sessions.isCut || changes.isCut
  return {
    generation,
    // the next mark is never below the caller's, also when the caller sends a position from before it
    mark: Math.max(mark, Math.min(syncMarkOf(sessions, now), syncMarkOf(changes, now))),
    hasMore,
    ...(hasMore && {
      position: {
        sessions: sessions.last ? [sessions.last.version, sessions.last.conversation_id!] : [now + 1, 0],
        changes: changes.last ? [changes.last.version, changes.last.kind, changes.last.key] : [now + 1, '', ''],
      },
    }),
    sessions: sessions.rows.map((row) => ({
      session: presentSession(row as SessionRow),
      lastMsg: row.m_id === null ? null : presentMessage(lastMessageOf(row), bodies),
    })),
    changes: (await readChanges(sql, readers, changes.rows)).map(({ change }) => change),
    broadcasts: await listBroadcasts(ctx, input),
  }
}

export async function syncMessages(
  { since }: ParsedInput<'sync.syncMsgs'>,
  { sql, bodies, viewer }: ImCtx,
): Promise<CommandOutput<'sync.syncMsgs'>> {
  const queries = since.map((item, i) => ({ ...item, position: i + 1 }))
  const pairs = queries.filter(({ scene }) => scene === 'p2p')
  const teams = queries.filter(({ scene, to }) => scene !== 'p2p' && TeamId.safeParse(to).success)
  const limits = [maxMessagesPerSession + 1, maxMessagesPerPage + 1] as const
  const lists = [
    pairs.length > 0 ? await selectMessagesSince(sql, viewer.imId, pairs, ...limits) : [],
    teams.length > 0
      ? await selectTeamMessagesSince(
          sql,
          viewer.imId,
          teams.map(({ to, ...item }) => ({ ...item, teamId: Number(to) })),
          ...limits,
        )
      : [],
  ]
  const rowsByPosition = Map.groupBy(lists.flat(), ({ position }) => position)
  /** For each list, the position of the first conversation that the page limit may have cut off. */
  const cutPositions = lists.flatMap((rows) =>
    rows.length > maxMessagesPerPage ? [rows.at(-1)!.position] : [Infinity],
  )
  return {
    lists: since.map(({ scene, to }, i) => {
      const position = i + 1
      const msgs = rowsByPosition.get(position) ?? []
      const isCut = position >= cutPositions[scene === 'p2p' ? 0 : 1]!
      const hasMore = msgs.length > maxMessagesPerSession || isCut
      const page = hasMore ? msgs.slice(0, maxMessagesPerSession) : msgs
      return {
        scene,
        to,
        msgs: page.filter((row) => !row.is_gone).map((row) => presentMessage(row, bodies)),
        gone: page.filter((row) => row.is_gone).map(({ seq, time: at }) => ({ seq, time: at })),
        hasMore,
      }
    }),
  }
}
