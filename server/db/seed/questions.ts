// The questions of the demo site and the answers of its counsellors, from content/questions. The texts use plain words,
// suggest a step for today, and say when to see a doctor. They contain no diagnosis.
import { z } from 'zod'
import { readContent, splitSections } from './content.ts'
import { domains } from './counsellors.ts'

const FrontMatter = z.strictObject({
  /** Number of the member who asked. */
  by: z.number(),
  anonymous: z.literal(true).optional(),
  daysAgo: z.number(),
  domains: z.array(z.enum(domains)),
  title: z.string(),
  /** Number of demo accounts that like the first answer. */
  likes: z.number().default(0),
  collects: z.number().default(0),
})

export type SeedQuestion = z.output<typeof FrontMatter> & {
  content: string
  /** Answers as [number of the demo counsellor, text]. */
  answers: [number, string][]
}

const readQuestions = (folder: string): SeedQuestion[] =>
  readContent(folder, FrontMatter).map(({ data, text }) => {
    const { before, sections } = splitSections(text)
    const answers = sections.map(({ heading, text: answer }): [number, string] => [
      Number(heading.replace('咨询师', '')),
      answer,
    ])
    return { ...data, content: before, answers }
  })

export const questions = readQuestions('questions')
export const unanswered = readQuestions('unanswered')
