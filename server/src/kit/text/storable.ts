// Checks whether PostgreSQL can store a text unchanged.

const maxDepth = 8

/** Tells a developer which texts are refused. */
export const unstorableText = '内容中含有无效字符'

/** PostgreSQL cannot store U+0000 or half a surrogate pair. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Checks the texts of an input, and the names of its fields, down to the depth of the contract's deepest input. */
export function hasUnstorableText(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !isStorable(value)
  if (typeof value !== 'object' || value === null || depth > maxDepth) return false
  if (Array.isArray(value)) return value.some((part) => hasUnstorableText(part, depth + 1))
  return Object.entries(value).some(([key, part]) => !isStorable(key) || hasUnstorableText(part, depth + 1))
}
