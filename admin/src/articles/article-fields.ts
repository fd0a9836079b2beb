// Values of the editor's form, and their conversion to and from the server.
import type { ArticleDraft, StaffArticle } from '@xinqiao/contract/http/articles/staff.ts'
import { columns, emptyArticle, hasTags, tags } from '@xinqiao/contract/articles.ts'

export type ArticleFields = Omit<ArticleDraft, 'pictureKey' | 'attachmentIds'> &
  Pick<StaffArticle, 'picture' | 'attachments'>

export const emptyArticleFields: ArticleFields = { ...emptyArticle, picture: null, attachments: [] }
const fieldNames = Object.keys(emptyArticleFields) as (keyof ArticleFields)[]

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isKnownId = (names: object, id: unknown): boolean => typeof id === 'number' && Object.hasOwn(names, id)

/** Checks a stored form. JSON has no undefined, so an empty tag or picture may be missing. */
export function isArticleFields(value: unknown): value is ArticleFields {
  if (!isObject(value)) return false
  const { psychologyColumnId, tagId, picture, attachments } = value
  return (
    fieldNames.every(
      (name) => emptyArticleFields[name] === null || typeof value[name] === typeof emptyArticleFields[name],
    ) &&
    isKnownId(columns, psychologyColumnId) &&
    (tagId === undefined || tagId === null || isKnownId(tags, tagId)) &&
    (picture === undefined || picture === null || (isObject(picture) && typeof picture.key === 'string')) &&
    Array.isArray(attachments) &&
    attachments.every((attachment) => isObject(attachment) && typeof attachment.id === 'number')
  )
}

export const toArticleFields = (article: StaffArticle): ArticleFields =>
  Object.fromEntries(fieldNames.map((name) => [name, article[name]])) as ArticleFields

export const toArticleDraft = ({ picture, attachments, ...fields }: ArticleFields): ArticleDraft => ({
  ...fields,
  title: fields.title.trim(),
  tagId: hasTags(fields.psychologyColumnId) ? (fields.tagId ?? null) : null,
  pictureKey: picture?.key ?? null,
  attachmentIds: attachments.map(({ id }) => id),
})

/** Field names of the server that differ from those of the form. */
export const formFieldOf: Record<string, string> = { pictureKey: 'picture', attachmentIds: 'attachments' }
