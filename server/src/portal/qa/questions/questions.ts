// Rules of questions: asking, editing, deleting, and listing.
import { fail, Failure, failField } from '@xinqiao/contract/errors.ts'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { PostingResult, Question } from '@xinqiao/contract/http/qa/questions.ts'
import { hourSeconds } from '@xinqiao/contract/time.ts'
import { inTransaction, viewerIdOf, viewerOf, type Ctx, type Kit, type CtxInTransaction } from '../../../kit/ctx.ts'
import { transaction, type Tx } from '../../../kit/db/db.ts'
import type { PageLimits, PageOfIds } from '../../../kit/db/lists.ts'
import { lockAccountRow } from '../../../kit/db/account-lock.ts'
import { limitHits } from '../../../kit/auth/throttle.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { checkTexts, insertTextReviews } from '../rules/check-texts.ts'
import * as domains from '../records/domain-store.ts'
import { countTaggedQuestions, loadDomainNames } from '../rules/domains.ts'
import * as lists from '../records/list-store.ts'
import { presentQuestion } from '../rules/present.ts'
import { settleReportsOfRemovedText } from '../rules/end-reports.ts'
import { insertRevision } from '../records/review-store.ts'
import * as store from '../records/store.ts'

/** A hidden question is visible only to its asker. */
const isQuestionVisibleTo = (row: lists.QuestionRow, viewerId: number) =>
  row.state === 'shown' || (viewerId !== 0 && row.author_id === viewerId)

export async function presentQuestionPage(ctx: Ctx, pageOfIds: Promise<PageOfIds>) {
  const viewer = viewerIdOf(ctx)
  const [{ ids, total }, names] = await Promise.all([pageOfIds, loadDomainNames(ctx.kit)])
  const rows = await lists.selectQuestions(ctx.kit.sql, ids, viewer)
  const content = rows
    .filter((row) => isQuestionVisibleTo(row, viewer))
    .map((row) => presentQuestion(row, names, viewer))
  return { content, totalElements: total }
}

async function findTaggedQuestions({ kit }: Ctx, domainIds: readonly number[], page: PageLimits): Promise<PageOfIds> {
  const { ids, total } = await lists.selectTaggedQuestionIds(kit.sql, domainIds, page)
  return { ids, total: domainIds.length === 1 ? total : await countTaggedQuestions(kit, domainIds, total) }
}

export async function listRecommendedQuestions(ctx: Ctx, tagIds: readonly number[], page: PageLimits) {
  if (tagIds.length === 0) return presentQuestionPage(ctx, lists.selectRecommendedQuestionIds(ctx.kit.sql, page))
  const maxDomainId = 32_767 // the range of smallint
  const ids = [...new Set(tagIds)].filter((id) => id >= 1 && id <= maxDomainId)
  if (ids.length === 0) return { content: [], totalElements: 0 }
  return presentQuestionPage(ctx, findTaggedQuestions(ctx, ids, page))
}

/**
 * Finds a question; a merged one is replaced by the question that it was merged into.
 * @throws Failure notFound
 */
export async function getQuestion(ctx: Ctx, id: number): Promise<Question> {
  const viewer = viewerIdOf(ctx)
  const [[row], names] = await Promise.all([lists.selectQuestions(ctx.kit.sql, [id], viewer), loadDomainNames(ctx.kit)])
  if (row?.state === 'merged' && row.merged_into !== null) return getQuestion(ctx, row.merged_into)
  if (!row || !isQuestionVisibleTo(row, viewer)) throw fail('notFound')
  return presentQuestion(row, names, viewer)
}

export async function listDomainCounts({ sql }: Kit) {
  const rows = await domains.selectDomains(sql)
  return { content: rows.map(({ id, name, question_count }) => ({ id, domain: name, count: question_count })) }
}

// ---- writing

const maxQuestionsPerHour = 20
const maxEditsPerHour = 30

export async function limitActionsPerHour(ctx: Ctx, action: string, max: number): Promise<void> {
  const { id } = viewerOf(ctx)
  await limitHits(ctx.kit.sql, `${action}:${id}`, max, hourSeconds)
}

async function checkDomainIds(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const sortedIds = [...new Set(ids)].toSorted((a, b) => a - b)
  if ((await domains.countEnabledDomains(tx, sortedIds)) === sortedIds.length) return sortedIds
  throw failField('tagIds', '标签不存在，请重新选择')
}

async function raiseQuestionAlert(
  ctx: CtxInTransaction,
  tx: Tx,
  questionId: number,
  level: CrisisLevel | null,
): Promise<void> {
  if (level) await ctx.kit.chat.raiseAlert(tx, { accountId: viewerOf(ctx).id, questionId, level })
}

