// Converts pasted content of Word, WPS, WeChat articles and other pages into the plain semantic markup of the editor.
// Pure function. The server sanitises again on saving; this only keeps the editor tidy.
import { cleanAndEscapeText, isHidden, readStyle } from './markup.ts'
import { readMarks, wrapMarks, type TextMarks } from './marks.ts'
import { createPlaceholder, readPicture } from './pictures.ts'
import { listVisibleRows, type GridCell } from './table-grid.ts'
import { isListItem, extractMarker, renderNestedLists, readListItems, type WordListItem } from './word-lists.ts'

export type CleanedHtml = { html: string; droppedPictures: number }

/** Elements that are removed with their content. */
const droppedElements = new Set(
  'script style meta link title head xml svg math iframe object embed video audio canvas noscript template form input button select textarea colgroup col mpvoice mp-common-profile qqmusic'.split(
    ' ',
  ),
)
const blocks = new Set(
  'p div section article main header footer aside nav figure figcaption center address pre dl dt dd fieldset details summary body'.split(
    ' ',
  ),
)
const headings: Record<string, string> = { h1: 'h2', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h4', h6: 'h4' }
type Alignment = 'center' | 'right' | undefined

const readAlignment = (element: Element): string =>
  readStyle(element)['text-align'] ?? element.getAttribute('align')?.toLowerCase() ?? ''
const toAligned = (value: string): Alignment => (value === 'center' || value === 'right' ? value : undefined)

/** Collects finished blocks and the inline text of the current one. */
class BlockFlow {
  readonly done: string[] = []
  private running = ''
  text(html: string) {
    this.running += html
  }
  /** Ends the inline text. Two line breaks in a row begin a new paragraph, as in web editors. */
  close(tag = 'p', align?: Alignment) {
    const style = align ? ` style="text-align: ${align}"` : ''
    for (const part of this.running.split(/(?:<br>\s*){2,}/)) {
      const inner = part.replace(/^(?:\s|<br>)+|(?:\s|<br>)+$/g, '').replace(/ {2,}/g, ' ')
      if (inner.replace(/<[^>]*>/g, '').trim()) this.done.push(`<${tag}${style}>${inner}</${tag}>`)
    }
    this.running = ''
  }
  block(html: string) {
    if (html) this.done.push(html)
  }
}

class HtmlCleaner {
  droppedPictures = 0
  private readonly ownOrigin: string
  constructor(ownOrigin: string) {
    this.ownOrigin = ownOrigin
  }

  /** Processes a nested container, such as a table cell, and returns its blocks. */
  inside(parent: Element, marks: TextMarks = {}, align?: Alignment): string {
    const flow = new BlockFlow()
    this.children(parent, flow, marks, align)
    flow.close('p', align)
    return flow.done.join('')
  }

  private children(parent: Element, flow: BlockFlow, marks: TextMarks, align: Alignment, tag = 'p') {
    const nodes = [...parent.childNodes]
    for (let at = 0; at < nodes.length; at += 1) {
      const node = nodes[at] as Node
      if (node.nodeType === 3) {
        flow.text(wrapMarks(cleanAndEscapeText(node.textContent ?? ''), marks))
      } else if (node.nodeType === 1) {
        const element = node as Element
        if (isListItem(element)) {
          flow.close(tag, align)
          const run = readListItems(nodes, at)
          flow.block(renderNestedLists(run.items.map((item) => this.wordItem(item))))
          at = run.last
        } else this.element(element, flow, marks, align, tag)
      }
    }
  }

  private wordItem(element: Element): WordListItem {
    const marker = extractMarker(element)
    return { ...marker, html: this.inside(element) }
  }

  private element(element: Element, flow: BlockFlow, outer: TextMarks, align: Alignment, tag: string) {
    const name = element.localName
    if (name === 'input' && element.getAttribute('type') === 'checkbox' && !isHidden(element))
      return flow.text(element.hasAttribute('checked') ? '☑ ' : '☐ ')
    if (droppedElements.has(name) || isHidden(element)) return
    // Word's namespaces: o:p contains blanks, v: and w: contain drawings and settings.
    if (name.includes(':') && !name.startsWith('o:')) return
    if (name === 'br') return flow.text('<br>')
    if (name === 'img') return this.picture(element, flow, align, tag)
    if (name === 'hr') {
      flow.close(tag, align)
      return flow.block('<hr>')
    }
    const marks = readMarks(element, outer)
    if (headings[name] || /^MsoTitle$/i.test(element.className)) {
      return this.wrapped(element, flow, align, headings[name] ?? 'h2')
    }
    if (name === 'ul' || name === 'ol') return this.around(flow, align, tag, () => flow.block(this.list(element)))
    if (name === 'blockquote') {
      return this.around(flow, align, tag, () => {
        const inner = this.inside(element)
        if (inner) flow.block(`<blockquote>${inner}</blockquote>`)
      })
    }
    if (name === 'table') return this.around(flow, align, tag, () => flow.block(this.table(element)))
    if (name === 'pre') return this.around(flow, align, tag, () => this.preformatted(element, flow))
    if (blocks.has(name)) {
      const ownAlign = readStyle(element)['text-align'] ?? element.getAttribute('align') ?? ''
      const next =
        ownAlign === 'center' || ownAlign === 'right'
          ? ownAlign
          : ownAlign
            ? undefined
            : name === 'center'
              ? 'center'
              : align
      flow.close(tag, align)
      this.children(element, flow, marks, next, tag)
      return flow.close(tag, next)
    }
    return this.children(element, flow, marks, align, tag)
  }

  private around(flow: BlockFlow, align: Alignment, tag: string, write: () => void) {
    flow.close(tag, align)
    write()
  }

  /** Headings are bold already: marks inside are dropped, links stay. */
  private wrapped(element: Element, flow: BlockFlow, align: Alignment, tag: string) {
    const ownAlign = readStyle(element)['text-align']
    const next = ownAlign === 'center' || ownAlign === 'right' ? ownAlign : align
    flow.close('p', align)
    this.children(element, flow, { plain: true }, next, tag)
    flow.close(tag, next)
  }

  private preformatted(element: Element, flow: BlockFlow) {
    for (const line of (element.textContent ?? '').split('\n')) {
      flow.text(cleanAndEscapeText(line))
      flow.close()
    }
  }

  private picture(element: Element, flow: BlockFlow, align: Alignment, tag: string) {
    const picture = readPicture(element, this.ownOrigin)
    if (picture === 'ignored') return
    flow.close(tag, align)
    if (picture !== 'dropped') return flow.block(picture.html)
    this.droppedPictures += 1
    flow.block(`<p>${createPlaceholder(this.droppedPictures)}</p>`)
  }

  /** Converts a list. Some editors put a nested list beside its item instead of inside. */
  private list(element: Element): string {
    const items: string[] = []
    for (const child of element.children) {
      if (child.localName === 'ul' || child.localName === 'ol') {
        const nested = this.list(child)
        const last = items.pop()
        if (nested) items.push(last ? last.replace(/<\/li>$/, `${nested}</li>`) : `<li><p></p>${nested}</li>`)
      } else {
        const inner = this.inside(child)
        if (inner) items.push(`<li>${inner.startsWith('<p') ? inner : `<p></p>${inner}`}</li>`)
      }
    }
    const first = element.localName === 'ol' ? Number(element.getAttribute('start')) : 1
    const start = Number.isInteger(first) && first > 1 && first < 10_000 ? ` start="${first}"` : ''
    return items.length ? `<${element.localName}${start}>${items.join('')}</${element.localName}>` : ''
  }

  private table(element: Element): string {
    const rows = listVisibleRows(element)
    const cells = rows.flat()
    const caption = [...element.children].find((child) => child.localName === 'caption' && !isHidden(child))
    const title = caption ? this.inside(caption, {}, 'center') : ''
    const [only] = cells
    // A table of one cell is a frame around text.
    if (only && cells.length === 1) return title + this.inside(only.element)
    const body = rows.map((row) => `<tr>${row.map((cell) => this.cell(cell)).join('')}</tr>`)
    return cells.length ? `${title}<table><tbody>${body.join('')}</tbody></table>` : title
  }

  private cell({ element, colspan, rowspan }: GridCell): string {
    const name = element.localName === 'th' ? 'th' : 'td'
    const formatSpan = (key: string, count: number) => (count > 1 ? ` ${key}="${count}"` : '')
    const inner = this.inside(element, {}, toAligned(readAlignment(element))) || '<p></p>'
    return `<${name}${formatSpan('colspan', colspan)}${formatSpan('rowspan', rowspan)}>${inner}</${name}>`
  }
}

/** Comments hide Word's drawings. `<![if ...]>` wraps content for browsers, so only the markers are removed. */
const removeComments = (html: string) => html.replace(/<!--[\s\S]*?-->/g, '').replace(/<!\[[^>]*\]?>/g, '')

/**
 * @param html from the clipboard
 * @param ownOrigin origin whose pictures may stay; any other picture becomes a numbered placeholder and counts as
 * dropped
 * @returns headings 2-4, paragraphs, lists, quotes, tables, links, pictures with data:, blob: or own addresses
 */
export function cleanPastedHtml(html: string, ownOrigin = globalThis.location?.origin ?? ''): CleanedHtml {
  const page = new DOMParser().parseFromString(removeComments(html), 'text/html')
  const cleaner = new HtmlCleaner(ownOrigin)
  return { html: cleaner.inside(page.body), droppedPictures: cleaner.droppedPictures }
}
