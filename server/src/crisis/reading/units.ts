// Splits a text into units that are scored separately, so that surrounding sentences do not hide one that shows a
// crisis.
import { countCrisisWords } from './features.ts'
import { removeMarkup } from './html-markup.ts'
import { maxReadLength, normalise, type NormalisedText } from './normalise.ts'

/** A text with its context: the title of a question, the writer's last messages. */
export type WrittenText = { title?: string; text: string; before?: readonly string[] }

/**
 * `text` is as written. `isJoined` is true for several sentences read together, or a part of a long one. `plain` caches
 * the result of `normaliseUnit`.
 */
export type TextUnit = { text: string; isJoined: boolean; plain?: NormalisedText }

/** A longer piece without an end of a sentence is also read clause by clause. */
const longSentence = 40

/**
 * Earlier messages and the new one are read up to this length, from their end: messages that belong together are short.
 */
const joinedReach = 80

const sentenceEnd = /[。！？!?；;…\n~]+/u

/** Greetings and forms of address are removed: they say nothing about the writer, but look like another person. */
const greeting =
  /^(?:(?:尊敬的|亲爱的)?(?:老师|医生|大夫|咨询师|心理老师|客服|大家|姐姐|叔叔|阿姨)?(?:你们?好|您好|好|们好|在吗|在不在|早上好|下午好|晚上好|打扰了|打扰一下|请问|嗨|hi|hello|喂)?,)+/u

export function normaliseUnit(unit: TextUnit): NormalisedText {
  if (unit.plain) return unit.plain
  const { text, hidden } = normalise(unit.text)
  return (unit.plain = { text: text.replace(greeting, ''), hidden })
}

/** Length of the parts of a text that has no end of a sentence and is too long for one unit. */
const partLength = 250

function cutToParts(piece: string): string[] {
  if (piece.length <= maxReadLength) return [piece]
  return Array.from({ length: Math.ceil(piece.length / partLength) }, (_, i) =>
    piece.slice(i * partLength, (i + 1) * partLength),
  )
}

const separatedMark = '~～…。.!！\n'
const separated = new RegExp(`(?:^|[${separatedMark}])\\p{Script=Han}(?:[${separatedMark}]|$)`, 'u')
const separator = new RegExp(`([${separatedMark}]{1,3})`, 'u')
/** Marks that often only decorate. */
const softSeparator = /^[~～…]+$/u
const singleCharacter = /^\p{Script=Han}$/u
/** From this many single characters in sequence on, they are read as one word or sentence, without the marks. */
const minSeparated = 3

/** Replaces whatever is between single characters, so that 不~想~活 becomes 不·想·活. */
const joinedCharactersMark = '·'

/** Replaces the marks between single characters, as in 不~想~活~了. */
function joinSeparated(text: string): string {
  if (!separated.test(text)) return text
  const pieces = text.split(separator)
  const isSingle = (i: number) => singleCharacter.test(pieces[i] ?? '')
  const isSoft = (i: number) => softSeparator.test(pieces[i] ?? '')
  const chainLengths = pieces.map(() => 0)
  for (let from = 0; from < pieces.length; from += 2) {
    let to = from
    while (isSingle(to)) to += 2
    chainLengths.fill((to - from) / 2, from, Math.min(to, pieces.length))
    from = Math.max(from, to - 2)
  }
  const joinsBySoft = (i: number) => isSingle(i) && (chainLengths[i]! > 1 || (isSoft(i - 1) && isSoft(i + 1)))
  const isDropped = (i: number) =>
    i % 2 === 1 &&
    ((isSingle(i - 1) && isSingle(i + 1) && chainLengths[i - 1]! >= minSeparated) ||
      (isSoft(i) && (joinsBySoft(i - 1) || joinsBySoft(i + 1))))
  return pieces.map((piece, i) => (isDropped(i) ? joinedCharactersMark : piece)).join('')
}

const splitSentences = (text: string): string[] =>
  joinSeparated(removeMarkup(text))
    .split(sentenceEnd)
    .filter((sentence) => sentence.trim() !== '')
    .flatMap(cutToParts)

const cutClauses = (sentence: string) => sentence.split(/[,，、：: ]+/u).filter(Boolean)

/** Maximum number of characters by which a crisis expression extends beyond the end of a sentence. */
const wordReach = 5

const countWords = (text: string) => countCrisisWords(normalise(text).text, 2 * wordReach)

/** True for a word over the border of two texts, as in 不想 and 活了. */
function hasWordOver(before: string, after: string): boolean {
  const [end, start] = [before.slice(-wordReach), after.slice(0, wordReach)]
  const count = countWords(end + start)
  return count > 0 && count > countWords(end) + countWords(start)
}

const joinSplitWords = (parts: readonly string[]): string[] =>
  parts.slice(1).flatMap((part, i) => (hasWordOver(parts[i]!, part) ? [parts[i]! + part] : []))

const pairsOf = (parts: readonly string[], glue: string) => parts.slice(1).map((part, i) => `${parts[i]}${glue}${part}`)

/** Neighbouring clauses of a long sentence, in pairs. */
function listClausePairs(sentence: string): string[] {
  const clauses = sentence.length > longSentence ? cutClauses(sentence) : []
  return clauses.length < 3 ? [] : pairsOf(clauses, ',')
}

/** Windows of long clauses without marks. Each overlaps the next by half. */
function cutWindows(sentence: string): string[] {
  if (sentence.length <= longSentence) return []
  const step = longSentence / 2
  const long = cutClauses(sentence).filter((clause) => clause.length > longSentence)
  return long.flatMap((clause) =>
    Array.from({ length: Math.ceil(clause.length / step) - 1 }, (_, i) =>
      clause.slice(i * step, i * step + longSentence),
    ),
  )
}

/**
 * Units: the title and each sentence alone; joined, the neighbouring sentences, and the last messages with the first
 * sentence.
 */
export function readUnits({ title = '', text, before = [] }: WrittenText): TextUnit[] {
  const sentences = splitSentences(text)
  const pieces = title ? [removeMarkup(title), ...sentences] : sentences
  const singleParts = [...pieces, ...pieces.flatMap(listClausePairs)]
  const joinedParts = [...pairsOf(pieces, '。'), ...joinSplitWords(sentences), ...pieces.flatMap(cutWindows)]
  if (before.length > 0) {
    const lastTexts = [...before.map(removeMarkup), sentences[0] ?? '']
    // a sentence may be split over two messages
    joinedParts.push(
      ...[lastTexts.join('。'), ...joinSplitWords(lastTexts.slice(-2))].map((part) => part.slice(-joinedReach)),
    )
  }
  const toUnits = (parts: readonly string[], isJoined: boolean): TextUnit[] =>
    [...new Set(parts)].map((part) => ({ text: part, isJoined }))
  return [...toUnits(singleParts, false), ...toUnits(joinedParts, true)]
}
