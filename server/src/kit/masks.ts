// What staff and strangers see of personal data unless they have a reason: enough to tell rows apart.
import { removeWhitespace } from './whitespace.ts'
import { namesIn } from './names-in-title.ts'

/** 王小禾 -> 王*禾, 王禾 -> 王*, also where it is set wide: 王 禾. */
export function maskName(name: string): string {
  const signs = Array.from(removeWhitespace(name))
  if (signs.length <= 1) return '*'
  if (signs.length === 2) return `${signs[0]}*`
  return `${signs[0]}${'*'.repeat(Math.min(signs.length - 2, 3))}${signs.at(-1)}`
}

/** The name wherever it stands in a text, also with spaces between its signs and without what its title adds to it. */
export function maskNameIn(text: string, title: string): string {
  const ways = namesIn(title).map((one) =>
    Array.from(one, (sign) => sign.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')).join('\\s*'),
  )
  return ways.length === 0 ? text : text.replaceAll(new RegExp(ways.join('|'), 'giu'), (found) => maskName(found))
}

/** 138****0201 */
export const maskPhone = (phone: string): string => phone.replace(/^(.{3}).*(.{4})$/, '$1****$2')

/** 330***********0034: the province and the end. */
export const maskIdNumber = (number: string): string =>
  number.length < 8 ? '****' : `${number.slice(0, 3)}${'*'.repeat(number.length - 7)}${number.slice(-4)}`

/** w***@xinqiao.org */
export const maskEmail = (email: string): string => email.replace(/^(.).*(@.*)$/, '$1***$2')
