// Rules for moderators: review, decide, close, merge, and reveal an asker with a reason. The author and the reporters
// are notified of decisions.
import { closedAccountName } from '@xinqiao/contract/closed-account.ts'
import { fail, failField, orNotFound } from '@xinqiao/contract/errors.ts'
import { anonymousName, type ModerationDecision, type QuestionState } from '@xinqiao/contract/questions.ts'
import type { ModerationReview, StaffQuestion } from '@xinqiao/contract/http/qa/staff.ts'
import { createTtlCache } from '../../../kit/db/ttl-cache.ts'
import { viewerOf, type Ctx, type Kit, type TransactionScope, type AuditedCtx } from '../../../kit/ctx.ts'
import { isConflict, type Tx } from '../../../kit/db/db.ts'
import { maskPhone } from '../../../kit/text/masks.ts'
import { formatTime } from '../../../kit/time.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { notifyUsers } from '../../notify/notify.ts'
import { loadDomainNames } from '../rules/domains.ts'
import { presentTags, type DomainNames } from '../rules/present.ts'
import * as domains from '../records/domain-store.ts'
import * as reviews from '../records/review-store.ts'
import * as store from '../records/store.ts'
import { questionAddressOf, notifyOfAnswer } from '../notifications/notify-readers.ts'
import { plainWordOf } from '../rules/watch-words.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'

const presentQuestion = (row: reviews.StaffQuestionRow, names: DomainNames): StaffQuestion => ({
  id: row.id,
  title: row.title,
  content: row.content,
  anonymous: row.is_anonymous,
  askerName: row.is_anonymous ? anonymousName : (row.nickname ?? closedAccountName),
  state: row.state,
  stateReason: row.state_reason,
  closed: row.closed_at !== null,
  mergedInto: row.merged_into,
  answers: row.answer_count,
  tags: presentTags(row.domain_ids, names).map(({ domain }) => domain),
  createTime: formatTime(row.created_at),
  openReviews: row.open_reviews,
})

const presentReview = (row: reviews.QuestionReviewRow): ModerationReview => ({
  id: row.id,
  questionId: row.question_id,
  answerId: row.answer_id,
  cause: row.cause,
  detail: row.detail,
  title: row.title,
  text: row.text,
  subjectState: row.subject_state,
  state: row.state,
  decision: row.decision,
  note: row.note,
  createTime: formatTime(row.created_at),
})

export async function listQuestionsForStaff(kit: Kit, query: reviews.StaffQuestionQuery) {
  const [{ rows, total }, names] = await Promise.all([
    reviews.selectQuestionsForStaff(kit.sql, query),
    loadDomainNames(kit),
  ])
  return { content: rows.map((row) => presentQuestion(row, names)), totalElements: total }
}

export async function getQuestionForStaff(ctx: Ctx, id: number) {
  const { sql } = ctx.kit
  const [row, names, answers, queue, revisions] = await Promise.all([
    reviews.selectQuestionForStaff(sql, id),
    loadDomainNames(ctx.kit),
    reviews.selectAnswersForStaff(sql, id),
    reviews.selectReviewsOfQuestion(sql, id),
    reviews.selectRevisions(sql, id),
  ])
  if (!row) throw fail('notFound')
  return {
    ...presentQuestion(row, names),
    answerList: answers.map((answer) => ({
      id: answer.id,
      author: answer.author ?? closedAccountName,
      content: answer.content,
      state: answer.state as QuestionState,
      stateReason: answer.state_reason,
      likes: answer.like_count,
      createTime: formatTime(answer.created_at),
    })),
    reviews: queue.map(presentReview),
    revisions: revisions.map(({ id: number, answer_id, title, content, created_at }) => ({
      id: number,
      answerId: answer_id,
      title,
      content,
      time: formatTime(created_at),
    })),
  }
}

/**
 * Number of settled reviews, cached for ten seconds, because the count scans all of them and changes only a few times a
 * day.
 */
const countSettledReviews = createTtlCache(10_000, (sql) => reviews.countReviews(sql, 'settled'))

export async function listReviews(
  kit: Kit,
  { state, ...page }: { state?: reviews.QuestionReviewState | undefined } & PageLimits,
) {
  const [rows, open, settled] = await Promise.all([
    reviews.selectReviews(kit.sql, state, page),
    state === 'settled' ? 0 : reviews.countReviews(kit.sql, 'open'),
    state === 'open' ? 0 : countSettledReviews(kit),
  ])
  return { content: rows.map(presentReview), totalElements: open + settled }
}

type ModerationInput = { id: number; answerId?: number | undefined; decision: ModerationDecision; note: string }

const decisionMessage = (object: string, decision: ModerationDecision, note: string): string =>
  decision === 'show' ? `您的${object}已通过审核` : `您的${object}未予发布：${note}`

async function decideQuestion(scope: TransactionScope, { id, decision, note }: ModerationInput): Promise<void> {
  const row = await store.lockQuestion(scope.tx, id)
  if (!row || row.state === 'removed') throw fail('notFound')
  if (row.state === 'merged') throw fail('wrongState')
  const state = decision === 'show' ? 'shown' : 'refused'
  if (row.state === state) return
  await store.updateQuestion(scope.tx, id, { state, state_reason: decision === 'refuse' ? note : '' })
  if (row.author_id === null) return
  const title = decisionMessage(`提问“${row.title}”`, decision, note)
  await notifyUsers(scope, {
    kind: 'review',
    userIds: [row.author_id],
    title,
    link: questionAddressOf(id),
    questionId: id,
  })
}

