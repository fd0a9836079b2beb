// Questions and answers as one caller sees them: with what that account likes and keeps.
import { makeReader } from '../../kit/reading.ts'
import * as lists from './list-store.ts'

export type QuestionSeen = lists.QuestionRow & { is_collected: boolean }
export type AnswerSeen = Omit<lists.AnswerRow, 'question'> & {
  is_liked: boolean
  is_collected: boolean
  question: QuestionSeen
}

export const questionReader = makeReader({
  rows: lists.listQuestions,
  weigh: (row) => row.content.length,
  kept: lists.listKeptQuestions,
  isFor: (row, viewer) => row.author_id === viewer,
  see: (row, keeps): QuestionSeen => ({ ...row, is_collected: keeps('question') }),
})

export const answerReader = makeReader({
  rows: lists.listAnswers,
  weigh: (row) => row.content.length + row.question.content.length,
  kept: lists.listKeptAnswers,
  isFor: (row, viewer) => row.author_id === viewer || row.question.author_id === viewer,
  see: (row, keeps): AnswerSeen => ({
    ...row,
    is_liked: keeps('like'),
    is_collected: keeps('answer'),
    question: { ...row.question, is_collected: keeps('question') },
  }),
})
