// Values of the editor's form, and their conversion to and from the server.
import type { Attachment, Picture } from '@xinqiao/contract/http/articles.ts'
import type { ArticleDraft, StaffArticle } from '@xinqiao/contract/http/staff-articles.ts'
import { columns, tags, type ColumnId, type TagId } from '@xinqiao/contract/columns.ts'

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

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isIdOf = (names: object, id: unknown): boolean => typeof id === 'number' && Object.hasOwn(names, id)

/** Checks a stored sheet. JSON has no undefined, so that an empty tag or picture may be missing. */
export function isSheet(value: unknown): value is Sheet {
  if (!isObject(value)) return false
  const { title, description, content, psychologyColumnId, tagId, picture, attachments, pinned } = value
  return (
    [title, description, content].every((text) => typeof text === 'string') &&
    isIdOf(columns, psychologyColumnId) &&
    (tagId === undefined || tagId === null || isIdOf(tags, tagId)) &&
    (picture === undefined || picture === null || (isObject(picture) && typeof picture.key === 'string')) &&
    Array.isArray(attachments) &&
    attachments.every((attachment) => isObject(attachment) && typeof attachment.id === 'number') &&
    typeof pinned === 'boolean'
  )
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
