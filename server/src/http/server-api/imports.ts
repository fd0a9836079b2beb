// The import calls of the server API: check each row separately, and run the correct ones.
import { z } from 'zod'
import { describeIssue } from '@xinqiao/contract/im/errors.ts'
import { MessageContent } from '@xinqiao/contract/im/messages/messages.ts'
import { serverApiErrors, ServerApiFailure, type ServerCallInput } from '@xinqiao/contract/server-api/server-api.ts'
import {
  ImportedAccount,
  ImportedMessage,
  type AccountImportResult,
  type MessageImportResult,
} from '@xinqiao/contract/server-api/import.ts'
import { createFileGuard, importAccounts, importMessages, type OldMessage, sealPrivate } from '../../im/chat.ts'
import type { Kit } from '../../kit/ctx.ts'
import { developerInput } from '../../kit/text/input-faults.ts'
import { buildContent } from './contents.ts'

/** The value of a property as text, to name a refused row. */
function readText(row: unknown, name: string): string {
  const value = typeof row === 'object' && row !== null ? (row as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' || typeof value === 'number' ? `${value}`.slice(0, 64) : ''
}

function readMessage(row: unknown): OldMessage {
  const { from, to, msgid, time, ...draft } = ImportedMessage.parse(row, developerInput)
  return { from, to, msgid, time, content: MessageContent.parse(buildContent(draft), developerInput) }
}

/** @throws unknown an error that is not caused by the row */
function describeRefusal(error: unknown): string {
  if (error instanceof ServerApiFailure) return error.message
  const [issue] = error instanceof z.ZodError ? error.issues : []
  if (!issue) throw error
  return describeIssue(issue)
}

/**
 * Runs `work` with the correct rows.
 * @returns one result per row, in their order
 */
async function importRows<T, R>(
  rows: readonly unknown[],
  read: (row: unknown) => T,
  refuse: (row: unknown, desc: string) => R,
  work: (correct: T[]) => Promise<R[]>,
): Promise<R[]> {
  const results: R[] = []
  const correct = new Map<number, T>()
  for (const [index, row] of rows.entries()) {
    try {
      correct.set(index, read(row))
    } catch (error) {
      results[index] = refuse(row, describeRefusal(error))
    }
  }
  const completed = correct.size > 0 ? await work([...correct.values()]) : []
  for (const [i, index] of [...correct.keys()].entries()) results[index] = completed[i]!
  return results
}

export function createImportCalls(kit: Kit) {
  const checkFile = createFileGuard(kit)
  const { code } = serverApiErrors.invalid
  const refuseAccount = (row: unknown, desc: string): AccountImportResult => ({
    accid: readText(row, 'accid'),
    state: 'refused',
    code,
    desc,
  })
  const refuseMessage = (row: unknown, desc: string): MessageImportResult => ({
    msgid: readText(row, 'msgid'),
    code,
    desc,
  })
  const checkFileOf = ({ to, msgid, content }: OldMessage, imId: number) =>
    checkFile({ scene: 'p2p', to, idClient: msgid, content }, { viewer: { imId } })

  return {
    async 'user/import'({ accounts }: ServerCallInput<'user/import'>, appId: number) {
      const results = await importRows(
        accounts,
        (row) => ImportedAccount.parse(row, developerInput),
        refuseAccount,
        (correct) => importAccounts(kit, appId, correct, (imId, info) => sealPrivate(kit.secrets, imId, info)),
      )
      return { results }
    },
    async 'msg/import'({ msgs }: ServerCallInput<'msg/import'>, appId: number) {
      const results = await importRows(msgs, readMessage, refuseMessage, (correct) =>
        importMessages(kit, appId, correct, checkFileOf),
      )
      return { results }
    },
  }
}
