// Mentions inside a text: the one that is being written, and the members whom a text mentions.

export type MentionOption = { account: string; name: string }
/** An unfinished mention: the position of its `@`, and the text after it. */
export type MentionQuery = { start: number; text: string }

// an address of mail is no mention
const openMention = /(?:^|[^\w.@-])@([^\s@]{0,20})$/u
const ends = '\\s，。！？、；：,.!?;:）)'

/** @param before the text up to the caret */
export function findMentionQuery(before: string): MentionQuery | null {
  const text = openMention.exec(before)?.[1]
  return text === undefined ? null : { start: before.length - text.length - 1, text }
}

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** The accounts whose names follow an `@` and end there. */
export const listMentioned = (text: string, people: readonly MentionOption[]): string[] =>
  people
    .filter(({ name }) => new RegExp(`@${escapePattern(name)}(?=[${ends}]|$)`, 'u').test(text))
    .map(({ account }) => account)
