// Statements in the database of a server of the stories.
import { withDatabase } from '../../tools/database.ts'

type Work = Parameters<typeof withDatabase>[0]

/** Errors fail the story. Those of `withDatabase` end a command of an operator, and so would end the process later. */
export async function withStoryDatabase(work: Work, env: Record<string, string | undefined>): Promise<void> {
  const errors: unknown[] = []
  await withDatabase((sql, config) => work(sql, config).catch((error: unknown) => void errors.push(error)), env)
  if (errors.length > 0) throw errors[0]
}
