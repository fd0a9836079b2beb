// Generation of the database's history (decision 012). After a restore, or a failover that lost commits, the database
// assigns numbers again. A node detects it here, and drops its caches of the lost history.
import type { Kit } from './ctx.ts'
import type { Db } from './db/db.ts'
import { logDatabaseFailure } from './db/failure-log.ts'
import { selectHistory, updateDatabaseGeneration } from './generation-store.ts'

/**
 * @param known the generation that this node last saw, or 0
 * @returns the current generation: a new one if recent history was lost
 */
export async function checkGeneration(db: Db, known: number): Promise<number> {
  const history = await selectHistory(db)
  const { generation, place, here } = history
  // a standby may show an old state until it is promoted
  if (here === null) return Math.max(generation, known)
  if (place === here && generation >= known) return generation
  // if another node was faster, returns the generation of that node
  return (await updateDatabaseGeneration(db, history, known)) ?? checkGeneration(db, known)
}

/** Begins a new generation. Call it when the content of the database was replaced. */
export async function beginGeneration(db: Db): Promise<void> {
  await updateDatabaseGeneration(db, await selectHistory(db), 0)
}

export type GenerationWatch = {
  /** The generation at the last check; 0 before the first one. */
  current: () => number
  /** Resolves once the generation is known. */
  ready: () => Promise<void>
  check: () => Promise<void>
  stop: () => void
}

const checkEveryMs = 1_000

/**
 * Checks the generation periodically.
 * @param onChanged called when recent history was lost, and after the first check, because caches may be older
 */
export function watchGeneration({ sql, log }: Pick<Kit, 'sql' | 'log'>, onChanged: () => void): GenerationWatch {
  let current = 0
  let checking: Promise<void> | null = null

  async function updateGeneration(): Promise<void> {
    const generation = await checkGeneration(sql, current)
    if (generation === current) return
    if (current !== 0) log.warn({ generation }, 'the database continues another history')
    current = generation
    onChanged()
  }
  /** Concurrent callers share one check. */
  const checkOnce = (): Promise<void> => (checking ??= updateGeneration().finally(() => (checking = null)))

  const checkOrWarn = () =>
    void checkOnce().catch((error: unknown) => logDatabaseFailure(log, error, 'generation not readable'))
  checkOrWarn()
  const timer = setInterval(checkOrWarn, checkEveryMs)
  timer.unref()
  return {
    current: () => current,
    ready: async () => {
      if (current === 0) await checkOnce()
    },
    check: checkOnce,
    stop: () => clearInterval(timer),
  }
}
