// Blocks of the guides for operators: files to write and commands to run. Tests and drills execute them.
import { readFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.resolve(import.meta.dirname, '../docs/guides')

/** A block whose first line is a comment with a path is a file; all others are shell commands. */
export type GuideBlock = { file: string | null; text: string }

/** @param guide `operate` for docs/guides/operate.md */
export const readGuideBlocks = (guide: string): GuideBlock[] =>
  [...readFileSync(path.join(folder, `${guide}.md`), 'utf8').matchAll(/^```\w+\n(.*?)^```$/gms)].map(
    ([, text = '']) => {
      const [, file = null] = /^# (\/\S+)\n/.exec(text) ?? []
      return { file, text: file ? text.replace(/^.*\n/, '') : text }
    },
  )

/** @throws Error when the guide has no such file */
export function readGuideFile(guide: string, file: string): string {
  const block = readGuideBlocks(guide).find((each) => each.file === file)
  if (!block) throw new Error(`docs/guides/${guide}.md has no file ${file}`)
  return block.text
}

/** @throws Error when a name to replace does not occur, so that a replacement cannot remain after its text has gone */
export function substitute(text: string, replacements: Readonly<Record<string, string>>): string {
  for (const name of Object.keys(replacements))
    if (!text.includes(name)) throw new Error(`the guide no longer has ${name}`)
  return Object.entries(replacements).reduce((result, [name, value]) => result.replaceAll(name, value), text)
}
