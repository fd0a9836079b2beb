// Rules of answers: counsellors and the association write them, and everyone can read them.
import { fail } from '@xinqiao/contract/errors.ts'
import type { CollectionItem } from '@xinqiao/contract/http/qa/collections.ts'
import { questions, type Answer, type PostingResult } from '@xinqiao/contract/http/qa/questions.ts'
import { type AnswerListName, answerLists, type CollectionType, collectionTypes } from '@xinqiao/contract/questions.ts'
import { isAllowed, roleNameOf } from '@xinqiao/contract/roles.ts'
import { inTransaction, viewerIdOf, viewerOf, type Ctx, type CtxInTransaction } from '../../../kit/ctx.ts'
import { transaction, type Db, type Tx } from '../../../kit/db/db.ts'
import type { PageLimits, PageOfIds } from '../../../kit/db/lists.ts'
import { lockAccountRow } from '../../../kit/db/account-lock.ts'
import { recordSecurityEvent } from '../../../kit/audit/security-events.ts'
import { formatTime } from '../../../kit/time.ts'
import { notifyOfAnswer } from '../notifications/notify-readers.ts'
import { checkTexts, insertTextReviews } from '../rules/check-texts.ts'
import { loadDomainNames } from '../rules/domains.ts'
import * as collects from '../reactions/store.ts'
import * as lists from '../records/list-store.ts'
import { presentAnswer, presentQuestion } from '../rules/present.ts'
import { getQuestion, limitActionsPerHour } from '../questions/questions.ts'
import { settleReportsOfRemovedText } from '../rules/end-reports.ts'
import { insertRevision } from '../records/review-store.ts'
import * as store from '../records/store.ts'

/** A hidden answer is visible only to its writer, before and after its review. */
const isAnswerVisibleTo = (row: lists.AnswerRow, viewerId: number) =>
  row.in_sight || (viewerId !== 0 && row.author_id === viewerId && (row.state === 'held' || row.state === 'refused'))

async function presentVisibleAnswers(ctx: Ctx, ids: readonly number[]): Promise<Answer[]> {
  const { kit } = ctx
  const viewer = viewerIdOf(ctx)
  const [answers, questionRows, names] = await Promise.all([
    lists.selectAnswers(kit.sql, ids, viewer),
    lists.selectQuestionsOfAnswers(kit.sql, ids, viewer),
    loadDomainNames(kit),
  ])
  const questionOf = new Map(questionRows.map((row) => [row.id, presentQuestion(row, names, viewer)]))
  return answers.flatMap((answer) => {
    const question = questionOf.get(answer.question_id)
    return answer.in_sight && question ? [presentAnswer(answer, question.title, viewer, question)] : []
  })
}

const presentAnswerPage = async (ctx: Ctx, { ids, total }: PageOfIds) => ({
  content: await presentVisibleAnswers(ctx, ids),
  totalElements: total,
})

const answerFinders: Record<AnswerListName, (db: Db, page: PageLimits, viewerId: number) => Promise<PageOfIds>> = {
  hot: lists.selectHotAnswerIds,
  latest: lists.selectNewestAnswerIds,
  recommended: lists.selectHotAnswerIds,
  followed: (db, page, viewerId) => lists.selectFollowedAnswerIds(db, viewerId, page),
  collected: (db, page, viewerId) => lists.selectCollectedAnswerIds(db, viewerId, page),
}

/** @throws Failure notSignedIn when a visitor opens a list of the signed-in account */
export async function listAnswers(ctx: Ctx, list: AnswerListName, page: PageLimits) {
  const viewer = viewerIdOf(ctx)
  if (answerLists[list].needsSignIn && viewer === 0) throw fail('notSignedIn')
  return presentAnswerPage(ctx, await answerFinders[list](ctx.kit.sql, page, viewer))
}

const canAnswer = ({ viewer }: Ctx) =>
  isAllowed(questions['POST /problemAnswer/add'].who, viewer && roleNameOf(viewer.roleId))

/** Answers of a question. The list includes the caller's hidden ones; `totalElements` counts only public ones. */
export async function listAnswersOfQuestion(ctx: Ctx, problemId: number, page: PageLimits) {
  const { sql } = ctx.kit
  const viewer = viewerIdOf(ctx)
  const { id, title, answer: answerCount } = await getQuestion(ctx, problemId)
  const { ids } = await lists.selectAnswerIdsOfQuestion(sql, id, page, canAnswer(ctx) ? viewer : 0)
  const rows = (await lists.selectAnswers(sql, ids, viewer)).filter((row) => isAnswerVisibleTo(row, viewer))
  return {
    content: rows.map((row) => presentAnswer(row, title, viewer, null)),
    totalElements: Math.max(answerCount, rows.length),
  }
}

export async function listAnswersOfCounsellor(ctx: Ctx, counsellorId: number, page: PageLimits): Promise<Answer[]> {
  const { ids } = await lists.selectAnswerIdsOfCounsellor(ctx.kit.sql, counsellorId, page)
  return presentVisibleAnswers(ctx, ids)
}

const noCounsellor = { id: 0, userId: 0, nickname: '', photo: '', department: '', professionalTitle: '' }

