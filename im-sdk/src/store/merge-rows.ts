// Merges a row with the stored one. Several tabs of an account write to the same tables in any order, and the result
// does not depend on it.
import { omitUndefined } from '../base/omit-undefined.ts'
import type { ChangeRow, RowsByTable, LocalConversationRow, TeamRow } from './stored-rows.ts'
import * as tables from './tables.ts'
import { mergeRecords } from './team-records.ts'

type PositionRange = { from: number; seq: number }
const isTouching = (a: PositionRange, b: PositionRange): boolean => a.from <= b.seq + 1 && b.from <= a.seq + 1

function mergeConversationRows(old: LocalConversationRow, row: LocalConversationRow): LocalConversationRow {
  const [lower, higher] = old.seq > row.seq ? [row, old] : [old, row]
  const isRowNewer = row.session.version >= old.session.version
  const newer = isRowNewer ? row : old
  // when both rows end at the same position, the later state has the right last message
  const { lastMsg, lastMsgVersion } = lower.seq === higher.seq ? newer : higher
  return {
    key: row.key,
    session: newer.session,
    lastMsg,
    ...omitUndefined({ lastMsgVersion }),
    seq: higher.seq,
    time: higher.time,
    // two ranges with a gap: positions below the gap count as history
    from: isTouching(old, row) ? Math.min(old.from, row.from) : higher.from,
  }
}

const mergeTeamRows = (old: TeamRow, { key, record }: TeamRow): TeamRow => ({
  key,
  record: mergeRecords(old.record, record),
})

const unsentStatusOrder = { sending: 0, fail: 1, done: 2 } as const
type MergeRules = { [T in tables.TableName]?: (old: RowsByTable[T], row: RowsByTable[T]) => RowsByTable[T] }
const mergeRules: MergeRules = {
  [tables.otherStates]: (old, row) =>
    row.change ? mergeChangeRows(old as never, row as never) : { ...row, note: { ...old.note, ...row.note } },
  [tables.syncMarks]: (old, row) => ({
    key: row.key,
    generation: row.generation,
    mark: Math.max(old.mark, row.mark),
    broadcastMark: Math.max(old.broadcastMark, row.broadcastMark),
    hasSynced: old.hasSynced || row.hasSynced,
  }),
  [tables.users]: (old, row) => (old.user.updateTime > row.user.updateTime ? old : row),
  [tables.messages]: (old, row) =>
    old.isGone || row.isGone
      ? { key: row.key, isGone: 1 }
      : (old.msg?.modifyTime ?? 0) > (row.msg?.modifyTime ?? 0)
        ? { ...row, ...old }
        : { ...old, ...row },
  // a retry changes the state back to `sending`, but a message that the server stored stays `done`
  [tables.unsentMessages]: (old, row) =>
    old.status === 'done' || (row.time === old.time && unsentStatusOrder[old.status] > unsentStatusOrder[row.status])
      ? old
      : row,
  [tables.conversations]: mergeConversationRows,
  [tables.teams]: mergeTeamRows,
  [tables.superTeams]: mergeTeamRows,
}
const mergeChangeRows = (old: ChangeRow, row: ChangeRow) => (old.change.version > row.change.version ? old : row)

export function mergeRows<T extends tables.TableName>(
  table: T,
  old: RowsByTable[T] | undefined,
  row: RowsByTable[T],
): RowsByTable[T] {
  if (!old) return row
  const rule = (mergeRules[table] ?? mergeChangeRows) as (old: RowsByTable[T], row: RowsByTable[T]) => RowsByTable[T]
  return rule(old, row)
}
