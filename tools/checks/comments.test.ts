// Tests of the language of comments and titles of tests (docs/writing.md).
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const files = globSync('{contract,im-sdk,ui,server,portal,admin,tools,e2e,bench,drill}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'build',
})
const sources = files.map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))

const maxColumns = 120
const maxSentenceWords = 25
const avoidedWords =
  /\b(?:whoever|nobody|somebody|by itself|all the same|of theirs|one's own|stands(?! for)|is told|told|hears of|gives up)\b/i

/** Comments in lines of their own, each as one text. A tag begins another. */
function listComments(text: string): string[] {
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
const listSentences = (comment: string): string[] => comment.replace(/`[^`]*`/g, 'code').split(/(?<=[.?!:;][)"]*)\s+/)

const findTitles = (text: string): string[] =>
  Array.from(text.matchAll(/^\s*(?:test|describe)(?:\.\w+)*\(\s*['"`](.*)['"`],/gm), ([, title = '']) => title)

test('reads comments of several lines as one text', () => {
  expect(listComments('// one\n// two\nconst a = 1\n/** three */\n/**\n * four\n * @returns five\n */')).toEqual([
    'one two',
    'three',
    'four',
    '@returns five',
  ])
})

const findWrong = (find: (text: string) => readonly string[]) =>
  sources.flatMap(({ file, text }) => find(text).map((wrong) => `${file}: ${wrong}`))

test('wraps comments at the width of code', () => {
  const commentLine = /^\s*(?:\/\/ (?!oxlint-)|\/\*|\* )/
  expect(
    findWrong((text) => text.split('\n').filter((line) => line.length > maxColumns && commentLine.test(line))),
  ).toEqual([])
})

test('puts tags of a comment on their own lines', () => {
  expect(findWrong((text) => text.match(/^\s*\/\*\* [^@\n]+ @(?:throws|returns|param) .*$/gm) ?? [])).toEqual([])
})

test('has short sentences in comments', () => {
  const isLong = (sentence: string) => sentence.split(/\s+/).length > maxSentenceWords
  expect(findWrong((text) => listComments(text).flatMap(listSentences).filter(isLong))).toEqual([])
})

test('has plain words in comments and titles', () => {
  const isOdd = (words: string) => avoidedWords.test(words.replace(/`[^`]*`|'[^']*'/g, ''))
  expect(findWrong((text) => [...listComments(text), ...findTitles(text)].filter(isOdd))).toEqual([])
})
