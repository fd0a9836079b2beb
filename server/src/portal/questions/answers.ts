// The rules of answers: counsellors and the association write them, everybody reads them.
import { fail } from '@xinqiao/contract/errors.ts'
import type { StemCollect } from '@xinqiao/contract/http/kept-questions.ts'
import { questions, type Answer, type Posted } from '@xinqiao/contract/http/questions.ts'
import { isAllowed, roleOf } from '@xinqiao/contract/roles.ts'
import { makeAlike, type Seen } from '../../kit/alike.ts'
import { viewerOf, type Ctx } from '../../kit/ctx.ts'
import { transaction, type Tx } from '../../kit/db.ts'
import { makeOwnList, type Found, type Page } from '../../kit/reading.ts'
import { queueUp } from '../../kit/one-at-a-time.ts'
import { recordSecurityEvent } from '../../kit/security.ts'
import { formatTime } from '../../kit/time.ts'
import { tellOfAnswer } from './telling.ts'
import { checkTexts, queueReviews } from './checking.ts'
import { loadDomainNames } from './domains.ts'
import * as kept from './kept-store.ts'
import * as lists from './list-store.ts'
import { presentAnswer, presentQuestion, presentWithQuestion, type DomainNames } from './present.ts'
import { getQuestion, limitTo } from './questions.ts'
import {
  answerReader,
  collectedAnswerReader,
  collectedQuestionReader,
  type AnswerSeen,
  type QuestionSeen,
} from './reading.ts'
import { endReports } from './removing.ts'
import { insertRevision } from './review-store.ts'
import * as store from './store.ts'

const viewerId = ({ viewer }: Ctx) => viewer?.id ?? 0

/** What is not in sight is its writer's alone. */
const isFor = (row: AnswerSeen, viewer: number) =>
  row.in_sight || (viewer !== 0 && row.author_id === viewer && (row.state === 'held' || row.state === 'refused'))

const presentRows = (rows: readonly AnswerSeen[], viewer: number, names: DomainNames) =>
  rows.filter((row) => row.in_sight).map((row) => presentWithQuestion(row, names, viewer))

const presentCounted = (rows: readonly AnswerSeen[], viewer: number, names: DomainNames, total: number) => ({
  content: presentRows(rows, viewer, names),
  totalElements: total,
})

async function presentPage(ctx: Ctx, finding: Promise<Found>, reader = answerReader) {
  const [{ ids, total }, names] = await Promise.all([finding, loadDomainNames(ctx.kit)])
  return makeAlike(await reader.read(ctx.kit, ids, viewerId(ctx)), presentCounted, names, total)
}

const findFollowed = makeOwnList(lists.findFollowedAnswers)
const findCollected = makeOwnList(lists.findCollectedAnswers)

/** portal.md 2: 1 hot, 2 latest, 3 recommended, 4 of followed counsellors, 5 collected. */
export async function listAnswers(ctx: Ctx, type: number, page: Page) {
  const { kit } = ctx
  const me = viewerId(ctx)
  if (type >= 4 && me === 0) throw fail('notSignedIn')
  if (type === 4) return presentPage(ctx, findFollowed(kit, me, page))
  if (type === 5) return presentPage(ctx, findCollected(kit, me, page), collectedAnswerReader)
  const find = type === 2 ? lists.findNewestAnswers : lists.findHotAnswers
  return presentPage(
    ctx,
    answerReader.find(kit, type === 2 ? 'newest' : 'hot', page, (block) => find(kit.sql, block)),
  )
}

const mayAnswer = ({ viewer }: Ctx) =>
  isAllowed(questions['POST /problemAnswer/add'].who, viewer && roleOf(viewer.roleId))

const presentBelow = (rows: readonly AnswerSeen[], viewer: number, answerCount: number) => {
  const own = rows.filter((row) => isFor(row, viewer))
  return {
    content: own.map((row) => presentAnswer(row, row.question.title, viewer, null)),
    totalElements: Math.max(answerCount, own.length),
  }
}

/** With what the caller wrote and nobody else sees yet; counted are those in sight. */
export async function listAnswersTo(ctx: Ctx, problemId: number, page: Page) {
  const { kit } = ctx
  const me = viewerId(ctx)
  const { id, answer } = await getQuestion(ctx, problemId)
  const writer = mayAnswer(ctx) ? me : 0
  const { ids } = await answerReader.find(kit, `to ${id} for ${writer}`, page, (block) =>
    lists.findAnswersTo(kit.sql, id, block, writer),
  )
  return makeAlike(await answerReader.read(kit, ids, me), presentBelow, answer)
}

export const listAnswersBy = async (ctx: Ctx, counsellorId: number, page: Page): Promise<Answer[]> => {
  const find = (block: Page) => lists.findAnswersBy(ctx.kit.sql, counsellorId, block)
  const [{ ids }, names] = await Promise.all([
    answerReader.find(ctx.kit, `of ${counsellorId}`, page, find),
    loadDomainNames(ctx.kit),
  ])
  return makeAlike(await answerReader.read(ctx.kit, ids, viewerId(ctx)), presentRows, names)
}

const findKept = makeOwnList(kept.findCollected)