type RefusedDraft = { title: string; content: string; isAnonymous: boolean }

/** Raises the alert of a text that the word list refuses. The text is not stored, so the alert keeps its words. */
async function raiseAlertOfRefused(ctx: Ctx, error: unknown, draft: RefusedDraft) {
  const level = error instanceof Failure ? (error.data as { care?: CrisisLevel | null } | null)?.care : null
  if (!level) return
  const { sql, secrets, chat } = ctx.kit
  const sealText = (id: number) => secrets.seal(`${draft.title}\n${draft.content}`, sealBindings.crisisText(id))
  const alert = { accountId: viewerOf(ctx).id, level, isAnonymous: draft.isAnonymous, sealText }
  await transaction(sql, (tx) => chat.raiseAlert(tx, alert))
}

type QuestionDraft = { tagIds: number[]; title: string; content: string }

export async function askQuestion(ctx: Ctx, draft: QuestionDraft & { anonymous: 1 | 2 }): Promise<PostingResult> {
  const viewer = viewerOf(ctx)
  await limitActionsPerHour(ctx, 'ask', maxQuestionsPerHour)
  return transaction(ctx.kit.sql, async (tx): Promise<PostingResult> => {
    const domainIds = await checkDomainIds(tx, draft.tagIds)
    const checkedTexts = await checkTexts(tx, 'asker', { title: draft.title, content: draft.content })
    const [title = '', content = ''] = checkedTexts.texts
    const state = checkedTexts.isHeld ? 'held' : 'shown'
    const is_anonymous = draft.anonymous === 1
    const values = { author_id: viewer.id, title, content, is_anonymous, domain_ids: domainIds, state } as const
    await lockAccountRow(tx, viewer.id)
    const repeatedQuestion = await store.selectRepeatedQuestion(tx, values)
    if (repeatedQuestion) return { ...repeatedQuestion, care: checkedTexts.crisisLevel }
    const id = await store.insertQuestion(tx, values)
    await insertTextReviews(tx, { questionId: id }, checkedTexts)
    await raiseQuestionAlert(ctx, tx, id, checkedTexts.crisisLevel)
    return { id, state, care: checkedTexts.crisisLevel }
  }).catch(async (error: unknown) => {
    await raiseAlertOfRefused(ctx, error, { ...draft, isAnonymous: draft.anonymous === 1 })
    throw error
  })
}

/** @throws Failure notFound also for another account's question, to hide its owner */
async function lockOwnQuestion(tx: Tx, ctx: CtxInTransaction, id: number): Promise<store.LockedQuestionRow> {
  const row = await store.lockQuestion(tx, id)
  if (!row || row.author_id !== viewerOf(ctx).id || row.state === 'removed' || row.state === 'merged')
    throw fail('notFound')
  return row
}

/** A refused question is reviewed again. A visible one stays visible unless its new text is held. */
export async function changeQuestion(
  ctx: Ctx,
  { id, ...draft }: QuestionDraft & { id: number },
): Promise<PostingResult> {
  const viewer = viewerOf(ctx)
  await limitActionsPerHour(ctx, 'edit', maxEditsPerHour)
  return transaction(ctx.kit.sql, async (tx): Promise<PostingResult> => {
    const row = await lockOwnQuestion(tx, ctx, id)
    const domainIds = await checkDomainIds(tx, draft.tagIds)
    const checkedTexts = await checkTexts(tx, 'asker', { title: draft.title, content: draft.content })
    const [title = '', content = ''] = checkedTexts.texts
    await insertRevision(tx, { questionId: id, title: row.title, content: row.content, editedBy: viewer.id })
    const state = checkedTexts.isHeld || row.state !== 'shown' ? 'held' : 'shown'
    const change = { title, content, domain_ids: domainIds, state, edited_at: new Date() } as const
    await store.updateQuestion(tx, id, change)
    await insertTextReviews(tx, { questionId: id }, checkedTexts)
    await raiseQuestionAlert(ctx, tx, id, checkedTexts.crisisLevel)
    return { id, state, care: checkedTexts.crisisLevel }
  }).catch(async (error: unknown) => {
    // no name, because the asker may have written the question anonymously
    await raiseAlertOfRefused(ctx, error, { ...draft, isAnonymous: true })
    throw error
  })
}

export const removeQuestion = (ctx: Ctx, id: number): Promise<null> =>
  inTransaction(ctx.kit, async (scope) => {
    const { tx } = scope
    await lockOwnQuestion(tx, ctx, id)
    await store.updateQuestion(tx, id, { state: 'removed', state_reason: '' })
    await settleReportsOfRemovedText(scope, id)
    return null
  })
