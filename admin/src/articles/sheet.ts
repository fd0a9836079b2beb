// Values of the editor's form, and their conversion to and from the server.
import type { Attachment, Picture } from '@xinqiao/contract/http/articles.ts'
import type { ArticleDraft, StaffArticle } from '@xinqiao/contract/http/staff-articles.ts'
import type { ColumnId, TagId } from '@xinqiao/contract/columns.ts'

export type Sheet = {
  title: string
  description: string
  content: string
  psychologyColumnId: ColumnId
  tagId: TagId | null
  picture: Picture | null
  attachments: Attachment[]
  pinned: boolean
}

/** Only academic exchange has tags (portal.md 2). */
export const columnWithTags: ColumnId = 3

export const emptySheet: Sheet = {
  title: '',
  description: '',
  content: '',
  psychologyColumnId: 1,
  tagId: null,
  picture: null,
  attachments: [],
  pinned: false,
}

export const sheetOf = (article: StaffArticle): Sheet => ({
  title: article.title,
  description: article.description,
  content: article.content,
  psychologyColumnId: article.psychologyColumnId,
  tagId: article.tagId,
  picture: article.picture,
  attachments: article.attachments,
  pinned: article.pinned,
})

export const draftOf = ({ picture, attachments, ...sheet }: Sheet): ArticleDraft => ({
  ...sheet,
  title: sheet.title.trim(),
  tagId: sheet.psychologyColumnId === columnWithTags ? (sheet.tagId ?? null) : null,
  pictureKey: picture?.key ?? null,
  attachmentIds: attachments.map(({ id }) => id),
})

/** Server field names that differ from the form's. */
export const formFieldOf: Record<string, string> = { pictureKey: 'picture', attachmentIds: 'attachments' }
