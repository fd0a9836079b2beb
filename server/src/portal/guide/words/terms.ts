// Search words of a text: marks of synonyms, pairs of neighbouring Chinese characters, and words of letters and digits.
import { toSimplified } from '@xinqiao/contract/simplified-characters.ts'
import { extractMarks, synonyms } from './synonyms.ts'

const run = /\p{Script=Han}+|[\p{Script=Latin}\d]+/gu

/** Phrases of a question that say nothing about its subject. Longer ones come first. */
const emptyPhrases =
  /请问一下|请问下|我想知道|我想问问|我想问|想问问|想问|请问|怎么办理|怎么弄|咋个办|咋办|咋整|咋弄|咋个|咋样|咋|怎么整|肿么办|肿么|怎么做|应该怎么|该怎么办|怎么办|怎么样|怎样|怎么|如何|为什么|是什么|什么是|什么时候|啥时候|啥子|啥|什么|哪里|哪儿|哪些|哪个|哪位|可不可以|能不能|是不是|有没有|可以|应该|需要|一下|告诉我|帮我|麻烦|谢谢|您好|你好|你们|我们|他们|多少|多久|几个|特别|非常|总是|老是|经常|一直|整天|今天|现在|最近|这几天|每年|一年|一次|一位|一份|一个礼拜|一个星期|一周|连着|连续|还有|另外|顺便|俺们|俺|恁们|恁|哪块|哪搭|在哪|得好久|好久|能够|想要|我要|需不需要|要不要|没有(?=[\s?？!！。]*$)|一个|别人|有点|吗|呢|吧|啊|呀|的|了|我|你|您/gu

function keepLetters(word: string, isKnown: (term: string) => boolean): string {
  const isKnownPair = pairsOf(word).map(isKnown)
  if (isKnownPair.length === 1) return isKnownPair[0] ? word : ''
  return Array.from(word)
    .filter((_letter, i) => isKnownPair[i - 1] || isKnownPair[i])
    .join('')
}

/**
 * Removes unknown words from a question, but not the phrases that all questions share (请问, 怎么).
 * @param isKnown says if a word of the question may stay
 */
export const removeUnknownWords = (question: string, isKnown: (term: string) => boolean): string =>
  question
    .normalize('NFKC')
    .toLowerCase()
    .split(new RegExp(`(${emptyPhrases.source})`, 'u'))
    .map((part, i) => (i % 2 === 1 ? part : part.replaceAll(run, (word) => keepLetters(word, isKnown))))
    .join('')

const maxQuestionTerms = 40

const toPlain = (text: string): string => toSimplified(text.normalize('NFKC').toLowerCase())
const readRuns = (text: string): string[] => text.match(run) ?? []
/** The letters and digits of a text alone, for the comparison of two questions. */
export const toLetters = (text: string): string => readRuns(toPlain(text)).join('')

function pairsOf(word: string): string[] {
  if (!/^\p{Script=Han}/u.test(word)) return [Array.from(word).slice(0, 40).join('')]
  const letters = Array.from(word)
  return letters.length === 1 ? letters : letters.slice(1).map((letter, i) => letters[i]! + letter)
}

/** All words of a text. */
export function listTerms(text: string): Set<string> {
  const plain = toPlain(text)
  return new Set([...extractMarks(plain).marks, ...readRuns(plain).flatMap(pairsOf)])
}

/** Says if a text has a word. */
export type TermLookup = { has: (term: string) => boolean }

const pairOfHan = /^\p{Script=Han}{2}$/u
const isHanRun = (word: string): boolean => /^\p{Script=Han}{2}/u.test(word)

/** Finds the same words as `listTerms`, without a list of all pairs: most texts are asked for few words. */
export function createTermLookup(text: string): TermLookup {
  const plain = toPlain(text)
  let marks: ReadonlySet<string> | null = null
  let words: ReadonlySet<string> | null = null
  const listMarks = () => new Set(extractMarks(plain).marks)
  const listWords = () => new Set(readRuns(plain).flatMap((word) => (isHanRun(word) ? [] : pairsOf(word))))
  return {
    has(term) {
      if (isMark(term)) return (marks ??= listMarks()).has(term)
      if (!plain.includes(term)) return false
      return pairOfHan.test(term) || (words ??= listWords()).has(term)
    },
  }
}

/** The words by which a question is searched: without phrases that every question has. */
export function listQuestionTerms(question: string): string[] {
  const { marks, rest } = extractMarks(toPlain(question))
  const words = [...marks, ...readRuns(rest.replaceAll(emptyPhrases, ' ')).flatMap(pairsOf)]
  const pairs = words.filter((word) => word.length > 1)
  // a single character is a word only where there are no others
  return [...new Set(pairs.length > 0 ? pairs : words)].slice(0, maxQuestionTerms)
}

/** Length of a line that may hold several questions. */
const maxLineOfParts = 60

/** Parts of a short line, each of which may be a question: “考试在哪报名 还有发票怎么开”. */
export function listParts(question: string, maxParts: number): string[] {
  const parts = question
    .split(/[\s，,。？?！!；;、]+|还有|另外|以及|顺便/u)
    .filter((part) => listQuestionTerms(part).length > 0)
  return parts.length > 1 && parts.length <= maxParts && question.length <= maxLineOfParts ? parts : []
}

const synonymPairs: ReadonlySet<string> = new Set(synonyms.flatMap(pairsOf))
/** True for a pair of characters in a synonym. Such a pair cannot identify a person. */
export const isSynonymPair = (pair: string): boolean => synonymPairs.has(pair)

/** True for the mark that the words of a row share. */
export const isMark = (term: string): boolean => term.startsWith('=')
