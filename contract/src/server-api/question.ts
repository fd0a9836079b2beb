// Questions to a robot that the backend of its app receives: POST with a JSON body, signed with the headers of the
// server API.
import { z } from 'zod'

/** Any reply of 200 to 299 accepts the question. It may come more than once, with the same `id`. */
export const RobotQuestionCall = z.object({
  /** Server id of the message: `questionId` of the answer. */
  id: z.string(),
  robotAccid: z.string(),
  accid: z.string(),
  /** Time of the message in milliseconds. */
  time: z.number(),
  /** The words; empty for a greeting, a pressed link, or a message without words. */
  text: z.string(),
  isWelcome: z.boolean(),
  /** The pressed link; null for other questions. */
  link: z.object({ target: z.string(), params: z.string() }).nullable(),
})
export type RobotQuestionCall = z.output<typeof RobotQuestionCall>
