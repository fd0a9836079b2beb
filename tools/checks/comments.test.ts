// Tests of the language of comments and titles of tests (docs/writing.md).
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  findBrokenWraps,
  findDetached,
  findStaleParameters,
  findTitles,
  listCitedNames,
  listCodeWords,
  listComments,
  listSentences,
} from './read-comments.ts'

const root = path.resolve(import.meta.dirname, '../..')
const readFiles = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' || name === 'build' }).map((file) => ({
    file,
    text: readFileSync(path.join(root, file), 'utf8'),
  }))
const sources = readFiles('{contract,im-sdk,ui,server,portal,admin,tools,e2e,bench,drill}/**/*.{ts,tsx}')
const styles = readFiles('{ui,portal,admin}/**/*.css')
const migrations = readFiles('server/db/migrations/*.sql').map(({ file, text }) => ({
  file,
  text: text.replace(/^(\s*)--/gm, '$1//'),
}))

const maxColumns = 120
const maxSentenceWords = 25
const avoidedWords =
  /\b(?:whoever|nobody|somebody|by itself|all the same|of theirs|one's own|stands(?! for)|is told|told|hears of|gives up|(?:an|the|of) own|own ones)\b/i

test('reads comments of several lines as one text', () => {
  expect(listComments('// one\n// two\nconst a = 1\n/** three */\n/**\n * four\n * @returns five\n */')).toEqual([
    'one two',
    'three',
    'four',
    '@returns five',
  ])
})

test('finds names in comments, and comments that lost their line', () => {
  const text = '/** Calls `sendIt` or `send`. */\n\nconst sendAll = 1 // `other_name`\n/** `send_all()` */\nsendAll()\n'
  expect(listCitedNames(text)).toEqual(['sendIt', 'send_all'])
  expect(listCodeWords(text)).toEqual(['const', 'sendAll', '1', 'other_name', 'sendAll'])
  expect(findDetached(text)).toEqual(['/** Calls `sendIt` or `send`. */'])
})

const findWrong = (find: (text: string) => readonly string[], within = sources) =>
  within.flatMap(({ file, text }) => find(text).map((wrong) => `${file}: ${wrong}`))

test('wraps comments at the width of code', () => {
  const commentLine = /^\s*(?:\/\/ (?!oxlint-)|\/\*|\* )/
  expect(
    findWrong((text) => text.split('\n').filter((line) => line.length > maxColumns && commentLine.test(line))),
  ).toEqual([])
})

test('wraps a comment again after a change', () => {
  expect(findBrokenWraps('/**\n * one two\n * three\n * four.\n */')).toEqual(['* three'])
  expect(findWrong(findBrokenWraps)).toEqual([])
})

test('puts tags of a comment on their own lines', () => {
  expect(findWrong((text) => text.match(/^\s*\/\*\* [^@\n]+ @(?:throws|returns|param) .*$/gm) ?? [])).toEqual([])
})

test('has short sentences in comments', () => {
  const isLong = (sentence: string) => sentence.split(/\s+/).length > maxSentenceWords
  const findLong = (text: string) => listComments(text).flatMap(listSentences).filter(isLong)
  expect(findWrong(findLong, [...sources, ...styles])).toEqual([])
})

test('has plain words in comments and titles', () => {
  const isOdd = (words: string) => avoidedWords.test(words.replace(/`[^`]*`|'[^']*'/g, ''))
  const findOdd = (text: string) => [...listComments(text), ...findTitles(text)].filter(isOdd)
  expect(findWrong(findOdd, [...sources, ...styles, ...migrations])).toEqual([])
})

test('begins comments with what they are about', () => {
  const isVague = (comment: string) => /^(?:It|This|These|Those|Their)\b/.test(comment)
  expect(findWrong((text) => listComments(text).filter(isVague), [...sources, ...styles])).toEqual([])
})

test('puts documentation comments directly above what they describe', () => {
  expect(findWrong(findDetached)).toEqual([])
})

test('describes only parameters that exist', () => {
  const text = '/** @param first one\n * @param third three */\nfunction add(first: number, second: number) {}\n'
  expect(findStaleParameters(text)).toEqual(['third'])
  expect(findWrong(findStaleParameters)).toEqual([])
})

test('cites errors of the chat by their number', () => {
  const namedError = /@throws ImFailure [a-z]\w*(?: \*\/)?$/gm
  expect('/** @throws ImFailure invalid */\n/** @throws ImFailure 414 */'.match(namedError)).toHaveLength(1)
  expect(findWrong((text) => text.match(namedError) ?? [])).toEqual([])
})

test('cites only names in comments that exist', () => {
  const documents = globSync('{.env.example,*.md,docs/**/*.md,server/db/**/*.sql}', { cwd: root })
  const texts = documents.map((file) => readFileSync(path.join(root, file), 'utf8'))
  const known = new Set([
    ...sources.flatMap(({ text }) => listCodeWords(text)),
    ...texts.flatMap((text) => text.match(/[\w$]+/g) ?? []),
  ])
  expect(findWrong((text) => listCitedNames(text).filter((name) => !known.has(name)))).toEqual([])
})
