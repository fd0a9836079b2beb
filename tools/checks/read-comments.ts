// Reads comments, titles of tests and cited names from the text of a source, for the checks of language.

/** Comments in lines of their own, each as one text. A tag begins another. */
export function listComments(text: string): string[] {
  const comments: string[] = []
  let isOpen = false
  for (const line of text.split('\n')) {
    const [, start, words] = /^\s*(\/\/|\/\*\*?|\*(?!\/)) ?(.*?)(?: ?\*\/)?$/.exec(line) ?? []
    if (words === undefined) isOpen = false
    else if (isOpen && start !== '/**' && !words.startsWith('@')) comments.push(`${comments.pop()} ${words}`)
    else comments.push(words)
    isOpen ||= words !== undefined
  }
  return comments.map((comment) => comment.trim())
}

/** Code and paths count as one word. */
export const listSentences = (comment: string): string[] =>
  comment.replace(/`[^`]*`/g, 'code').split(/(?<=[.?!:;][)"]*)\s+/)

const isCommentLine = (line: string): boolean => /^\s*(?:\/\/|\/?\*)/.test(line)

/** Words of a source without the comments in lines of their own. */
export const listCodeWords = (text: string): string[] =>
  text.split('\n').flatMap((line) => (isCommentLine(line) ? [] : (line.match(/[\w$]+/g) ?? [])))

/** Identifiers in backticks in the comments of a source: one word with a capital or an underscore inside. */
export const listCitedNames = (text: string): string[] =>
  text
    .split('\n')
    .filter(isCommentLine)
    .flatMap((line) => Array.from(line.matchAll(/`([\w$]+)(?:\(\))?`/g), ([, name = '']) => name))
    .filter((name) => /[a-z][A-Z]|[a-z]_[a-z]/.test(name))

/** Documentation comments that a blank line separates from what they describe. */
export const findDetached = (text: string): string[] =>
  Array.from(text.matchAll(/^[ \t]*\/\*\*(?:(?!\*\/)[^])*\*\/\n[ \t]*\n/gm), ([comment]) => comment.trim())

export const findTitles = (text: string): string[] =>
  Array.from(text.matchAll(/^\s*(?:test|describe)(?:\.\w+)*\(\s*['"`](.*)['"`],/gm), ([, title = '']) => title)

/** Lines of one word inside a comment, which a change of the text left behind. */
export const findBrokenWraps = (text: string): string[] =>
  Array.from(
    text.matchAll(/^[ \t]*(?:\*|\/\/) [^\n]+\n([ \t]*(?:\*|\/\/) [^\s@`.]+\n)(?=[ \t]*(?:\*|\/\/) [^\s@])/gm),
    ([, line = '']) => line.trim(),
  )

/** Names after `@param` that the declaration below the comment does not have. */
export const findStaleParameters = (text: string): string[] =>
  Array.from(text.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\n([^]{0,600})/g)).flatMap(
    ([, comment = '', declaration = '']) =>
      Array.from(comment.matchAll(/@param (\w+)/g), ([, name = '']) => name).filter(
        (name) => !new RegExp(`\\b${name}\\b`).test(declaration),
      ),
  )
