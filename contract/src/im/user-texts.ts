// Every text of a message that its sender wrote and its receiver may read, for the word list and the crisis detector.
import type { MessageContent } from './messages.ts'

type Change = (text: string) => string

const maxDepth = 20

function mapLeaves(value: unknown, change: Change, depth = 0): unknown {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapLeaves(item, change, depth + 1)]))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** JSON hides words behind escapes, so its strings are read one by one. The text stays as it is unless one changes. */
export function mapTextOrJson(text: string, change: Change): string {
  const value = /^\s*[[{"]/.test(text) ? parseJson(text) : undefined
  if (value === undefined) return change(text)
  let isChanged = false
  const next = mapLeaves(value, (leaf) => {
    const changed = change(leaf)
    isChanged ||= changed !== leaf
    return changed
  })
  return isChanged ? JSON.stringify(next) : text
}

/** Rewrites each text with `change`; a content without texts comes back unchanged. */
export function mapUserTexts(content: MessageContent, change: Change): MessageContent {
  const next = { ...content }
  if ('text' in next) next.text = change(next.text)
  if ('tip' in next) next.tip = change(next.tip)
  if ('content' in next) next.content = mapTextOrJson(next.content, change)
  if ('geo' in next) next.geo = { ...next.geo, title: change(next.geo.title) }
  if ('file' in next && next.file.name !== undefined) next.file = { ...next.file, name: change(next.file.name) }
  for (const name of ['custom', 'pushContent', 'pushPayload'] as const) {
    if (next[name] !== undefined) next[name] = mapTextOrJson(next[name], change)
  }
  return next
}

/** The texts in the order in which a reader meets them, without empty ones. */
export const userTextsOf = (content: MessageContent): string[] => collect((change) => mapUserTexts(content, change))

export const textsIn = (text: string): string[] => collect((change) => mapTextOrJson(text, change))

function collect(visit: (change: Change) => unknown): string[] {
  const texts: string[] = []
  visit((text) => {
    if (text !== '') texts.push(text)
    return text
  })
  return texts
}
