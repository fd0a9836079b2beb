// Readiness of a node: whether a load balancer may send it requests. It checks what requests need.
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Kit } from '../kit/ctx.ts'
import { isUnwritable, transaction } from '../kit/db/db.ts'
import { logDatabaseFailure } from '../kit/db/failure-log.ts'

/** @returns the reason why this node must not receive requests, or null */
export type ReadinessBlocker = () => string | null

const maxCheckMs = 2_000

/**
 * Number of rows that exceeds the `work_mem` below. PostgreSQL then writes a temporary file, which reveals a full disk.
 */
const spilledRows = 20_000

async function checkDatabase({ sql }: Kit): Promise<string | null> {
  try {
    const isReadOnly = await transaction(sql, async (tx) => {
      await tx`set local work_mem = '64kB'`
      const [row] = await tx<{ isReadOnly: boolean }[]>`
        select current_setting('transaction_read_only') = 'on' as "isReadOnly", count(*)
        from generate_series(1, ${spilledRows}::int)`
      return row!.isReadOnly
    })
    // transactions and single queries use different connections, so check both
    await sql`select 1`
    return isReadOnly ? 'database does not accept writes' : null
  } catch (error) {
    return isUnwritable(error) ? 'database disk full' : 'database unreachable'
  }
}

async function checkDataFolder({ config, log }: Kit): Promise<string | null> {
  const file = path.join(config.dataDir, `.ready-${randomUUID()}`)
  try {
    await writeFile(file, Buffer.alloc(4096), { mode: 0o600 })
    return null
  } catch (error) {
    logDatabaseFailure(log, error, 'DATA_DIR not writable')
    return 'data folder not writable'
  } finally {
    await rm(file, { force: true })
  }
}

const checkBus = async ({ bus }: Kit) => ((await bus.isReachable()) ? null : 'bus unreachable')

const checks: [string, (kit: Kit) => Promise<string | null>][] = [
  ['database unreachable', checkDatabase],
  ['data folder not writable', checkDataFolder],
  ['bus unreachable', checkBus],
]

/** @param reason the result when the check fails or does not end in time */
async function checkWithTimeout(reason: string, check: Promise<string | null>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(reason), maxCheckMs)
  })
  try {
    return await Promise.race([check, timeout])
  } catch {
    return reason
  } finally {
    clearTimeout(timer)
  }
}

/** @returns a function that finds the first reason against this node, or null */
export function createReadiness(kit: Kit, blockers: readonly ReadinessBlocker[]): () => Promise<string | null> {
  let running: Promise<string | null> | null = null

  async function checkReadiness(): Promise<string | null> {
    const reasons = await Promise.all(checks.map(([reason, run]) => checkWithTimeout(reason, run(kit))))
    return reasons.find((reason) => reason !== null) ?? null
  }

  return async () => {
    for (const blocker of blockers) {
      const reason = blocker()
      if (reason !== null) return reason
    }
    // concurrent callers share one check
    running ??= checkReadiness().finally(() => (running = null))
    return running
  }
}
