// Masks for personal data: enough remains to distinguish rows.
import { removeWhitespace } from './whitespace.ts'

/** Masks a name: 王小禾 -> 王*禾, 王禾 -> 王*, also with spaces: 王 禾. */
export function maskName(name: string): string {
  const signs = Array.from(removeWhitespace(name))
  if (signs.length <= 1) return '*'
  if (signs.length === 2) return `${signs[0]}*`
  return `${signs[0]}${'*'.repeat(Math.min(signs.length - 2, 3))}${signs.at(-1)}`
}

/** Masks a phone number: 138****0201 */
export const maskPhone = (phone: string): string => phone.replace(/^(.{3}).*(.{4})$/, '$1****$2')

/** Masks an ID number: 330***********0034, which keeps the province and the end. */
export const maskIdNumber = (number: string): string =>
  number.length < 8 ? '****' : `${number.slice(0, 3)}${'*'.repeat(number.length - 7)}${number.slice(-4)}`

/** Masks a mail address: w***@xinqiao.org */
export const maskEmail = (email: string): string => email.replace(/^(.).*(@.*)$/, '$1***$2')
