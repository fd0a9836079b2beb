// Extracts all texts of a message that its sender wrote, for the word list and the crisis detector.
import type { StoredContent } from './messages.ts'

type ChangeText = (text: string) => string

type JsonContainer = Record<string, unknown>

/**
 * Rewrites strings inside a parsed value in place, including keys that are not plain ASCII, at any depth and in
 * document order.
 */
function mapLeaves(root: JsonContainer, change: ChangeText): void {
  const isContainer = (value: unknown): value is JsonContainer => typeof value === 'object' && value !== null
  const listEntries = (container: JsonContainer) =>
    Object.keys(container).map((key): [JsonContainer, string] => [container, key])
  const waiting = listEntries(root).toReversed()
  for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
    const [container, key] = entry
    const value = container[key]
    if (isContainer(value)) waiting.push(...listEntries(value).toReversed())
    else if (typeof value === 'string') container[key] = mapTextOrJson(value, change)
    const name = /^[ -~]*$/.test(key) ? key : change(key)
    if (name === key) continue
    container[name] = container[key]
    delete container[key]
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * JSON escapes can hide words, so strings are checked after parsing, including nested JSON. The text stays unchanged
 * unless a string changes.
 */
export function mapTextOrJson(text: string, change: ChangeText): string {
  const value = /^\s*[[{"]/.test(text) ? parseJson(text) : undefined
  if (value === undefined) return change(text)
  let isChanged = false
  const root = { value }
  mapLeaves(root, (leaf) => {
    const changedLeaf = change(leaf)
    isChanged ||= changedLeaf !== leaf
    return changedLeaf
  })
  return isChanged ? JSON.stringify(root.value) : text
}

/** Rewrites each text with `change`. A content without texts is returned unchanged. */
export function mapUserTexts<Content extends StoredContent>(content: Content, change: ChangeText): Content {
  const next = { ...content }
  if ('text' in next) next.text = change(next.text)
  if ('tip' in next) next.tip = change(next.tip)
  if ('content' in next) next.content = mapTextOrJson(next.content, change)
  if ('geo' in next) next.geo = { ...next.geo, title: change(next.geo.title) }
  if ('robot' in next && next.robot.param) {
    const param = { ...next.robot.param }
    if (param.type === 'text') param.content = change(param.content)
    if (param.type === 'link') {
      param.target = change(param.target)
      if (param.params !== undefined) param.params = mapTextOrJson(param.params, change)
    }
    next.robot = { ...next.robot, param }
  }
  if ('file' in next && next.file.name !== undefined) next.file = { ...next.file, name: change(next.file.name) }
  if (next.apns?.content !== undefined) next.apns = { ...next.apns, content: change(next.apns.content) }
  for (const name of ['custom', 'pushContent', 'pushPayload', 'env'] as const) {
    if (next[name] !== undefined) next[name] = mapTextOrJson(next[name], change)
  }
  return next
}

/** The texts in reading order, without empty ones. */
export const userTextsOf = (content: StoredContent): string[] => collectTexts((change) => mapUserTexts(content, change))

export const listTextsOf = (text: string): string[] => collectTexts((change) => mapTextOrJson(text, change))

function collectTexts(visit: (change: ChangeText) => unknown): string[] {
  const texts: string[] = []
  visit((text) => {
    if (text !== '') texts.push(text)
    return text
  })
  return texts
}
