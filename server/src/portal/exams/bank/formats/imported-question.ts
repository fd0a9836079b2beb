// Result of all readers of question files: questions with their position in the file, checked by the same rules as
// typed ones.
import type { QuestionDraft } from '@xinqiao/contract/http/exams/bank.ts'
import { examKindIds, type ExamQuestionKind } from '@xinqiao/contract/exams.ts'

export type ImportedQuestion = {
  /** Position in the file: a line, or a file of the package. */
  place: string
  title: string
} & ({ draft: Partial<Omit<QuestionDraft, 'difficulty'>> & { difficulty?: number } } | { problem: string })

export const shortTitleOf = (content: string): string => content.replaceAll(/\s+/g, ' ').slice(0, 30)

const judgementLetters: Record<string, 'T' | 'F'> = {
  正确: 'T',
  对: 'T',
  是: 'T',
  '√': 'T',
  t: 'T',
  true: 'T',
  错误: 'F',
  错: 'F',
  否: 'F',
  '×': 'F',
  f: 'F',
  false: 'F',
}

/** @returns T, F, or null for any other word */
export const readJudgement = (word: string): 'T' | 'F' | null => judgementLetters[word.trim().toLowerCase()] ?? null

const { singleChoice, multipleChoice, judgement } = examKindIds
const kindNumbers: Record<string, ExamQuestionKind> = {
  单选题: singleChoice,
  单选: singleChoice,
  单项选择题: singleChoice,
  多选题: multipleChoice,
  多选: multipleChoice,
  多项选择题: multipleChoice,
  判断题: judgement,
  判断: judgement,
  是非题: judgement,
}
export const readQuestionKind = (word: string): ExamQuestionKind | undefined => kindNumbers[word.trim()]

const difficultyNumbers: Record<string, number> = {
  易: 1,
  容易: 1,
  简单: 1,
  '1': 1,
  中: 2,
  中等: 2,
  '2': 2,
  难: 3,
  困难: 3,
  '3': 3,
}
export const readDifficulty = (word: string): number | undefined => difficultyNumbers[word.trim()]
