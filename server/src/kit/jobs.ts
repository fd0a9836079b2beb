// Periodic jobs, each on one node at a time. A job has a row in the database. The node that locks the due row runs the
// job, and a node that dies releases the lock. A job may be interrupted anywhere, so it must be safe to repeat.
import type { Kit } from './ctx.ts'
import { transaction, type Sql } from './db/db.ts'
import { logDatabaseFailure } from './db/failure-log.ts'

export type Job = {
  /** The key of the row; another name is another job. */
  name: string
  everySeconds: number
  run: (kit: Kit) => Promise<unknown>
}

export type JobRunner = {
  /**
   * Runs the due jobs one after the other.
   * @returns the names of those it ran
   */
  runDue: () => Promise<string[]>
  /** Runs due jobs periodically until `stop`. */
  start: () => void
  /** Starts no more jobs, and waits for running ones for a limited time. An interrupted job is due again. */
  stop: () => Promise<void>
  /** @returns a job for whose statement the database has not replied for this long, or null */
  findStuck: (maxMs?: number) => string | null
}

const maxWaitSeconds = 30
const maxShutdownMs = 8_000
/** Time after which a statement of a job counts as hanging. The pool ends silent connections earlier. */
const maxStatementMs = 90_000

/** @param sql separate connections, because the row stays locked on one of them while its job runs */
export function createJobRunner(kit: Kit, sql: Sql, jobs: readonly Job[]): JobRunner {
  let isStopping = false
  /** JOB_SPEED shortens intervals, but not below a second. */
  const shorten = (seconds: number) => Math.max(1, seconds / kit.config.JOB_SPEED)
  const waiting = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<unknown>>()
  /** Jobs with a running statement, and its start. */
  const statementStarts = new Map<string, number>()
  const ask = async <T>(name: string, statement: PromiseLike<T>): Promise<T> => {
    statementStarts.set(name, performance.now())
    try {
      return await statement
    } finally {
      statementStarts.delete(name)
    }
  }

  /**
   * Claims a run of the job.
   * @returns false when it is not due, or runs on another node
   */
  const claimRun = ({ name, everySeconds, run }: Job): Promise<boolean> =>
    transaction(sql, async (tx) => {
      const claim = tx`select name from job where name = ${name} and due_at <= now() for update skip locked`
      const [row] = await ask(name, claim)
      if (!row) return false
      const startedAt = new Date()
      let failure: string | null = null
      try {
        await run(kit)
      } catch (error) {
        kit.log.error({ err: error, job: name }, 'job failed')
        failure = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
      }
      const result = tx`
        update job set started_at = ${startedAt}, ended_at = clock_timestamp(), failure = ${failure},
          due_at = clock_timestamp() + make_interval(secs => ${shorten(everySeconds)})
        where name = ${name}`
      await ask(name, result)
      return true
    })

  const runIfDue = async (job: Job): Promise<boolean> => {
    try {
      await ask(job.name, sql`insert into job (name) values (${job.name}) on conflict do nothing`)
      return await claimRun(job)
    } catch (error) {
      // the database cannot be reached; the next round tries again
      logDatabaseFailure(kit.log, error, 'jobs not taken')
      return false
    }
  }

  const scheduleJob = (job: Job, waitMs: number): void => {
    if (isStopping) return
    const timer = setTimeout(() => {
      waiting.delete(timer)
      const run = runIfDue(job).finally(() => {
        running.delete(run)
        scheduleJob(job, shorten(Math.min(job.everySeconds, maxWaitSeconds)) * 1000)
      })
      running.add(run)
    }, waitMs)
    waiting.add(timer)
  }

  return {
    async runDue() {
      const ran: string[] = []
      for (const job of jobs) if (await runIfDue(job)) ran.push(job.name)
      return ran
    },
    start() {
      for (const job of jobs) scheduleJob(job, 0)
    },
    async stop() {
      isStopping = true
      for (const timer of waiting) clearTimeout(timer)
      const timeout = new Promise((resolve) => setTimeout(resolve, maxShutdownMs).unref())
      await Promise.race([Promise.all(running), timeout])
    },
    findStuck(maxMs = maxStatementMs) {
      const now = performance.now()
      for (const [name, since] of statementStarts) if (now - since > maxMs) return name
      return null
    },
  }
}
