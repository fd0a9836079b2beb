// Questions and answers as one caller sees them: with what that account likes and keeps.
import { makeReader, makeRows } from '../../kit/reader.ts'
import * as lists from './list-store.ts'

export type QuestionSeen = lists.QuestionRow & { is_collected: boolean }
export type AnswerSeen = Omit<lists.AnswerRow, 'question'> & {
  is_liked: boolean
  is_collected: boolean
  question: QuestionSeen
}

const questions = makeRows({
  rows: lists.listQuestions,
  stands: lists.whichQuestionsStand,
  weigh: (row) => row.content.length,
})
const isAsker = (row: lists.QuestionRow, viewer: number) => row.author_id === viewer

export const questionReader = makeReader(questions, {
  kept: lists.listKeptQuestions,
  isFor: isAsker,
  see: (row, keeps): QuestionSeen => ({ ...row, is_collected: keeps('question', row.id) }),
})

/** For lists of what the caller was just found to keep. */
export const collectedQuestionReader = makeReader(questions, {
  isFor: isAsker,
  see: (row): QuestionSeen => ({ ...row, is_collected: true }),
})

const answers = makeRows({
  rows: lists.listAnswers,
  stands: lists.whichAnswersStand,
  weigh: (row) => row.content.length + row.question.content.length,
})
const isWriter = (row: lists.AnswerRow, viewer: number) => row.author_id === viewer || isAsker(row.question, viewer)
type Keeps<W extends string> = (what: W, id: number) => boolean

const see = (row: lists.AnswerRow, keeps: Keeps<'like' | 'question'>, isCollected: boolean): AnswerSeen => ({
  ...row,
  is_liked: keeps('like', row.id),
  is_collected: isCollected,
  question: { ...row.question, is_collected: keeps('question', row.question_id) },
})

export const answerReader = makeReader(answers, {
  kept: lists.listKeptAnswers,
  isFor: isWriter,
  see: (row, keeps: Keeps<'like' | 'question' | 'answer'>) => see(row, keeps, keeps('answer', row.id)),
})

/** For lists of what the caller was just found to keep. */
export const collectedAnswerReader = makeReader(answers, {
  kept: lists.listKeptOfCollected,
  isFor: isWriter,
  see: (row, keeps: Keeps<'like' | 'question'>) => see(row, keeps, true),
})