async function decideAnswer(
  scope: TransactionScope,
  answerId: number,
  { id, decision, note }: ModerationInput,
): Promise<void> {
  const row = await store.lockAnswer(scope.tx, answerId)
  if (!row || row.question_id !== id || row.state === 'removed') throw fail('notFound')
  const state = decision === 'show' ? 'shown' : 'refused'
  if (row.state === state) return
  await store.updateAnswer(scope.tx, answerId, { state, state_reason: decision === 'refuse' ? note : '' })
  if (state === 'shown') await notifyOfAnswer(scope, row)
  if (row.author_id === null) return
  const title = decisionMessage(`对“${row.question_title}”的回答`, decision, note)
  await notifyUsers(scope, {
    kind: 'review',
    userIds: [row.author_id],
    title,
    link: questionAddressOf(id),
    questionId: id,
  })
}

export async function decideText(ctx: AuditedCtx, input: ModerationInput): Promise<null> {
  const { tx } = ctx
  const { id, answerId, decision, note } = input
  const by = viewerOf(ctx).id
  if (decision !== 'dismiss') {
    if (answerId === undefined) await decideQuestion(ctx, input)
    else await decideAnswer(ctx, answerId, input)
  } else if (!(await store.lockQuestion(tx, id))) throw fail('notFound')
  const { reporters, appellants } = await reviews.markReviewsSettled(tx, id, answerId, { decision, note, by })
  const title = decision === 'refuse' ? '您举报的内容已处理，感谢您的帮助' : '您举报的内容经核实未发现违规'
  await notifyUsers(ctx, { kind: 'review', userIds: reporters, title, link: questionAddressOf(id), questionId: id })
  // an author whose appeal succeeded gets the message about the text instead
  if (decision !== 'show') {
    const upheldMessage = `您的申诉已复核，维持原处理结果${note === '' ? '' : `：${note}`}`
    const answer = { kind: 'review' as const, userIds: appellants, title: upheldMessage, questionId: id }
    await notifyUsers(ctx, { ...answer, link: questionAddressOf(id) })
  }
  return null
}

export const setQuestionClosed = async ({ tx }: AuditedCtx, id: number, isClosed: boolean): Promise<null> => {
  if (!(await store.lockQuestion(tx, id))) throw fail('notFound')
  await store.updateQuestion(tx, id, { closed_at: isClosed ? new Date() : null })
  return null
}

export const mergeQuestions = async (ctx: AuditedCtx, id: number, into: number): Promise<null> => {
  const { tx } = ctx
  if (id === into) throw fail('wrongState', '不能与自己合并')
  // locks in the order of ids, so that two opposite merges cannot deadlock
  for (const questionId of [id, into].toSorted((a, b) => a - b)) await store.lockQuestion(tx, questionId)
  const [from, to] = [await store.lockQuestion(tx, id), await store.lockQuestion(tx, into)]
  if (!from || !to) throw fail('notFound')
  if (to.state !== 'shown' || from.state === 'merged' || from.state === 'removed')
    throw fail('wrongState', '只能并入一个已发布的问题')
  await reviews.updateMergedQuestions(tx, id, into)
  if (from.author_id !== null) {
    const title = `您的提问“${from.title}”与“${to.title}”相同，已合并`
    const notice = { kind: 'review' as const, userIds: [from.author_id], title, questionId: into }
    await notifyUsers(ctx, { ...notice, link: questionAddressOf(into) })
  }
  return null
}

/** Revealing the asker requires a reason, which is audited before the reply. */
export const revealQuestionAsker = async ({ tx, kit }: AuditedCtx, id: number) => {
  const asker = orNotFound(await reviews.selectQuestionAsker(tx, id))
  const { username, nickname, phone_sealed } = asker
  const phone = kit.secrets.open(phone_sealed, sealBindings.accountPhone(asker.id))
  return { username, nickname, phone: maskPhone(phone) }
}

// ---- words and tags

export const listWatchWords = ({ sql }: Kit) => reviews.selectWatchWordRows(sql)

export function addWatchWord(
  { tx, viewer }: AuditedCtx,
  { word, action }: Pick<reviews.WatchWordRow, 'word' | 'action'>,
) {
  const plain = plainWordOf(word)
  // a word of punctuation only is empty after normalisation
  if (plain === '') throw failField('word', '请输入文字')
  return reviews.upsertWatchWord(tx, { word, plain, action, by: viewer.id })
}

const presentDomain = ({ id, name, position, enabled, question_count, clicks, synonyms }: domains.StaffDomainRow) => ({
  id,
  name,
  position,
  enabled,
  questions: question_count,
  clicks,
  synonyms,
})
export const listDomainsForStaff = async ({ sql }: Kit) => (await domains.selectDomainsForStaff(sql)).map(presentDomain)

type DomainDraft = {
  id?: number
  name: string
  position: number
  enabled: boolean
  synonyms?: string[] | undefined
}

export type DomainSavedHook = (tx: Tx, domainId: number) => Promise<void>

export async function saveDomain(
  { tx }: AuditedCtx,
  { id, synonyms, ...fields }: DomainDraft,
  onDomainSaved: DomainSavedHook,
) {
  const values = synonyms ? { ...fields, synonyms: [...new Set(synonyms)] } : fields
  try {
    const row = id === undefined ? await domains.insertDomain(tx, values) : await domains.updateDomain(tx, id, values)
    if (!row) throw fail('notFound')
    await onDomainSaved(tx, row.id)
    return presentDomain(row)
  } catch (error) {
    if (isConflict(error, 'domain_name_unique')) throw fail('domainTaken')
    throw error
  }
}
