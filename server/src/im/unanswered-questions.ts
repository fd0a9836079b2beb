// Job of robots: answers questions whose node has ended before it could.
import { createSemaphore } from '../kit/async/semaphore.ts'
import { createServerContext } from '../kit/chat/server-context.ts'
import type { Kit } from '../kit/ctx.ts'
import { selectHistory } from '../kit/generation-store.ts'
import type { SitePort } from '../kit/site-port.ts'
import { createRobotAnswerer } from './commands/robots.ts'
import { createChangeReaders } from './handlers.ts'
import { readUnansweredQuestion } from './robots/records/unanswered.ts'
import { deleteAbandonedQuestions, claimUnansweredQuestions, type UnansweredQuestion } from './robots/records/store.ts'

/** Pause between two tries to answer; longer than a node needs for the answers that wait for one account. */
const pauseSeconds = 300
const maxBatchSize = 50
const maxParallel = 5
/** One run answers questions for this time; the others wait for the next run. */
const maxRunMs = 30_000

export async function answerUnansweredQuestions(kit: Kit, site: SitePort): Promise<void> {
  const { sql } = kit
  await deleteAbandonedQuestions(sql)
  const rows = await claimUnansweredQuestions(sql, pauseSeconds, maxBatchSize)
  if (rows.length === 0) return
  const { generation } = await selectHistory(sql)
  const { answering, findRobot, prepare } = createRobotAnswerer(kit, site)
  await prepare()
  const readers = createChangeReaders(kit)
  const endsAt = performance.now() + maxRunMs
  const answerRow = async (row: UnansweredQuestion): Promise<void> => {
    if (performance.now() > endsAt) return
    const ctx = createServerContext({ kit, readers, generation }, { id: row.senderId, accid: row.sender }, row.appId)
    try {
      const question = await readUnansweredQuestion(ctx, findRobot, row)
      if (question) await answering.answerAnnounced(question, row.idClient, ctx)
    } catch (error) {
      // a failure does not stop the other questions
      kit.log.error({ err: error }, 'unanswered question to a robot not answered')
    }
  }
  const runLimited = createSemaphore(maxParallel)
  await Promise.all(rows.map((row) => runLimited(() => answerRow(row))))
}