/** Questions and answers that the caller collected, newest first. */
export async function listOwnCollection(ctx: Ctx, page: PageLimits): Promise<CollectionItem[]> {
  const { kit } = ctx
  const { id: viewer } = viewerOf(ctx)
  const [collection, names] = await Promise.all([
    collects.selectOwnCollection(kit.sql, viewer, page),
    loadDomainNames(kit),
  ])
  const collectedIds = (type: CollectionType) => collection.filter((row) => row.type === type).map(({ id }) => id)
  const [answers, questionRows] = await Promise.all([
    presentVisibleAnswers(ctx, collectedIds(collectionTypes.answer)),
    lists.selectQuestions(kit.sql, collectedIds(collectionTypes.question), viewer),
  ])
  const answerOf = new Map(answers.map((answer) => [answer.id, answer]))
  const questionOf = new Map(questionRows.map((row) => [row.id, presentQuestion(row, names, viewer)]))
  return collection.flatMap(({ type, id, created_at }): CollectionItem[] => {
    const collectTime = formatTime(created_at)
    const problem = type === collectionTypes.question ? questionOf.get(id) : undefined
    if (problem)
      return [
        {
          type: collectionTypes.question,
          collectTime,
          data: { ...noCounsellor, title: problem.title, problemAnswer: null, problem },
        },
      ]
    const answer = type === collectionTypes.answer ? answerOf.get(id) : undefined
    if (!answer) return []
    const { doctorId, userId, nickname, photo, department, professionalTitle, title } = answer
    const doctor = { id: doctorId, userId, nickname, photo, department, professionalTitle, title }
    return [
      {
        type: collectionTypes.answer,
        collectTime,
        data: { ...doctor, problemAnswer: answer, problem: answer.problem },
      },
    ]
  })
}

// ---- writing

const maxAnswersPerHour = 60

/** `doctorId` of the wire is the caller's account or counsellor id; other ids are refused. */
async function checkAnswererId(ctx: Ctx, doctorId: number | undefined): Promise<store.AnswererRow | null> {
  const { id } = viewerOf(ctx)
  const answerer = await store.selectCounsellorOfAccount(ctx.kit.sql, id)
  if (doctorId === undefined || doctorId === id || doctorId === answerer?.id) return answerer
  await recordSecurityEvent(ctx, 'foreignId', id, { call: 'POST /problemAnswer/add', field: 'doctorId' })
  throw fail('notYours')
}

export async function addAnswer(
  ctx: Ctx,
  { problemId, content, doctorId }: { problemId: number; content: string; doctorId?: number | undefined },
): Promise<PostingResult> {
  const viewer = viewerOf(ctx)
  const { id: questionId, closed, state: questionState } = await getQuestion(ctx, problemId)
  if (questionState !== 'shown') throw fail('notFound')
  const answerer = await checkAnswererId(ctx, doctorId)
  if (closed) throw fail('questionClosed')
  await limitActionsPerHour(ctx, 'answer', maxAnswersPerHour)
  return inTransaction(ctx.kit, async (scope) => {
    const { tx } = scope
    const checkedTexts = await checkTexts(tx, 'answerer', { content })
    const state = checkedTexts.isHeld ? 'held' : 'shown'
    const by = { author_id: viewer.id, counsellor_id: answerer?.id ?? null }
    const values = { ...by, question_id: questionId, content: checkedTexts.texts[0]!, state } as const
    await lockAccountRow(tx, viewer.id)
    const repeatedAnswer = await store.selectRepeatedAnswer(tx, values)
    if (repeatedAnswer) return { ...repeatedAnswer, care: checkedTexts.crisisLevel }
    const id = await store.insertAnswer(tx, values)
    await insertTextReviews(tx, { questionId, answerId: id }, checkedTexts)
    const row = await store.lockAnswer(tx, id)
    if (row && state === 'shown') await notifyOfAnswer(scope, row)
    return { id, state, care: checkedTexts.crisisLevel }
  })
}

async function lockOwnAnswer(tx: Tx, ctx: CtxInTransaction, id: number): Promise<store.LockedAnswerRow> {
  const row = await store.lockAnswer(tx, id)
  if (!row || row.author_id !== viewerOf(ctx).id || row.state === 'removed') throw fail('notFound')
  return row
}

export async function changeAnswer(ctx: Ctx, { id, content }: { id: number; content: string }): Promise<PostingResult> {
  await limitActionsPerHour(ctx, 'edit', maxAnswersPerHour)
  return transaction(ctx.kit.sql, async (tx) => {
    const row = await lockOwnAnswer(tx, ctx, id)
    const checkedTexts = await checkTexts(tx, 'answerer', { content })
    const { question_id: questionId } = row
    await insertRevision(tx, { questionId, answerId: id, title: '', content: row.content, editedBy: viewerOf(ctx).id })
    const state = checkedTexts.isHeld || row.state !== 'shown' ? 'held' : 'shown'
    await store.updateAnswer(tx, id, { content: checkedTexts.texts[0]!, state, edited_at: new Date() })
    await insertTextReviews(tx, { questionId, answerId: id }, checkedTexts)
    return { id, state, care: checkedTexts.crisisLevel }
  })
}

export const removeAnswer = (ctx: Ctx, id: number): Promise<null> =>
  inTransaction(ctx.kit, async (scope) => {
    const { tx } = scope
    const row = await lockOwnAnswer(tx, ctx, id)
    await store.updateAnswer(tx, id, { state: 'removed', state_reason: '' })
    await settleReportsOfRemovedText(scope, row.question_id, id)
    return null
  })
