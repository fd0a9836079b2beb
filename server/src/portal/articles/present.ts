// Wire format of articles, banners and settings.
import type { ArticleState } from '@xinqiao/contract/articles.ts'
import type { Article, ArticleCard, Attachment, Picture } from '@xinqiao/contract/http/articles/articles.ts'
import type { Banner } from '@xinqiao/contract/http/articles/site.ts'
import type { StaffArticle, StaffArticleRow } from '@xinqiao/contract/http/articles/staff.ts'
import { formatTime } from '../../kit/time.ts'
import { attachmentUrlOf } from './attachments.ts'
import { presentFields } from './fields.ts'
import { createPictureUrl } from './html.ts'
import type { AttachmentRow, ArticleCardRow, NeighbourArticles, PictureRow, ManagedArticleRow } from './store.ts'
import type { BannerRow } from './site-store.ts'

export type PicturesByKey = ReadonlyMap<string, PictureRow>

export function presentPicture(row: PictureRow): Picture {
  const middle = row.widths.find((width) => width >= 960) ?? row.widths.at(-1) ?? row.width
  return {
    key: row.key,
    src: createPictureUrl(row.key, middle),
    width: row.width,
    height: row.height,
    widths: row.widths,
  }
}

const findPicture = (pictures: PicturesByKey, key: string | null): Picture | null => {
  const row = key === null ? undefined : pictures.get(key)
  return row ? presentPicture(row) : null
}

export const presentAttachment = (row: AttachmentRow): Attachment => ({
  id: row.id,
  name: row.name,
  url: attachmentUrlOf(row),
  bytes: row.bytes,
})

export function presentArticleCard(
  row: ArticleCardRow,
  pictures: PicturesByKey,
  attachments: readonly AttachmentRow[],
): ArticleCard {
  const picture = findPicture(pictures, row.picture_key)
  const first = attachments.find((file) => file.article_id === row.id)
  const time = formatTime(row.publish_at)
  return {
    ...presentFields(row),
    id: row.id,
    time,
    createTime: time,
    articlePic: picture?.src ?? '',
    bannerPic: picture?.src ?? '',
    enclosure: first ? attachmentUrlOf(first) : '',
    picture,
  }
}

export const presentArticle = (
  row: ArticleCardRow & { content: string },
  pictures: PicturesByKey,
  attachments: readonly AttachmentRow[],
  neighbours: NeighbourArticles,
): Article => ({
  ...presentArticleCard(row, pictures, attachments),
  content: row.content,
  attachments: attachments.map(presentAttachment),
  updateTime: formatTime(row.updated_at),
  prevArticle: neighbours.prev,
  nextArticle: neighbours.next,
})

const articleStateOf = (row: Pick<ManagedArticleRow, 'state' | 'is_due'>): ArticleState =>
  row.state === 'published' && !row.is_due ? 'scheduled' : row.state

export const presentArticleRow = (row: Omit<ManagedArticleRow, 'content'>): StaffArticleRow => ({
  ...presentFields(row),
  id: row.id,
  pictureKey: row.picture_key,
  state: articleStateOf(row),
  publishTime: row.publish_at ? formatTime(row.publish_at) : null,
  updateTime: formatTime(row.updated_at),
  authorName: row.author_name,
  version: row.version,
})

export const presentStaffArticle = (
  row: ManagedArticleRow,
  pictures: PicturesByKey,
  attachments: readonly AttachmentRow[],
): StaffArticle => ({
  ...presentArticleRow(row),
  content: row.content,
  picture: findPicture(pictures, row.picture_key),
  attachments: attachments.map(presentAttachment),
  attachmentIds: attachments.map((file) => file.id),
})

/** @returns null for a banner whose picture is missing */
export function presentBanner(row: BannerRow, pictures: PicturesByKey): Banner | null {
  const picture = findPicture(pictures, row.picture_key)
  if (!picture) return null
  const { id, kind, title, subtitle, link, position, enabled } = row
  return { id, kind, title, subtitle, link, picture, position, enabled }
}
