// What staff and strangers see of personal data unless they have a reason: enough to tell rows apart.

/** White space, for the database as well, whose own does not have all of it everywhere. */
export const anySpace = '[\\s\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]'
const spaces = new RegExp(anySpace, 'g')

/** 王小禾 -> 王*禾, 王禾 -> 王*, also where it is set wide: 王 禾. */
export function maskName(name: string): string {
  const signs = Array.from(name.replaceAll(spaces, ''))
  if (signs.length <= 1) return '*'
  if (signs.length === 2) return `${signs[0]}*`
  return `${signs[0]}${'*'.repeat(Math.min(signs.length - 2, 3))}${signs.at(-1)}`
}

/** The longest first: 李书涵老师（县医院）, 李书涵老师, 李书涵. A single sign is no name to look for. */
function namesIn(title: string): string[] {
  const whole = title.replaceAll(spaces, '')
  const outside = whole.replaceAll(/[（(][^（()）]*|[）)]/g, '')
  const bare = outside.replace(/(?:同志|先生|女士|老师|医生)+$/, '')
  return [...(whole ? [whole] : []), ...[outside, bare].filter((name) => Array.from(name).length > 1)]
}

/** The name wherever it stands in a text, also with spaces between its signs and without what is added to it. */
export function maskNameIn(text: string, name: string): string {
  const ways = namesIn(name).map((one) =>
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
