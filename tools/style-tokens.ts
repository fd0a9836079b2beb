// Finds style tokens that do not exist, colours that are not tokens, and rules that are written twice. Tailwind and CSS
// ignore unknown names silently, so the build checks them.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { __unstable__loadDesignSystem as loadDesignSystem } from '@tailwindcss/node'
import { readTokens } from '../ui/src/read-tokens.ts'

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

/** @returns `file: class` for each class of portal and ui with a token that the theme does not have */
export async function findUnknownClasses(sources = readAll(['{portal,ui}/src/**/*.tsx'])): Promise<string[]> {
  const design = await loadDesignSystem(readFileSync(sheet, 'utf8'), { base: path.dirname(sheet) })
  const fileByWord = new Map<string, string>()
  for (const { file, text } of sources) {
    for (const [literal] of text.matchAll(literals))
      for (const word of literal.slice(1, -1).split(/\s+|\$\{|\}/))
        if (tokenUtility.test(word)) fileByWord.set(word, file)
  }
  const words = [...fileByWord.keys()]
  if (words.length === 0) throw new Error('the check of style tokens saw no class')
  const css = design.candidatesToCss(words)
  return words.flatMap((word, i) => (css[i] === null ? [`${fileByWord.get(word)}: ${word}`] : []))
}

/** @returns `file: --name` for each custom property that is used but never defined */
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

const colour = /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgb|hsl|oklch)a?\([^)]*\)/gi

/** @returns `file: colour` for each colour that the console writes out instead of using a token */
export const findWrittenColours = (sources = readAll(['admin/src/**/*.{css,ts,tsx}'])): string[] =>
  sources.flatMap(({ file, text }) =>
    file.endsWith('.test.ts') ? [] : [...text.matchAll(colour)].map(([value]) => `${file}: ${value}`),
  )

const arbitraryColour = /[\w:-]+-\[#[0-9a-f]{3,8}\]/gi

/** @returns `file: class` for each class of portal and ui that writes a colour out instead of using a token */
export const findArbitraryColours = (sources = readAll(['{portal,ui}/src/**/*.tsx'])): string[] =>
  sources.flatMap(({ file, text }) => [...text.matchAll(arbitraryColour)].map(([name]) => `${file}: ${name}`))

/** @returns `folder: selector` for each rule that the sheets of one folder write twice */
export function findRepeatedSelectors(sources = readAll(['{portal,ui,admin}/src/**/*.css'])): string[] {
  const seen = new Set<string>()
  return sources.flatMap(({ file, text }) => {
    const open: string[] = []
    const code = text.replaceAll(/\/\*[^]*?\*\//g, '')
    return [...code.matchAll(/([^{};]*)([{};])/g)].flatMap(([, head = '', mark]) => {
      if (mark === '}') open.pop()
      if (mark !== '{') return []
      open.push(head.trim().replaceAll(/\s+/g, ' '))
      const rule = `${path.dirname(file)}: ${open.join(' ')}`
      const isRepeated = seen.has(rule) && !head.includes('@')
      seen.add(rule)
      return isRepeated ? [rule] : []
    })
  })
}

/** @returns tokens of the Tailwind theme that are missing in the shared list */
export function findUnsharedTokens(): string[] {
  const readStyles = (name: string) => readFileSync(path.join(root, 'ui/src', name), 'utf8')
  const shared = readTokens(readStyles('tokens.css'))
  const [, theme = ''] = /@theme inline reference \{([^}]*)\}/.exec(readStyles('theme.css')) ?? []
  const names = [...readTokens(theme).keys()]
  if (names.length === 0) throw new Error('the check of style tokens saw no theme')
  return names.filter((name) => !shared.has(name)).map((name) => `ui/src/theme.css: ${name}`)
}

/** @throws Error that lists every unknown token, colour outside the tokens, and repeated rule, with its file */
export async function checkStyleTokens(): Promise<void> {
  const faults = [
    ...(await findUnknownClasses()),
    ...findUnknownProperties(),
    ...findArbitraryColours(),
    ...findWrittenColours(),
    ...findUnsharedTokens(),
    ...findRepeatedSelectors(),
  ]
  if (faults.length > 0) throw new Error(`faults in styles:\n${faults.join('\n')}`)
}
