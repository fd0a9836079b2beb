// Finds style tokens that do not exist. Tailwind and CSS ignore an unknown name silently, so the build checks them.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { __unstable__loadDesignSystem as loadDesignSystem } from '@tailwindcss/node'

const root = path.dirname(import.meta.dirname)
const sheet = path.join(root, 'portal/src/app.css')

/** Utilities whose value is a token of the theme. Variants such as `hover:` may precede them. */
const tokenUtility =
  /^(?:[a-z0-9[\]()&_*>:.=/-]+:)?(?:bg|text|border(?:-[xytrbl])?|ring|outline|fill|stroke|divide|from|via|to|decoration|accent|caret|placeholder|shadow|rounded(?:-[trbl]{1,2})?|ease|font)-[a-z][a-z0-9-]*(?:\/\d+)?$/

const readAll = (patterns: readonly string[]) =>
  globSync([...patterns], { cwd: root, exclude: (name) => name === 'node_modules' || name === 'build' }).map(
    (file) => ({
      file,
      text: readFileSync(path.join(root, file), 'utf8'),
    }),
  )

const literals = /'[^'\n]*'|"[^"\n]*"|`[^`]*`/g

/** @returns `file: class` for each class of portal and ui that sets a token which the theme does not have */
export async function findUnknownClasses(sources = readAll(['{portal,ui}/src/**/*.tsx'])): Promise<string[]> {
  const design = await loadDesignSystem(readFileSync(sheet, 'utf8'), { base: path.dirname(sheet) })
  const places = new Map<string, string>()
  for (const { file, text } of sources) {
    for (const [literal] of text.matchAll(literals))
      for (const word of literal.slice(1, -1).split(/\s+|\$\{|\}/)) if (tokenUtility.test(word)) places.set(word, file)
  }
  const words = [...places.keys()]
  if (words.length === 0) throw new Error('the check of style tokens saw no class')
  const css = design.candidatesToCss(words)
  return words.flatMap((word, i) => (css[i] === null ? [`${places.get(word)}: ${word}`] : []))
}

/** @returns `file: --name` for each custom property that is read but never defined */
export function findUnknownProperties(sources = readAll(['{portal,ui,admin}/src/**/*.{css,ts,tsx}'])): string[] {
  const defined = new Set<string>()
  for (const { text } of sources) {
    for (const [, name = ''] of text.matchAll(/(--[\w-]+)['"]?\s*[:,]/g)) defined.add(name)
    for (const [, name = ''] of text.matchAll(/setProperty\(\s*['"](--[\w-]+)/g)) defined.add(name)
  }
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(/var\((--[\w-]+)\s*\)/g)].flatMap(([, name = '']) =>
      defined.has(name) || name.startsWith('--radix-') ? [] : [`${file}: ${name}`],
    ),
  )
}

/** @throws Error that lists every unknown token and its file */
export async function checkStyleTokens(): Promise<void> {
  const unknown = [...(await findUnknownClasses()), ...findUnknownProperties()]
  if (unknown.length > 0) throw new Error(`unknown style tokens:\n${unknown.join('\n')}`)
}
