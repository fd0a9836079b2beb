// The import calls of the server API: checks each row alone, and runs those that are correct.
import type { z } from 'zod'
import { describeIssue } from '@xinqiao/contract/im/errors.ts'
import { serverApiErrors, type ServerCallInput } from '@xinqiao/contract/server-api.ts'
import { ImportedAccount, type AccountImportResult } from '@xinqiao/contract/server-import.ts'
import { appAccounts, sealPrivate } from '../../im/chat.ts'
import type { Kit } from '../../kit/ctx.ts'

/** The value of a property as text, to name a row that is refused. */
function textOf(row: unknown, name: string): string {
  const value = typeof row === 'object' && row !== null ? (row as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' || typeof value === 'number' ? `${value}`.slice(0, 64) : ''
}

/** Runs `work` with the correct rows. @returns a result for each row, in their order */
async function importRows<T, R>(
  rows: readonly unknown[],
  schema: z.ZodType<T>,
  refuse: (row: unknown, desc: string) => R,
  work: (correct: T[]) => Promise<R[]>,
): Promise<R[]> {
  const results: R[] = []
  const correct: T[] = []
  const indexes: number[] = []
  for (const [index, row] of rows.entries()) {
    const parsed = schema.safeParse(row)
    if (parsed.success) {
      indexes.push(index)
      correct.push(parsed.data)
    } else {
      const [issue] = parsed.error.issues
      results[index] = refuse(row, issue ? describeIssue(issue) : '')
    }
  }
  const done = correct.length > 0 ? await work(correct) : []
  for (const [i, index] of indexes.entries()) results[index] = done[i]!
  return results
}

export function makeImportCalls(kit: Kit) {
  const { code } = serverApiErrors.invalid
  return {
    async 'user/import'({ accounts }: ServerCallInput<'user/import'>, appId: number) {
      const refuse = (row: unknown, desc: string): AccountImportResult => ({
        ...{ accid: textOf(row, 'accid'), state: 'refused', code, desc },
      })
      const results = await importRows(accounts, ImportedAccount, refuse, (correct) =>
        appAccounts.importAccounts(kit, appId, correct, (imId, info) => sealPrivate(kit.secrets, imId, info)),
      )
      return { results }
    },
  }
}
