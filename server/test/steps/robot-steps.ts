// Steps of tests about robots.
import { sitePort } from '../../src/bridge/site-port.ts'
import { answerUnansweredQuestions } from '../../src/im/unanswered-questions.ts'
import type { Kit } from '../../src/kit/ctx.ts'

/** Runs the job that answers questions whose node has ended. */
export const runUnansweredQuestions = (kit: Kit): Promise<void> => answerUnansweredQuestions(kit, sitePort)
