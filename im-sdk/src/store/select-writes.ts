// Selects the writes that fit the stored history of the server's database, and recognises rows of this device.
import type { DatabaseWrite, RowWrite } from './local-database.ts'
import * as tables from './tables.ts'

/** Keys of rows that only this device has; all other rows come from the server. */
export const localKeyPrefixes: Partial<Record<tables.TableName, string>> = {
  [tables.unsentMessages]: '',
  [tables.otherStates]: tables.localFieldsPrefix,
  [tables.messages]: tables.localMessagePrefix,
}

export const isLocal = (table: tables.TableName, key: string): boolean => {
  const prefix = localKeyPrefixes[table]
  return prefix !== undefined && key.startsWith(prefix)
}

/**
 * Selects the writes to execute, by the generation of the server's database. Rows of a lost history do not mix with
 * those of the current one, whichever tab writes first.
 * @returns `isNewer`: the server's rows in the database must be removed first
 */
export function selectWrites(
  writes: readonly DatabaseWrite[],
  storedGeneration: number | undefined,
): { isNewer: boolean; selected: readonly DatabaseWrite[] } {
  const newGeneration = writes.find((write): write is Extract<RowWrite, { table: typeof tables.syncMarks }> => {
    return 'row' in write && write.table === tables.syncMarks
  })?.row.generation
  if (newGeneration === undefined || storedGeneration === undefined || newGeneration === storedGeneration)
    return { isNewer: false, selected: writes }
  if (newGeneration > storedGeneration) return { isNewer: true, selected: writes }
  const selectedWrites = writes.filter((write) => {
    if ('removeMessages' in write) return false
    return isLocal(write.table, 'row' in write ? write.row.key : write.remove)
  })
  return { isNewer: false, selected: selectedWrites }
}
