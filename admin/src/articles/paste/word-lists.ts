// Restores lists from Word and WPS, which write paragraphs (`mso-list:l0 level2 lfo1`) with the bullet or number as
// text.
import { readStyle } from './markup.ts'

export type WordListItem = {
  level: number
  ordered: boolean
  /** The number of the item, if its marker is a plain number. */
  number: number | null
  html: string
}

const levelPattern = /\bl\d+\s+level(\d)/
/** Ordered: 1. 1) (1) a. iv. 一、 （二） ①. Everything else (·, o, Ø, §, l in Wingdings) is a bullet. */
const orderPattern =
  /^(?:[(\uff08]?(?:\d+(?:\.\d+)*|[a-z]|[ivxlc]+|[一二三四五六七八九十百]+)[.\uff0e、)\uff09]|\d+(?:\.\d+)+|[\u2460-\u2473]|第.{1,4}[条章节])/i

export const isListItem = (element: Element): boolean =>
  element.localName === 'p' && levelPattern.test(readStyle(element)['mso-list'] ?? '')

const isListMarker = (element: Element) => /ignore/.test(readStyle(element)['mso-list'] ?? '')

const chineseDigits = '一二三四五六七八九十'
function parseNumber(text: string): number | null {
  const [, arabic, chinese] = /^[(\uff08]?(?:(\d{1,4})|([一二三四五六七八九十]))[.\uff0e、)\uff09]?$/.exec(text) ?? []
  if (arabic) return Number(arabic)
  return chinese ? chineseDigits.indexOf(chinese) + 1 : null
}

/** Determines the kind of the item and removes the marker from its text. */
export function extractMarker(element: Element): Omit<WordListItem, 'html'> {
  const [, level = '1'] = levelPattern.exec(readStyle(element)['mso-list'] ?? '') ?? []
  const marker = [...element.querySelectorAll('span')].find(isListMarker)
  const text = (marker?.textContent ?? '').replace(/[\s\u00a0]/g, '')
  marker?.remove()
  const ordered = orderPattern.test(text)
  return { level: Number(level), ordered, number: ordered ? parseNumber(text) : null }
}

/** @returns the consecutive items from `start` on, and the index of the last one */
export function readListItems(nodes: readonly Node[], start: number): { items: Element[]; last: number } {
  const items: Element[] = []
  let last = start
  for (let at = start; at < nodes.length; at += 1) {
    const node = nodes[at] as Node
    if (node.nodeType === 1) {
      if (!isListItem(node as Element)) break
      items.push(node as Element)
      last = at
    } else if (node.nodeType === 3 && (node.textContent ?? '').trim()) break
  }
  return { items, last }
}

/** Builds nested lists; skipped levels are ignored. */
export function renderNestedLists(items: readonly WordListItem[]): string {
  const open: { level: number; tag: string }[] = []
  let html = ''
  const beginList = ({ level, ordered, number, html: inner }: WordListItem) => {
    const tag = ordered ? 'ol' : 'ul'
    html += `<${tag}${number !== null && number > 1 ? ` start="${number}"` : ''}><li>${inner}`
    open.push({ level, tag })
  }
  const closeTop = () => {
    const top = open.pop()
    if (top) html += `</li></${top.tag}>`
  }
  for (const item of items.filter(({ html: inner }) => inner)) {
    const tag = item.ordered ? 'ol' : 'ul'
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > item.level) closeTop()
    const top = open.at(-1)
    if (!top || item.level > top.level) {
      beginList(item)
    } else if (top.tag === tag) {
      html += `</li><li>${item.html}`
    } else {
      closeTop()
      beginList(item)
    }
  }
  while (open.length) closeTop()
  return html
}
