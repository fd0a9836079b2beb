// The rules of questions: asking, changing, taking away, and the lists in which they stand.
import { fail } from '@xinqiao/contract/errors.ts'
import type { CrisisLevel } from '@xinqiao/contract/care.ts'
import type { Posted, Question } from '@xinqiao/contract/http/questions.ts'
import { makeAlike } from '../../kit/alike.ts'
import { viewerOf, type Ctx, type Kit } from '../../kit/ctx.ts'
import { transaction, type Tx } from '../../kit/db.ts'
import { makeOwnList, type Found, type Page } from '../../kit/reading.ts'
import { queueUp } from '../../kit/one-at-a-time.ts'
import { hit } from '../../kit/throttle.ts'
import { checkTexts, queueReviews } from './checking.ts'
import * as domains from './domain-store.ts'
import { countTagged, loadDomainNames } from './domains.ts'
import * as lists from './list-store.ts'
import { presentQuestion, type DomainNames } from './present.ts'
import { questionReader, type QuestionSeen } from './reading.ts'
import { endReports } from './removing.ts'
import { insertRevision } from './review-store.ts'
import * as store from './store.ts'

const viewerId = ({ viewer }: Ctx) => viewer?.id ?? 0

/** What went out of sight since its number was found is its asker's alone. */
const isFor = (row: QuestionSeen, viewer: number) => row.state === 'shown' || (viewer !== 0 && row.author_id === viewer)

const presentCounted = (rows: readonly QuestionSeen[], viewer: number, names: DomainNames, total: number) => ({
  content: rows.filter((row) => isFor(row, viewer)).map((row) => presentQuestion(row, names, viewer)),
  totalElements: total,
})

async function presentPage(ctx: Ctx, finding: Promise<Found>) {
  const [{ ids, total }, names] = await Promise.all([finding, loadDomainNames(ctx.kit)])
  return makeAlike(await questionReader.read(ctx.kit, ids, viewerId(ctx)), presentCounted, names, total)
}

export const listHot = (ctx: Ctx, page: Page) =>
  presentPage(
    ctx,
    questionReader.find(ctx.kit, 'hot', page, (block) => lists.findHotQuestions(ctx.kit.sql, block)),
  )

async function findTagged({ kit }: Ctx, domainIds: readonly number[], page: Page): Promise<Found> {
  const { ids, total } = await questionReader.find(kit, `tagged ${domainIds.join()}`, page, (block) =>
    lists.findTagged(kit.sql, domainIds, block),
  )
  return { ids, total: domainIds.length === 1 ? total : await countTagged(kit, domainIds, total) }
}

export const listRecommended = (ctx: Ctx, tagIds: readonly number[], page: Page) => {
  const { kit } = ctx
  if (tagIds.length === 0)
    return presentPage(
      ctx,
      questionReader.find(kit, 'recommended', page, (block) => lists.findRecommended(kit.sql, block)),
    )
  // a number that is no tag's has no questions
  const ids = [...new Set(tagIds)].filter((id) => id >= 1 && id <= 32_767)
  if (ids.length === 0) return Promise.resolve({ content: [], totalElements: 0 })
  return presentPage(ctx, findTagged(ctx, ids, page))
}

const findOwn = makeOwnList(lists.findOwnQuestions)

export const listOwn = (ctx: Ctx, page: Page) => presentPage(ctx, findOwn(ctx.kit, viewerOf(ctx).id, page))

const presentFirst = (rows: readonly QuestionSeen[], viewer: number, names: DomainNames) =>
  presentQuestion(rows[0]!, names, viewer)

/** A question that was merged is answered by the one that took its place; what is not shown, only to its asker. */
export async function getQuestion(ctx: Ctx, id: number): Promise<Question> {
  const me = viewerId(ctx)
  const [seen, names] = await Promise.all([questionReader.read(ctx.kit, [id], me), loadDomainNames(ctx.kit)])
  const [row] = seen.rows
  if (row?.state === 'merged' && row.merged_into !== null) return getQuestion(ctx, row.merged_into)
  if (!row || !isFor(row, me)) throw fail('notFound')
  return makeAlike(seen, presentFirst, names)
}

export async function listDomains({ sql }: Kit) {
  const rows = await domains.listDomains(sql)
  return { content: rows.map(({ id, name, question_count }) => ({ id, domain: name, count: question_count })) }
}

// ---- writing

