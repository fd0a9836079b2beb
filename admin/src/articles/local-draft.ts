// Local draft of unsaved work, one per user and article. It survives an ended session or a closed tab.
import { isArticleFields, type ArticleFields } from './article-fields.ts'

export type LocalDraft = { savedAt: number; version: number; fields: ArticleFields }
/** A draft in the browser, not checked. Its fields keep the name `sheet`, which earlier versions wrote. */
type UncheckedDraft = Partial<Record<'savedAt' | 'version' | 'sheet', unknown>>

const storageKeyOf = (userId: number, articleId: number | null) => `xinqiao.article.${userId}.${articleId ?? 'new'}`

function parseDraft(text: string): LocalDraft | null {
  const { savedAt, version, sheet: fields } = (JSON.parse(text) as UncheckedDraft | null) ?? {}
  return typeof savedAt === 'number' && typeof version === 'number' && isArticleFields(fields)
    ? { savedAt, version, fields }
    : null
}

/**
 * Reads the draft of this article.
 * @returns null when there is none, or when another version wrote it in another shape
 */
export function readLocalDraft(userId: number, articleId: number | null): LocalDraft | null {
  try {
    const text = localStorage.getItem(storageKeyOf(userId, articleId))
    return text ? parseDraft(text) : null
  } catch {
    return null
  }
}

/**
 * Stores the draft.
 * @returns false when the browser cannot store it (private mode, or full)
 */
export function writeLocalDraft(userId: number, articleId: number | null, draft: LocalDraft): boolean {
  const { savedAt, version, fields: sheet } = draft
  try {
    localStorage.setItem(storageKeyOf(userId, articleId), JSON.stringify({ savedAt, version, sheet }))
    return true
  } catch {
    return false
  }
}

export function removeLocalDraft(userId: number, articleId: number | null): void {
  try {
    localStorage.removeItem(storageKeyOf(userId, articleId))
  } catch {
    // Without storage there is no draft to remove.
  }
}
