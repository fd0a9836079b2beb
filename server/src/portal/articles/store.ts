// SQL of articles, pictures and attachments. Banners, the floating ad and the settings are in `site-store.ts`.
// Public reads use the view visible_article, and no other code defines what is visible.
import type { Rows } from '../../../db/rows.ts'
import type { Db } from '../../kit/db/db.ts'
import type { PageLimits } from '../../kit/db/lists.ts'
import { firstRow, onlyRow, readPage } from '../../kit/db/results.ts'
import { fieldColumnNames } from './fields.ts'

export type PictureRow = Pick<Rows['picture'], 'key' | 'width' | 'height' | 'widths'>

const cardColumnNames = ['id', ...fieldColumnNames, 'publish_at', 'updated_at', 'picture_key'] as const
type ArticleColumns = Pick<Rows['article'], (typeof cardColumnNames)[number]>
const cardColumns = (db: Db) => db([...cardColumnNames])
/** An article as lists show it. A draft may have no time yet; rows of the view always have one. */
export type ArticleCardRow = ArticleColumns & { publish_at: Date }

const attachmentColumnNames = ['id', 'key', 'name', 'bytes', 'mime', 'article_id'] as const
export type AttachmentRow = Pick<Rows['attachment'], (typeof attachmentColumnNames)[number]>
const attachmentColumns = (db: Db) => db([...attachmentColumnNames])

export type NeighbourArticles = {
  prev: { id: number; title: string } | null
  next: { id: number; title: string } | null
}

export type ArticleQuery = PageLimits & { columnId: number | undefined; tagId: number | undefined }

export function selectVisibleArticles(db: Db, { columnId, tagId, limit, offset }: ArticleQuery) {
  const where = db`where true
    ${columnId === undefined ? db`` : db`and column_id = ${columnId}`}
    ${tagId === undefined ? db`` : db`and tag_id = ${tagId}`}`
  const order = db`order by pinned desc, publish_at desc, id desc`
  // merges the lists of the columns, because an index over all would mislead the planner for single columns
  const from =
    columnId === undefined && tagId === undefined
      ? db`(values (1), (2), (3)) as wanted (id_of_column) cross join lateral (
          select * from visible_article where column_id = id_of_column ${order} limit ${offset + limit}) as merged`
      : db`visible_article`
  return readPage(
    db<ArticleCardRow[]>`select ${cardColumns(db)} from ${from} ${where} ${order} limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from visible_article ${where}`,
  )
}

/** The first `each` articles of every column, in the order of its list. */
export const selectHeadArticles = (db: Db, each: number) =>
  db<ArticleCardRow[]>`
    select ${cardColumns(db)} from (values (1), (2), (3)) as wanted (id_of_column) cross join lateral (
      select * from visible_article where column_id = id_of_column
      order by pinned desc, publish_at desc, id desc limit ${each}) as heads`

/** The newest articles, for feeds and the sitemap. */
export const selectNewestArticles = (db: Db, limit: number) =>
  db<ArticleCardRow[]>`select ${cardColumns(db)} from visible_article order by publish_at desc, id desc limit ${limit}`

export const selectVisibleArticle = (db: Db, id: number) =>
  firstRow(
    db<
      (ArticleCardRow & { content: string })[]
    >`select ${cardColumns(db)}, content from visible_article where id = ${id}`,
  )

/** Previous is the newer neighbour in the same column, next the older one, as in the lists. */
export async function selectNeighbourArticles(
  db: Db,
  { id, column_id: columnId, publish_at: at }: ArticleCardRow,
): Promise<NeighbourArticles> {
  const [[prev], [next]] = await Promise.all([
    db<{ id: number; title: string }[]>`select id, title from visible_article
      where column_id = ${columnId} and (publish_at, id) > (${at}, ${id}) order by publish_at, id limit 1`,
    db<{ id: number; title: string }[]>`select id, title from visible_article
      where column_id = ${columnId} and (publish_at, id) < (${at}, ${id}) order by publish_at desc, id desc limit 1`,
  ])
  return { prev: prev ?? null, next: next ?? null }
}

// ---- pictures and attachments

export const selectPictures = (db: Db, keys: string[]) =>
  keys.length === 0
    ? Promise.resolve([])
    : db<PictureRow[]>`select key, width, height, widths from picture where key in ${db(keys)}`

export async function insertPicture(db: Db, picture: PictureRow, createdBy: number | null): Promise<void> {
  await db`insert into picture (key, width, height, widths, created_by)
    values (${picture.key}, ${picture.width}, ${picture.height}, ${picture.widths}, ${createdBy})`
}

export const insertAttachment = (
  db: Db,
  file: { key: string; name: string; mime: string; bytes: number; createdBy: number | null },
) =>
  onlyRow(db<AttachmentRow[]>`
    insert into attachment (key, name, mime, bytes, created_by)
    values (${file.key}, ${file.name}, ${file.mime}, ${file.bytes}, ${file.createdBy}) returning ${attachmentColumns(db)}`)

export const selectAttachments = (db: Db, articleIds: number[]) =>
  articleIds.length === 0
    ? Promise.resolve([])
    : db<
        AttachmentRow[]
      >`select ${attachmentColumns(db)} from attachment where article_id in ${db(articleIds)} order by article_id, position, id`

