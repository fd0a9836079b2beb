// Answers of robots, which only the server writes.
import { z } from 'zod'
import { RobotQuestionParam } from './robot-messages.ts'

/**
 * State of an answer that arrives in parts. Streaming, or complete from the beginning; afterwards stopped, replaced by
 * the asker, finished, or ended by a fault.
 */
export const answerStates = { streaming: -1, whole: 0, stopped: 2, replaced: 3, finished: 4, failed: 5 } as const

/**
 * A page that an answer quotes. `url` is a path of the site, a web page with https, or empty; `time` is the publication
 * in milliseconds, or 0.
 */
export const AnswerSource = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  url: z.string(),
  icon: z.string(),
  time: z.number(),
})
export type AnswerSource = z.output<typeof AnswerSource>

/** A question, or the answer of a robot, which only the server writes. */
export const RobotMessagePart = z.object({
  robotAccid: z.string(),
  param: RobotQuestionParam.shape.param.optional(),
  /** Parts of the answer: a plain text, or a template of `parseRobotTemplate`. */
  answer: z.array(z.object({ type: z.literal(['text', 'template']), content: z.string() })).optional(),
  /** Server id of the question. */
  questionId: z.string().optional(),
  state: z.literal(Object.values(answerStates)).optional(),
  sources: z.array(AnswerSource).optional(),
})
export type RobotMessagePart = z.output<typeof RobotMessagePart>
