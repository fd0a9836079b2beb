// Steps of tests about robots.
import { sitePort } from '../src/bridge/site-port.ts'
import { answerLateQuestions } from '../src/im/late-questions.ts'
import type { Kit } from '../src/kit/ctx.ts'

/** Runs the job that answers questions whose node has ended. */
export const runLateQuestions = (kit: Kit): Promise<void> => answerLateQuestions(kit, sitePort)
