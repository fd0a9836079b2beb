// Content of messages to and from robots (messaging.md 3 and 5). A robot is an account that a program answers for.
import { z } from 'zod'
import { Accid } from '../accounts/auth.ts'
import { filledText, namedText } from '../named-text.ts'

export const robotLimits = { text: 5_000, target: 500, params: 2_000 } as const

/** A question to a robot: a greeting, a text, or a link that the user has chosen in its last answer. */
export const RobotQuestionParam = z.object({
  robotAccid: Accid,
  param: z.discriminatedUnion('type', [
    z.object({ type: z.literal('welcome') }),
    z.object({ type: z.literal('text'), content: filledText(robotLimits.text, 'content') }),
    z.object({
      type: z.literal('link'),
      target: filledText(robotLimits.target, 'target'),
      params: namedText(robotLimits.params, 'params').optional(),
    }),
  ]),
})
export type RobotQuestionParam = z.output<typeof RobotQuestionParam>['param']
