// Rules of articles: reading visible ones, and the states that editors change.
import type { ArticleDraft } from '@xinqiao/contract/http/articles/staff.ts'
import { fail, failField, orNotFound } from '@xinqiao/contract/errors.ts'
import { pageSizes } from '@xinqiao/contract/limits.ts'
import { columnIds } from '@xinqiao/contract/articles.ts'
import { cleanHtml, summarise } from '../../kit/text/clean-html.ts'
import { viewerOf, type Kit, type AuditedCtx } from '../../kit/ctx.ts'
import { type Db, type Tx } from '../../kit/db/db.ts'
import { parseTime } from '../../kit/time.ts'
import { toFieldColumns } from './fields.ts'
import { expandPictures, listPictureKeys } from './html.ts'
import {
  presentArticle,
  presentArticleCard,
  presentStaffArticle,
  presentArticleRow,
  type PicturesByKey,
} from './present.ts'
import * as store from './store.ts'

export async function loadPictures(db: Db, keys: readonly (string | null)[]): Promise<PicturesByKey> {
  const distinctKeys = [...new Set(keys.filter((key) => key !== null))]
  return new Map((await store.selectPictures(db, distinctKeys)).map((row) => [row.key, row]))
}

async function presentArticleCards(db: Db, rows: readonly store.ArticleCardRow[]) {
  const [pictures, attachments] = await Promise.all([
    loadPictures(
      db,
      rows.map((row) => row.picture_key),
    ),
    store.selectAttachments(
      db,
      rows.map((row) => row.id),
    ),
  ])
  return rows.map((row) => presentArticleCard(row, pictures, attachments))
}

export async function listArticles(kit: Kit, query: store.ArticleQuery) {
  const { rows, total } = await store.selectVisibleArticles(kit.sql, query)
  return { content: await presentArticleCards(kit.sql, rows), totalElements: total }
}

/** All lists of the home page in one request; three single lists would need four times the queries. */
export async function listHomeArticles(kit: Kit) {
  const cards = await presentArticleCards(kit.sql, await store.selectHeadArticles(kit.sql, pageSizes.home))
  const cardsOfColumn = (columnId: number) => cards.filter((card) => card.psychologyColumnId === columnId)
  return {
    dynamics: cardsOfColumn(columnIds.news),
    notices: cardsOfColumn(columnIds.announcements),
    learning: cardsOfColumn(columnIds.learning),
  }
}

export async function getArticle(kit: Kit, id: number) {
  const row = orNotFound(await store.selectVisibleArticle(kit.sql, id))
  const [pictures, attachments, neighbours] = await Promise.all([
    loadPictures(kit.sql, [row.picture_key]),
    store.selectAttachments(kit.sql, [id]),
    store.selectNeighbourArticles(kit.sql, row),
  ])
  return presentArticle(row, pictures, attachments, neighbours)
}

// ---- staff

const requireArticle = async (db: Db, id: number): Promise<store.ManagedArticleRow> =>
  orNotFound(await store.selectArticleForStaff(db, id))

export async function getArticleForStaff(db: Db, id: number) {
  const row = await requireArticle(db, id)
  const [pictures, attachments] = await Promise.all([
    loadPictures(db, [row.picture_key]),
    store.selectAttachments(db, [id]),
  ])
  return presentStaffArticle(row, pictures, attachments)
}

export async function previewArticle(db: Db, id: number) {
  const row = await requireArticle(db, id)
  const [pictures, attachments] = await Promise.all([
    loadPictures(db, [row.picture_key]),
    store.selectAttachments(db, [id]),
  ])
  const previewRow = {
    ...row,
    summary: row.summary || summarise(row.content),
    publish_at: row.publish_at ?? row.updated_at,
  }
  return presentArticle(previewRow, pictures, attachments, {
    prev: null,
    next: null,
  })
}

export async function listArticlesForStaff(kit: Kit, query: store.StaffArticleQuery) {
  const { rows, total } = await store.selectArticlesForStaff(kit.sql, query)
  return { content: rows.map(presentArticleRow), totalElements: total }
}

/** Stored form of a draft: cleaned HTML with picture sizes, and always a summary. */
export async function prepareArticleValues(db: Db, draft: ArticleDraft): Promise<store.ArticleValues> {
  const clean = cleanHtml(draft.content)
  const pictures = await loadPictures(db, [...listPictureKeys(clean), draft.pictureKey])
  if (draft.pictureKey !== null && !pictures.has(draft.pictureKey)) {
    throw failField('pictureKey', '封面图片不存在，请重新上传')
  }
  return {
    ...toFieldColumns(draft),
    excerpt: summarise(clean),
    content: expandPictures(clean, [...pictures.values()]),
    picture_key: draft.pictureKey,
  }
}

/** Runs a change of one article and returns the changed article. */
async function changeArticle({ kit, tx, afterCommit }: AuditedCtx, work: (tx: Tx) => Promise<number>) {
  const id = await work(tx)
  afterCommit(kit.contentChanged)
  return getArticleForStaff(tx, id)
}

export const createArticle = (ctx: AuditedCtx, draft: ArticleDraft) =>
  changeArticle(ctx, async (tx) => {
    const id = await store.insertArticle(tx, await prepareArticleValues(tx, draft), viewerOf(ctx).id)
    await store.updateAttachments(tx, id, draft.attachmentIds)
    return id
  })

type ArticleVersionRef = { id: number; version: number }

export const saveArticle = (ctx: AuditedCtx, draft: ArticleDraft & ArticleVersionRef) =>
  changeArticle(ctx, async (tx) => {
    await requireArticle(tx, draft.id)
    const isUpdated = await store.updateArticle(tx, draft.id, draft.version, await prepareArticleValues(tx, draft))
    if (!isUpdated) throw fail('changedMeanwhile')
    await store.updateAttachments(tx, draft.id, draft.attachmentIds)
    return draft.id
  })

/** Publishes at once, or at a future time. With a past time, the article gets that date, for older notices. */
export const publishArticle = (
  ctx: AuditedCtx,
  { id, version, publishTime }: ArticleVersionRef & { publishTime?: string | undefined },
) =>
  changeArticle(ctx, async (tx) => {
    const row = await requireArticle(tx, id)
    const isShown = row.state === 'published' && row.is_due
    const at = publishTime
      ? parseTime(publishTime)
      : isShown && row.publish_at
        ? row.publish_at
        : await store.selectNow(tx)
    const isUpdated = await store.updateArticle(tx, id, version, { state: 'published', publish_at: at })
    if (!isUpdated) throw fail('changedMeanwhile')
    return id
  })

export const withdrawArticle = (ctx: AuditedCtx, { id, version }: ArticleVersionRef) =>
  changeArticle(ctx, async (tx) => {
    const row = await requireArticle(tx, id)
    if (row.state !== 'published') throw fail('wrongState')
    const isUpdated = await store.updateArticle(tx, id, version, { state: 'withdrawn' })
    if (!isUpdated) throw fail('changedMeanwhile')
    return id
  })

export async function deleteArticle(
  { tx, afterCommit, kit }: AuditedCtx,
  { id, version }: ArticleVersionRef,
): Promise<void> {
  const row = await requireArticle(tx, id)
  if (row.state === 'published') throw fail('wrongState', '请先撤回再删除')
  if (!(await store.deleteArticleRow(tx, id, version))) throw fail('changedMeanwhile')
  afterCommit(kit.contentChanged)
}
