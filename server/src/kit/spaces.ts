/** White space, for the database as well, whose own does not have all of it everywhere. */
export const anySpace = '[\\s\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]'

const spaces = new RegExp(anySpace, 'g')
export const withoutSpaces = (text: string): string => text.replaceAll(spaces, '')
