// The rules of articles: reading what is visible, and the states an editor may move an article through.
import type { ArticleDraft } from '@xinqiao/contract/http/staff-articles.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import { pageSizes } from '@xinqiao/contract/limits.ts'
import { cleanHtml, summarise } from '../../kit/text/clean-html.ts'
import { viewerOf, type Kit, type AuditedCtx } from '../../kit/ctx.ts'
import { type Db, type Tx } from '../../kit/db/db.ts'
import { parseTime } from '../../kit/time.ts'
import { expandPictures, listPictureKeys } from './html.ts'
import { presentArticle, presentCard, presentStaffArticle, presentStaffRow, type Pictures } from './present.ts'
import * as store from './store.ts'

export async function loadPictures(db: Db, keys: readonly (string | null)[]): Promise<Pictures> {
  const wanted = [...new Set(keys.filter((key) => key !== null))]
  return new Map((await store.findPictures(db, wanted)).map((row) => [row.key, row]))
}

export async function presentCards(db: Db, rows: readonly store.CardRow[]) {
  const [pictures, attachments] = await Promise.all([
    loadPictures(
      db,
      rows.map((row) => row.picture_key),
    ),
    store.listAttachments(
      db,
      rows.map((row) => row.id),
    ),
  ])
  return rows.map((row) => presentCard(row, pictures, attachments))
}

export async function listArticles(kit: Kit, query: store.ListQuery) {
  const { rows, total } = await store.listVisible(kit.sql, query)
  return { content: await presentCards(kit.sql, rows), totalElements: total }
}

/** Lists of the home page in one request; three single lists need four times the queries. */
export async function listHome(kit: Kit) {
  const cards = await presentCards(kit.sql, await store.listHeads(kit.sql, pageSizes.home))
  const of = (columnId: number) => cards.filter((card) => card.psychologyColumnId === columnId)
  return { dynamics: of(1), notices: of(2), learning: of(3) }
}

export async function getArticle(kit: Kit, id: number) {
  const row = await store.findVisible(kit.sql, id)
  if (!row) throw fail('notFound')
  const [pictures, attachments, neighbours] = await Promise.all([
    loadPictures(kit.sql, [row.picture_key]),
    store.listAttachments(kit.sql, [id]),
    store.findNeighbours(kit.sql, row),
  ])
  return presentArticle(row, pictures, attachments, neighbours)
}

// ---- staff

async function findOrFail(db: Db, id: number): Promise<store.StaffRow> {
  const row = await store.findForStaff(db, id)
  if (!row) throw fail('notFound')
  return row
}

export async function getForStaff(db: Db, id: number) {
  const row = await findOrFail(db, id)
  const [pictures, attachments] = await Promise.all([
    loadPictures(db, [row.picture_key]),
    store.listAttachments(db, [id]),
  ])
  return presentStaffArticle(row, pictures, attachments)
}

export async function previewArticle(db: Db, id: number) {
  const row = await findOrFail(db, id)
  const [pictures, attachments] = await Promise.all([
    loadPictures(db, [row.picture_key]),
    store.listAttachments(db, [id]),
  ])
  const shown = { ...row, summary: row.summary || summarise(row.content), publish_at: row.publish_at ?? row.updated_at }
  return presentArticle(shown, pictures, attachments, {
    prev: null,
    next: null,
  })
}

export async function listForStaff(kit: Kit, query: store.StaffQuery) {
  const { rows, total } = await store.listForStaff(kit.sql, query)
  return { content: rows.map(presentStaffRow), totalElements: total }
}

/** Stored form of a draft: cleaned HTML with picture sizes, and always a summary. */
async function prepare(db: Db, draft: ArticleDraft): Promise<store.ArticleValues> {
  const clean = cleanHtml(draft.content)
  const pictures = await loadPictures(db, [...listPictureKeys(clean), draft.pictureKey])
  if (draft.pictureKey !== null && !pictures.has(draft.pictureKey)) {
    throw fail('invalid', '封面图片不存在，请重新上传', { fields: { pictureKey: '封面图片不存在，请重新上传' } })
  }
  return {
    column_id: draft.psychologyColumnId,
    tag_id: draft.psychologyColumnId === 3 ? draft.tagId : null, // portal.md 3: tags belong to 学术交流
    title: draft.title,
    summary: draft.description,
    excerpt: summarise(clean),
    content: expandPictures(clean, [...pictures.values()]),
    picture_key: draft.pictureKey,
    pinned: draft.pinned,
  }
}

/** Runs a change of one article and returns the changed article. */
async function change(ctx: AuditedCtx, work: (tx: Tx) => Promise<number>) {
  const { kit, tx, after } = ctx
  const id = await work(tx)
  after(kit.contentChanged)
  return getForStaff(tx, id)
}

export const createArticle = (ctx: AuditedCtx, draft: ArticleDraft) =>
  change(ctx, async (tx) => {
    const id = await store.insertArticle(tx, await prepare(tx, draft), viewerOf(ctx).id)
    await store.setAttachments(tx, id, draft.attachmentIds)
    return id
  })

type Versioned = { id: number; version: number }

export const saveArticle = (ctx: AuditedCtx, draft: ArticleDraft & Versioned) =>
  change(ctx, async (tx) => {
    await findOrFail(tx, draft.id)
    const saved = await store.updateArticle(tx, draft.id, draft.version, await prepare(tx, draft))
    if (!saved) throw fail('changedMeanwhile')
    await store.setAttachments(tx, draft.id, draft.attachmentIds)
    return draft.id
  })

/** Publishes at once or at a future time. A past time publishes with that date, for older notices. */
export const publishArticle = (
  ctx: AuditedCtx,
  { id, version, publishTime }: Versioned & { publishTime?: string | undefined },
) =>
  change(ctx, async (tx) => {
    const row = await findOrFail(tx, id)
    const isShown = row.state === 'published' && row.is_due
    const at = publishTime
      ? parseTime(publishTime)
      : isShown && row.publish_at
        ? row.publish_at
        : await store.readNow(tx)
    const done = await store.updateArticle(tx, id, version, { state: 'published', publish_at: at })
    if (!done) throw fail('changedMeanwhile')
    return id
  })

export const withdrawArticle = (ctx: AuditedCtx, { id, version }: Versioned) =>
  change(ctx, async (tx) => {
    const row = await findOrFail(tx, id)
    if (row.state !== 'published') throw fail('wrongState')
    const done = await store.updateArticle(tx, id, version, { state: 'withdrawn' })
    if (!done) throw fail('changedMeanwhile')
    return id
  })

export async function deleteArticle({ tx, after, kit }: AuditedCtx, { id, version }: Versioned): Promise<void> {
  const row = await findOrFail(tx, id)
  if (row.state === 'published') throw fail('wrongState', '请先撤回再删除')
  if (!(await store.deleteArticle(tx, id, version))) throw fail('changedMeanwhile')
  after(kit.contentChanged)
}
