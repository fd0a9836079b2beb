/** Unicode white space as a character class; PostgreSQL's `\s` depends on the locale. */
export const whitespaceClass = '[\\s\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]'

const whitespace = new RegExp(whitespaceClass, 'g')
export const removeWhitespace = (text: string): string => text.replaceAll(whitespace, '')
