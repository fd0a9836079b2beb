// What staff and strangers see of personal data unless they have a reason: enough to tell rows apart.

/** 王小禾 -> 王*禾, 王禾 -> 王*. */
export function maskName(name: string): string {
  const signs = Array.from(name)
  if (signs.length <= 1) return '*'
  if (signs.length === 2) return `${signs[0]}*`
  return `${signs[0]}${'*'.repeat(Math.min(signs.length - 2, 3))}${signs.at(-1)}`
}

/** The name wherever it stands in a text, also with spaces between its signs. */
export function maskNameIn(text: string, name: string): string {
  const signs = Array.from(name.replaceAll(/\s/g, ''), (sign) => sign.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&'))
  return signs.length === 0 ? text : text.replaceAll(new RegExp(signs.join('\\s*'), 'giu'), () => maskName(name))
}

/** 138****0201 */
export const maskPhone = (phone: string): string => phone.replace(/^(.{3}).*(.{4})$/, '$1****$2')

/** 330***********0034: the province and the end. */
export const maskIdNumber = (number: string): string =>
  number.length < 8 ? '****' : `${number.slice(0, 3)}${'*'.repeat(number.length - 7)}${number.slice(-4)}`

/** w***@xinqiao.org */
export const maskEmail = (email: string): string => email.replace(/^(.).*(@.*)$/, '$1***$2')
