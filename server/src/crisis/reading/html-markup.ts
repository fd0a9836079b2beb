// Removes HTML from a text, which may hide or separate its characters: 不<br>想活, &#19981;想活, 不&nbsp;想活.

const namedCharacters: Record<string, string> = {
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
}
const entity = /&(?:#(?<decimal>\d{1,7})|#x(?<hex>[\da-f]{1,6})|(?<name>nbsp|ensp|emsp|amp|lt|gt|quot));?/giu
const lastCodePoint = 0x10ffff

const decodeEntities = (text: string): string =>
  text.replace(entity, (written, decimal?: string, hex?: string, name?: string) => {
    if (name) return namedCharacters[name.toLowerCase()]!
    const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16)
    return code <= lastCodePoint ? String.fromCodePoint(code) : written
  })

const maxTagLength = 300
const blockTag = new RegExp(`</?(?:br|p|div|li|ul|ol|tr|td|table|h[1-6]|hr)(?:\\s[^<>]{0,${maxTagLength}})?/?>`, 'giu')
const inlineTag = new RegExp(
  `</?(?:a|b|i|u|s|em|del|ins|sub|sup|big|img|span|font|small|strong|mark|code|label|wbr)(?:\\s[^<>]{0,${maxTagLength}})?/?>|<!--[^<>]{0,${maxTagLength}}-->`,
  'giu',
)
/** The part of a web address without Chinese characters: it says nothing about the writer, but a long one misleads. */
const webAddress = /https?:\/\/[!#-;=?-~]+/giu
/** An encoded text may be encoded once more. */
const maxEncodings = 2

/** Decodes entities. Tags of blocks become line ends, and all other tags and web addresses are removed. */
export function removeMarkup(text: string): string {
  let plain = text.includes('://') ? text.replace(webAddress, ' ') : text
  if (!/[&<]/u.test(plain)) return plain
  for (let i = 0; i < maxEncodings; i++) plain = decodeEntities(plain)
  return plain.replace(inlineTag, '').replace(blockTag, '\n')
}