/** @param list as the store gives it */
function presentKept(
  _rows: readonly unknown[],
  _viewer: number,
  answered: Seen<AnswerSeen>,
  asked: Seen<QuestionSeen>,
  names: DomainNames,
  list: string,
): StemCollect[] {
  const answerOf = new Map(answered.rows.map((row) => [row.id, presentWithQuestion(row, names, answered.viewer)]))
  const questionOf = new Map(asked.rows.map((row) => [row.id, presentQuestion(row, names, asked.viewer)]))
  const nobody = { id: 0, userId: 0, nickname: '', photo: '', department: '', professionalTitle: '' }
  return kept.readCollected(list).flatMap(({ type, id, at }): StemCollect[] => {
    const collectTime = formatTime(at)
    const problem = type === 2 ? questionOf.get(id) : undefined
    if (problem)
      return [{ type: 2, collectTime, data: { ...nobody, title: problem.title, problemAnswer: null, problem } }]
    const answer = type === 1 ? answerOf.get(id) : undefined
    if (!answer) return []
    const { doctorId, userId, nickname, photo, department, professionalTitle, title } = answer
    const doctor = { id: doctorId, userId, nickname, photo, department, professionalTitle, title }
    return [{ type: 1, collectTime, data: { ...doctor, problemAnswer: answer, problem: answer.problem } }]
  })
}

export async function listCollected(ctx: Ctx, page: Page): Promise<StemCollect[]> {
  const { id } = viewerOf(ctx)
  const [list, names] = await Promise.all([findKept(ctx.kit, id, page), loadDomainNames(ctx.kit)])
  const collected = kept.readCollected(list)
  const idsOf = (type: 1 | 2) => collected.filter((one) => one.type === type).map((one) => one.id)
  const [answered, asked] = await Promise.all([
    collectedAnswerReader.read(ctx.kit, idsOf(1), id),
    collectedQuestionReader.read(ctx.kit, idsOf(2), id),
  ])
  // no rows are the same no rows for everybody: what is made is remembered with those that are this person's
  const own: Seen<unknown> = answered.rows.length > 0 ? answered : asked
  return makeAlike(own, presentKept, answered, asked, names, list)
}

// ---- writing

const mostAnswersAnHour = 60

/** The wire's `doctorId` names the caller, by account or as counsellor; another's is refused (research T3). */
async function checkDoctor(ctx: Ctx, doctorId: number | undefined): Promise<store.Answerer | null> {
  const { id } = viewerOf(ctx)
  const answerer = await store.findAnswerer(ctx.kit.sql, id)
  if (doctorId === undefined || doctorId === id || doctorId === answerer?.id) return answerer
  await recordSecurityEvent(ctx, 'foreignId', id, { call: 'POST /problemAnswer/add', field: 'doctorId' })
  throw fail('notYours')
}

export async function addAnswer(
  ctx: Ctx,
  { problemId, content, doctorId }: { problemId: number; content: string; doctorId?: number | undefined },
): Promise<Posted> {
  const viewer = viewerOf(ctx)
  const { id: questionId, closed, state: questionState } = await getQuestion(ctx, problemId)
  if (questionState !== 'shown') throw fail('notFound')
  const answerer = await checkDoctor(ctx, doctorId)
  if (closed) throw fail('questionClosed')
  await limitTo(ctx, 'answer', mostAnswersAnHour)
  return transaction(ctx.kit.sql, async (tx, after) => {
    const checked = await checkTexts(tx, 'answerer', { content })
    const state = checked.isHeld ? 'held' : 'shown'
    const by = { author_id: viewer.id, counsellor_id: answerer?.id ?? null }
    const values = { ...by, question_id: questionId, content: checked.texts[0]!, state } as const
    await queueUp(tx, viewer.id)
    const repeated = await store.findRepeatedAnswer(tx, values)
    if (repeated) return { ...repeated, care: checked.care }
    const id = await store.insertAnswer(tx, values)
    await queueReviews(tx, { questionId, answerId: id }, checked)
    const row = await store.lockAnswer(tx, id)
    if (row && state === 'shown') await tellOfAnswer({ kit: ctx.kit, tx, after }, row)
    return { id, state, care: checked.care }
  })
}

async function lockOwn(tx: Tx, ctx: Ctx, id: number): Promise<store.OwnAnswer> {
  const row = await store.lockAnswer(tx, id)
  if (!row || row.author_id !== viewerOf(ctx).id || row.state === 'removed') throw fail('notFound')
  return row
}

export async function changeAnswer(ctx: Ctx, { id, content }: { id: number; content: string }): Promise<Posted> {
  await limitTo(ctx, 'edit', mostAnswersAnHour)
  return transaction(ctx.kit.sql, async (tx) => {
    const row = await lockOwn(tx, ctx, id)
    const checked = await checkTexts(tx, 'answerer', { content })
    const { question_id: questionId } = row
    await insertRevision(tx, { questionId, answerId: id, title: '', content: row.content, editedBy: viewerOf(ctx).id })
    const state = checked.isHeld || row.state !== 'shown' ? 'held' : 'shown'
    await store.updateAnswer(tx, id, { content: checked.texts[0]!, state, edited_at: new Date() })
    await queueReviews(tx, { questionId, answerId: id }, checked)
    return { id, state, care: checked.care }
  })
}

export const removeAnswer = (ctx: Ctx, id: number): Promise<null> =>
  transaction(ctx.kit.sql, async (tx, after) => {
    const row = await lockOwn(tx, ctx, id)
    await store.updateAnswer(tx, id, { state: 'removed', state_reason: '' })
    await endReports({ kit: ctx.kit, tx, after }, row.question_id, id)
    return null
  })
