// Renders the Markdown of seeded articles to HTML like the article editor: one line per block, no text between tags.
import { Marked, type Tokens } from 'marked'

const cell = (tag: 'th' | 'td', html: string) => `<${tag}>${html}</${tag}>`

const marked = new Marked({
  gfm: true,
  tokenizer: {
    // addresses in texts do not become links
    url: () => undefined,
  },
  renderer: {
    heading({ depth, tokens }) {
      return `<h${depth}>${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    html: ({ block, text }) => (block ? `${text.trim()}\n` : text),
    paragraph({ tokens }) {
      const html = this.parser.parseInline(tokens)
      return tokens.every(({ type }) => type === 'image') ? `${html}\n` : `<p>${html}</p>\n`
    },
    /** The address names a drawing; seeding replaces it by the stored picture. */
    image: ({ href, text }) => `<img data-art="${href}" alt="${text}">`,
    list({ ordered, items }) {
      const tag = ordered ? 'ol' : 'ul'
      return `<${tag}>${items.map((item) => this.listitem(item)).join('')}</${tag}>\n`
    },
    listitem({ tokens }) {
      return `<li>${this.parser.parse(tokens).trim()}</li>`
    },
    blockquote({ tokens }) {
      return `<blockquote>${this.parser.parse(tokens).replaceAll('\n', '')}</blockquote>\n`
    },
    table({ header, rows }) {
      const row = (cells: Tokens.TableCell[], tag: 'th' | 'td') =>
        `<tr>${cells.map(({ tokens }) => cell(tag, this.parser.parseInline(tokens))).join('')}</tr>`
      const body = rows.map((cells) => row(cells, 'td')).join('')
      return `<table><thead>${row(header, 'th')}</thead><tbody>${body}</tbody></table>\n`
    },
  },
})

export const renderArticle = (markdown: string): string => marked.parse(markdown, { async: false }).trim()
