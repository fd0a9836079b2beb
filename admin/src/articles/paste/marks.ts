// Inline marks from elements or styles: bold, italic, underline, strike, sub- and superscript, links.
import { escapeAttribute, readStyle } from './markup.ts'

export type TextMarks = {
  bold?: boolean
  italic?: boolean
  underline?: boolean
  strike?: boolean
  script?: 'sub' | 'sup' | undefined
  href?: string
  /** True inside headings, where only links are kept. */
  plain?: boolean
}

const isBold = (weight: string) => weight === 'bold' || weight === 'bolder' || Number(weight) >= 600

/** Links to bookmarks of the source, scripts and local files are useless. */
export const isUsefulLink = (href: string): boolean =>
  /^(https?:\/\/|mailto:|tel:)\S+$/i.test(href) || /^\/(?![/\\])/.test(href)

export function readMarks(element: Element, outer: TextMarks): TextMarks {
  const marks = { ...outer }
  const name = element.localName
  const style = readStyle(element)
  const line = `${style['text-decoration'] ?? ''} ${style['text-decoration-line'] ?? ''}`
  if (name === 'b' || name === 'strong') marks.bold = true
  if (style['font-weight']) marks.bold = isBold(style['font-weight'])
  if (name === 'i' || name === 'em') marks.italic = true
  if (style['font-style']) marks.italic = /italic|oblique/.test(style['font-style'])
  if (name === 'u' || name === 'ins' || /underline/.test(line)) marks.underline = true
  if (name === 's' || name === 'strike' || name === 'del' || /line-through/.test(line)) marks.strike = true
  const vertical = style['vertical-align']
  if (name === 'sub' || vertical === 'sub') marks.script = 'sub'
  if (name === 'sup' || vertical === 'super') marks.script = 'sup'
  if (name === 'a') {
    const href = element.getAttribute('href')?.trim() ?? ''
    marks.href = isUsefulLink(href) ? href : undefined
    // Links are underlined by default.
    marks.underline = outer.underline
  }
  return marks
}

export function wrapMarks(html: string, marks: TextMarks): string {
  if (!html.trim()) return html
  let out = html
  if (!marks.plain) {
    if (marks.script) out = `<${marks.script}>${out}</${marks.script}>`
    if (marks.strike) out = `<s>${out}</s>`
    if (marks.underline && !marks.href) out = `<u>${out}</u>`
    if (marks.italic) out = `<em>${out}</em>`
    if (marks.bold) out = `<strong>${out}</strong>`
  }
  return marks.href ? `<a href="${escapeAttribute(marks.href)}">${out}</a>` : out
}
