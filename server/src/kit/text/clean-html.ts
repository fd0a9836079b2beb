// Allow-list for HTML that staff write, applied before it is stored. It allows only pictures that were uploaded and
// re-encoded here.
import sanitizeHtml from 'sanitize-html'
import { failField } from '@xinqiao/contract/errors.ts'
import { limits } from '@xinqiao/contract/limits.ts'

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'strong', 'em', 'u', 's', 'sub', 'sup', 'code', 'pre', 'blockquote'],
    ...['ul', 'ol', 'li', 'a', 'img', 'figure', 'figcaption'],
    ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title'],
    ol: ['start'],
    th: ['colspan', 'rowspan', 'scope', 'style'],
    td: ['colspan', 'rowspan', 'style'],
    p: ['style'],
    h2: ['style'],
    h3: ['style'],
    h4: ['style'],
  },
  allowedStyles: { '*': { 'text-align': [/^(left|center|right|justify)$/] } },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'title',
    'iframe',
    'object',
    'embed',
    'svg',
    'math',
    'template',
  ],
  nestingLimit: 60,
  transformTags: {
    h1: 'h2', // the title of the page is its only h1
    h5: 'h4',
    h6: 'h4',
    b: 'strong',
    i: 'em',
    a: (tagName, attribs) => {
      const isOutside = /^https?:/i.test(attribs.href ?? '')
      const { href = '', title } = attribs
      const attributes: Record<string, string> = title ? { href, title } : { href }
      return {
        tagName,
        attribs: isOutside ? { ...attributes, target: '_blank', rel: 'noopener noreferrer' } : attributes,
      }
    },
  },
  // only pictures that were uploaded and re-encoded here
  exclusiveFilter: (frame) => frame.tag === 'img' && !pictureSource.test(frame.attribs.src ?? ''),
}

export const pictureSource = /^\/files\/p\/([\w-]{10,64})\/\d+\.webp$/

const openOrClose = /<(\/?)([a-z][a-z0-9]*)/gi
// these elements end implicitly when the next one begins, so that a thousand of them in a row are not nested
const nonNestingTags = new Set([
  'p',
  'li',
  'td',
  'th',
  'tr',
  'dt',
  'dd',
  'br',
  'hr',
  'img',
  'col',
  'source',
  'input',
  'meta',
  'link',
  'wbr',
])
const maxDepth = 200

/** Measures the nesting in one pass, because the time of the sanitiser grows with its square. */
function isTooDeep(html: string): boolean {
  let depth = 0
  for (const [, slash, name = ''] of html.matchAll(openOrClose)) {
    if (nonNestingTags.has(name.toLowerCase())) continue
    depth = slash ? Math.max(0, depth - 1) : depth + 1
    if (depth > maxDepth) return true
  }
  return false
}

/** @throws Failure invalid for HTML that is nested too deeply */
export function cleanHtml(html: string): string {
  if (isTooDeep(html)) throw invalidContent('正文的格式嵌套过深，请清除格式后重试')
  const clean = sanitizeHtml(html, options).trim()
  // escaping lengthens the text; the stored text must pass the same limit when it is saved again
  if (clean.length > limits.maxArticleBytes) throw invalidContent('正文过长')
  return clean
}

const invalidContent = (message: string) => failField('content', message)

/** Length of the summary that is made from the text when the editor wrote none. */
const maxSummaryLength = 120

export const summarise = (clean: string): string => {
  const plain = sanitizeHtml(clean.replace(/<\/(p|h\d|li|td|th)>/g, ' '), { allowedTags: [], allowedAttributes: {} })
  const text = plain
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/\s+/g, ' ')
    .trim()
  const letters = Array.from(text)
  return letters.length > maxSummaryLength ? `${letters.slice(0, maxSummaryLength).join('')}…` : text
}