const hourSeconds = 3_600
const mostQuestionsAnHour = 20
const mostEditsAnHour = 30

export async function limitTo(ctx: Ctx, what: string, most: number): Promise<void> {
  const { id } = viewerOf(ctx)
  if ((await hit(ctx.kit.sql, `${what}:${id}`, hourSeconds)) > most) throw fail('tooManyRequests')
}

async function checkDomains(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)].toSorted((a, b) => a - b)
  if ((await domains.countEnabledDomains(tx, wanted)) === wanted.length) return wanted
  throw fail('invalid', '标签不存在，请重新选择', { fields: { tagIds: '标签不存在，请重新选择' } })
}

/** The duty list is on the other half of the house; what raises an alert there is handed in. */
export type RaiseAlert = (
  tx: Tx,
  alert: { accountId: number; questionId?: number; level: 'plan' | 'thought'; sealText?: (id: number) => Buffer },
) => Promise<void>

async function raise(tx: Tx, raiseAlert: RaiseAlert, accountId: number, questionId: number, care: CrisisLevel | null) {
  if (care === 'plan' || care === 'thought') await raiseAlert(tx, { accountId, questionId, level: care })
}

type Draft = { tagIds: number[]; title: string; content: string }

export async function askQuestion(
  ctx: Ctx,
  draft: Draft & { anonymous: 1 | 2 },
  raiseAlert: RaiseAlert,
): Promise<Posted> {
  const viewer = viewerOf(ctx)
  await limitTo(ctx, 'ask', mostQuestionsAnHour)
  return transaction(ctx.kit.sql, async (tx) => {
    const domainIds = await checkDomains(tx, draft.tagIds)
    const checked = await checkTexts(tx, 'asker', { title: draft.title, content: draft.content })
    const [title = '', content = ''] = checked.texts
    const state = checked.isHeld ? 'held' : 'shown'
    const is_anonymous = draft.anonymous === 1
    const values = { author_id: viewer.id, title, content, is_anonymous, domain_ids: domainIds, state } as const
    await queueUp(tx, viewer.id)
    const repeated = await store.findRepeatedQuestion(tx, values)
    if (repeated) return { ...repeated, care: checked.care }
    const id = await store.insertQuestion(tx, values)
    await queueReviews(tx, { questionId: id }, checked)
    await raise(tx, raiseAlert, viewer.id, id, checked.care)
    return { id, state, care: checked.care }
  })
}

/** @throws Failure notFound also for somebody else's: whose it is nobody learns */
async function lockOwn(tx: Tx, ctx: Ctx, id: number): Promise<store.OwnQuestion> {
  const row = await store.lockQuestion(tx, id)
  if (!row || row.author_id !== viewerOf(ctx).id || row.state === 'removed' || row.state === 'merged')
    throw fail('notFound')
  return row
}

/** What was refused goes to the moderators again; what was fine stays in sight unless the new words say otherwise. */
export async function changeQuestion(
  ctx: Ctx,
  { id, ...draft }: Draft & { id: number },
  raiseAlert: RaiseAlert,
): Promise<Posted> {
  const viewer = viewerOf(ctx)
  await limitTo(ctx, 'edit', mostEditsAnHour)
  return transaction(ctx.kit.sql, async (tx) => {
    const row = await lockOwn(tx, ctx, id)
    const domainIds = await checkDomains(tx, draft.tagIds)
    const checked = await checkTexts(tx, 'asker', { title: draft.title, content: draft.content })
    const [title = '', content = ''] = checked.texts
    await insertRevision(tx, { questionId: id, title: row.title, content: row.content, editedBy: viewer.id })
    const state = checked.isHeld || row.state !== 'shown' ? 'held' : 'shown'
    const change = { title, content, domain_ids: domainIds, state, edited_at: new Date() } as const
    await store.updateQuestion(tx, id, change)
    await queueReviews(tx, { questionId: id }, checked)
    await raise(tx, raiseAlert, viewer.id, id, checked.care)
    return { id, state, care: checked.care }
  })
}

export const removeQuestion = (ctx: Ctx, id: number): Promise<null> =>
  transaction(ctx.kit.sql, async (tx, after) => {
    await lockOwn(tx, ctx, id)
    await store.updateQuestion(tx, id, { state: 'removed', state_reason: '' })
    await endReports({ kit: ctx.kit, tx, after }, id)
    return null
  })
