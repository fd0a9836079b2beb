// Templates of robots: texts, pictures and links in the tags of the API. Pages get objects, never markup, and links
// lead to web pages or to another question only.

type TemplateLeaf = { type: string; name?: string; text?: string; url?: string }
type TemplateLink = { type: string; style: string; target: string; params: string; text: TemplateLeaf[] }
export type TemplateItem = TemplateLeaf | TemplateLink

const maxLength = 20_000
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

const decode = (text: string): string =>
  text.replace(/&(lt|gt|quot|apos|amp);/g, (_whole, name: string) => entities[name]!)

/** A web page, or a path of the site. */
const isAddress = (text: string): boolean => /^(?:https?:\/\/|\/(?![/\\]))[^\s\\]*$/i.test(text)

/**
 * Reads a template. Unknown tags are skipped; a link or picture without a usable address is left out.
 * @returns no items for a text that is not a template, or too large
 */
export function parseRobotTemplate(input: unknown): { json: TemplateItem[]; raw: string } {
  const json: TemplateItem[] = []
  const raw = typeof input === 'string' ? input : ''
  if (raw.length > maxLength || !/^\s*<template\b/.test(raw)) return { json, raw }
  let link: TemplateLink | null = null
  let label: TemplateLeaf | null = null
  for (const [, plain, tag, attributes] of raw.matchAll(/([^<]+)|<(\/?[a-z]\w*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi)) {
    const fields: Record<string, string> = {}
    for (const [, name, , value] of (attributes ?? '').matchAll(/(\w+)=(["'])(.*?)\2/gs)) fields[name!] = decode(value!)
    const { name = '', url = '', style = '', target = '', params = '', type = '' } = fields
    let item: TemplateItem | null = null
    if (plain && label) label.text += decode(plain)
    else if (tag === 'text') item = label = { type: tag, name, text: '' }
    else if (tag === '/text') label = null
    else if (tag === 'image' && isAddress(url)) item = { type: tag, name, url }
    else if (tag === 'link') link = { type: type === 'block' ? type : 'url', style, target, params, text: [] }
    else if (tag === '/link' && link) {
      if (link.type === 'block' ? link.target : isAddress(link.target)) json.push(link)
      link = null
    }
    if (item) (link?.text ?? json).push(item)
  }
  return { json, raw }
}