/** Visitors get an attachment only together with its visible article. */
export const selectAttachment = (db: Db, key: string, forStaff: boolean) =>
  firstRow(db<AttachmentRow[]>`
    select ${attachmentColumns(db)} from attachment
    where key = ${key} ${forStaff ? db`` : db`and article_id in (select id from visible_article)`}`)

/** Sets the attachments of the article, in this order. Ignores attachments of other articles. */
export async function updateAttachments(db: Db, articleId: number, ids: number[]): Promise<void> {
  await db`update attachment set article_id = null where article_id = ${articleId} and not id = any(${ids})`
  await db`
    update attachment set article_id = ${articleId}, position = listed.position
    from unnest(${ids}::bigint[]) with ordinality as listed (id, position)
    where attachment.id = listed.id and (attachment.article_id is null or attachment.article_id = ${articleId})`
}

// ---- lists for editors

export type ManagedArticleRow = ArticleColumns &
  Pick<Rows['article'], 'content' | 'version'> & {
    state: 'draft' | 'published' | 'withdrawn'
    is_due: boolean
    author_name: string
  }
type ManagedArticleListRow = Omit<ManagedArticleRow, 'content'>

const staffColumns = (db: Db) => db`
  ${db(cardColumnNames.map((name) => `article.${name}`))}, state, version,
  coalesce(publish_at <= now(), false) as is_due, coalesce(account.nickname, '') as author_name`

export type StaffArticleQuery = PageLimits & {
  state: 'draft' | 'scheduled' | 'published' | 'withdrawn' | undefined
  columnId: number | undefined
  key: string | undefined
}

export function selectArticlesForStaff(db: Db, query: StaffArticleQuery) {
  const { state, columnId, key, limit, offset } = query
  const where = db`where true
    ${columnId === undefined ? db`` : db`and column_id = ${columnId}`}
    ${key ? db`and strpos(lower(title), lower(${key})) > 0` : db``}
    ${state === undefined ? db`` : db`and state = ${state === 'scheduled' ? 'published' : state}`}
    ${state === 'scheduled' ? db`and publish_at > now()` : db``}
    ${state === 'published' ? db`and publish_at <= now()` : db``}`
  return readPage(
    db<
      ManagedArticleListRow[]
    >`select ${staffColumns(db)} from article left join account on account.id = author_id ${where}
      order by updated_at desc, article.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from article ${where}`,
  )
}

export const selectArticleForStaff = (db: Db, id: number) =>
  firstRow(db<ManagedArticleRow[]>`
    select ${staffColumns(db)}, content from article left join account on account.id = author_id where article.id = ${id}`)

/** Columns that an editor fills; the other columns hold the state of the article. */
export type ArticleValues = Omit<
  Rows['article'],
  'id' | 'author_id' | 'state' | 'publish_at' | 'version' | 'created_at' | 'updated_at'
>

export async function insertArticle(db: Db, values: ArticleValues, authorId: number | null): Promise<number> {
  const [row] = await db<{ id: number }[]>`insert into article ${db({ ...values, author_id: authorId })} returning id`
  return row!.id
}

type ArticleStateChange = { state: 'published' | 'withdrawn'; publish_at?: Date }

/** The time by the clock of the database, which the view visible_article uses, too. */
export async function selectNow(db: Db): Promise<Date> {
  const [row] = await db<{ now: Date }[]>`select date_trunc('milliseconds', now()) as now`
  return row!.now
}

/**
 * Saves an article.
 * @returns false when another editor has saved since the version was read (optimistic locking)
 */
export async function updateArticle(
  db: Db,
  id: number,
  version: number,
  values: ArticleValues | ArticleStateChange,
): Promise<boolean> {
  const result = await db`
    update article set ${db(values)}, version = version + 1, updated_at = now() where id = ${id} and version = ${version}`
  return result.count === 1
}

export async function deleteArticleRow(db: Db, id: number, version: number): Promise<boolean> {
  const result = await db`delete from article where id = ${id} and version = ${version}`
  return result.count === 1
}

// ---- unreferenced files

const abandonedAfter = `30 days` // longer than a draft stays in an editor's browser

export const selectAbandonedAttachments = (db: Db, limit: number) =>
  db<Pick<AttachmentRow, 'id' | 'key'>[]>`
    select id, key from attachment
    where article_id is null and created_at < now() - ${abandonedAfter}::interval order by id limit ${limit}`

export async function deleteAttachment(db: Db, id: number): Promise<void> {
  await db`delete from attachment where id = ${id} and article_id is null`
}

/** Old pictures that nothing shows. Texts refer to a picture by URL, tables by key, the settings inside JSON. */
export const selectAbandonedPictures = (db: Db, limit: number) =>
  db<PictureRow[]>`
    with shown as (
      select picture_key as key from article union select picture_key from banner
      union select picture_key from floating_ad
      union select value #>> '{}' from site_settings, jsonb_each(settings) where jsonb_typeof(value) = 'string'
      union select found[1]
        from (select content from article union all select content from meeting
          union all select content from announcement union all select qualification from counsellor) as written (html),
          regexp_matches(html, '/files/p/([\\w-]+)/', 'g') as found
    )
    select key, width, height, widths from picture
    where created_at < now() - ${abandonedAfter}::interval
      and not exists (select 1 from shown where shown.key = picture.key)
    order by created_at limit ${limit}`

export async function deletePicture(db: Db, key: string): Promise<void> {
  await db`delete from picture where key = ${key}`
}
