// Articles for the demo site and for tests.
import type { Db } from '../../src/kit/db.ts'
import { cleanHtml, summarise } from '../../src/kit/clean-html.ts'
import { expandPictures, listPictureKeys } from '../../src/portal/articles/html.ts'
import { findPictures, insertArticle } from '../../src/portal/articles/store.ts'

export type ArticleToMake = {
  title: string
  columnId?: 1 | 2 | 3
  tagId?: 1 | 4 | null
  content?: string
  summary?: string
  pictureKey?: string | null
  pinned?: boolean
  state?: 'draft' | 'published' | 'withdrawn'
  publishAt?: Date | null
  authorId?: number | null
}

/** Published a minute ago unless told otherwise. @returns the new article's id */
export async function makeArticle(db: Db, article: ArticleToMake): Promise<number> {
  const { title, columnId = 1, state = 'published', publishAt = new Date(Date.now() - 60_000) } = article
  const clean = cleanHtml(article.content ?? '<p>正文</p>')
  const content = expandPictures(clean, await findPictures(db, listPictureKeys(clean)))
  const id = await insertArticle(
    db,
    {
      column_id: columnId,
      tag_id: article.tagId ?? null,
      title,
      summary: article.summary ?? '',
      excerpt: summarise(clean),
      content,
      picture_key: article.pictureKey ?? null,
      pinned: article.pinned ?? false,
    },
    article.authorId ?? null,
  )
  await db`update article set state = ${state}, publish_at = ${publishAt} where id = ${id}`
  return id
}
