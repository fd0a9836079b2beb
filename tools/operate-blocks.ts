// Blocks of docs/guides/operate.md: files to write and commands to run, for the test and the drills that run them.
import { readFileSync } from 'node:fs'
import path from 'node:path'

const guide = path.resolve(import.meta.dirname, '../docs/guides/operate.md')

/** A block whose first line is a comment with a path is a file; all others are shell commands. */
export type OperateBlock = { file: string | null; text: string }

export const readOperateBlocks = (): OperateBlock[] =>
  [...readFileSync(guide, 'utf8').matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, text = '']) => {
    const [, file = null] = /^# (\/\S+)\n/.exec(text) ?? []
    return { file, text: file ? text.replace(/^.*\n/, '') : text }
  })

/** @throws Error when the guide has no such file */
export function readOperateFile(file: string): string {
  const block = readOperateBlocks().find((each) => each.file === file)
  if (!block) throw new Error(`docs/guides/operate.md has no file ${file}`)
  return block.text
}

/** @throws Error when a name to replace does not occur, so that no replacement outlives the text it was for */
export function substitute(text: string, replacements: Readonly<Record<string, string>>): string {
  for (const name of Object.keys(replacements))
    if (!text.includes(name)) throw new Error(`docs/guides/operate.md no longer has ${name}`)
  return Object.entries(replacements).reduce((result, [name, value]) => result.replaceAll(name, value), text)
}
