// Reads the texts of the demo site: Markdown files with YAML front matter, in the order of their names.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import type { z } from 'zod'

const root = path.join(import.meta.dirname, 'content')
const frontMatter = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/

export type ContentFile<T> = {
  /** File name without number and extension: `05-guide.md` becomes `guide`. */
  name: string
  data: T
  text: string
}

/** @throws Error that names the file when its front matter is missing or invalid */
export function readContent<T>(folder: string, schema: z.ZodType<T>): ContentFile<T>[] {
  return readdirSync(path.join(root, folder))
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => {
      const [, head, text] = frontMatter.exec(readFileSync(path.join(root, folder, file), 'utf8')) ?? []
      const parsed = schema.safeParse(head === undefined ? undefined : parse(head))
      if (!parsed.success || text === undefined)
        throw new Error(`${folder}/${file}: ${parsed.error?.message ?? 'no text'}`)
      return { name: file.replace(/^\d+-?|\.md$/g, ''), data: parsed.data, text: text.trim() }
    })
}

/** Splits a text at its second-level headings. */
export function splitSections(text: string): { before: string; sections: { heading: string; text: string }[] } {
  const [before = '', ...parts] = text.split(/^## /m)
  const sections = parts.map((part) => {
    const end = part.indexOf('\n')
    return { heading: part.slice(0, end).trim(), text: part.slice(end).trim() }
  })
  return { before: before.trim(), sections }
}
