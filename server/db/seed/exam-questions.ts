// The question bank of the demo site, from content/exam-questions: a file per subject, a section per question.
import { z } from 'zod'
import type { ExamQuestionKind } from '@xinqiao/contract/exams.ts'
import { readContent, splitSections } from './content.ts'

const kinds: Record<string, ExamQuestionKind> = { 单选: 0, 多选: 1, 判断: 2 }
/** Parses a line such as `单选，难度1，答案B`. */
const factsLine = /^(单选|多选|判断)，难度([123])，答案([A-Z]+)$/

function readQuestion(content: string, text: string) {
  const lines = text.split('\n').filter((line) => line !== '')
  const at = lines.findIndex((line) => factsLine.test(line))
  const [, kind = '', difficulty, answer = ''] = factsLine.exec(lines[at] ?? '') ?? []
  if (kind === '') throw new Error(`exam question without kind and answer: ${content}`)
  return {
    kind: kinds[kind]!,
    difficulty: Number(difficulty) as 1 | 2 | 3,
    content,
    options: lines.slice(0, at).map((line) => line.replace(/^- /, '')),
    fixed_options: '',
    answer,
    explanation: lines.slice(at + 1).join('\n'),
  }
}

export const examQuestions = readContent('exam-questions', z.strictObject({ subject: z.string() })).flatMap(
  ({ data: { subject }, text }) =>
    splitSections(text).sections.map((section) => ({ subject, ...readQuestion(section.heading, section.text) })),
)
