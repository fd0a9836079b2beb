// Figures of one question in the results of an examination.
import { z } from 'zod'
import { ExamKind } from './bank.ts'

export const ItemFigures = z.object({
  id: z.number(),
  content: z.string(),
  examType: ExamKind,
  options: z.array(z.string()),
  /** The answer used for marking; null if all examinees got the full score. */
  answer: z.string().nullable(),
  isCorrected: z.boolean(),
  asked: z.number(),
  answered: z.number(),
  right: z.number(),
  /** Share of the full score, from 0 to 1: higher means easier. */
  difficulty: z.number(),
  /** The upper 27 % of examinees minus the lower 27 %, from -1 to 1; null below 10 attempts. */
  discrimination: z.number().nullable(),
  /** How many examinees chose each option. */
  chosen: z.array(z.number()),
})
export type ItemFigures = z.output<typeof ItemFigures>
