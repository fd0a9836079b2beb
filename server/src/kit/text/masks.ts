// Masks for personal data: enough remains to distinguish rows.
import { removeWhitespace } from './whitespace.ts'

/** Masks a name: 王小禾 -> 王*禾, 王禾 -> 王*, also with spaces: 王 禾. */
export function maskName(name: string): string {
  const characters = Array.from(removeWhitespace(name))
  if (characters.length <= 1) return '*'
  if (characters.length === 2) return `${characters[0]}*`
  return `${characters[0]}${'*'.repeat(Math.min(characters.length - 2, 3))}${characters.at(-1)}`
}

/** Masks a phone number: 138****0201 */
export const maskPhone = (phone: string): string => phone.replace(/^(.{3}).*(.{4})$/, '$1****$2')

/** Masks an ID number: 330***********0034, which keeps the province and the end. */
export const maskIdNumber = (number: string): string =>
  number.length < 8 ? '****' : `${number.slice(0, 3)}${'*'.repeat(number.length - 7)}${number.slice(-4)}`

/** Masks a mail address: w***@xinqiao.org */
export const maskEmail = (email: string): string => email.replace(/^(.).*(@.*)$/, '$1***$2')
