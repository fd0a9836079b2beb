// Local draft of unsaved work, one per user and article. It survives an ended session or a closed tab.
import { isArticleFields, type ArticleFields } from './article-fields.ts'

export type LocalDraft = { savedAt: number; version: number; sheet: ArticleFields }

const storageKeyOf = (userId: number, articleId: number | null) => `xinqiao.article.${userId}.${articleId ?? 'new'}`

function parseDraft(text: string): LocalDraft | null {
  const draft = JSON.parse(text) as Partial<Record<keyof LocalDraft, unknown>> | null
  const { savedAt, version, sheet } = draft ?? {}
  return typeof savedAt === 'number' && typeof version === 'number' && isArticleFields(sheet)
    ? { savedAt, version, sheet }
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
  try {
    localStorage.setItem(storageKeyOf(userId, articleId), JSON.stringify(draft))
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
