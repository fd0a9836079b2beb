// Features of the model: runs of one to three characters, topics, kinds of words, and the state of their clause
// (subject, negation, quotation). Training lists all runs; the detector only looks up those with a weight (detect.ts).
import type { NormalisedText } from './normalise.ts'
import { separateCompounds, wholeCompounds } from './compounds.ts'
import { createTrie } from './trie.ts'
import { topicsOf, type SituationTopic } from './topics.ts'
import { allKinds, kindsOf, type WordKind } from './words.ts'

export const longestRun = 3
const [comma, questionMark] = [44, 63]
/** Number of characters that a plain "not" negates; "it never occurred to me" negates the rest of its clause. */
const notReach = 5
/** Kinds of words that indicate a crisis. As features they count together with their subject. */
export const crisisKinds: ReadonlySet<WordKind> = new Set<WordKind>([
  'death',
  'wish',
  'end',
  'deed',
  'means',
  'place',
  'harm',
  'flesh',
  'bye',
  'burden',
  'hold',
  'empty',
  'blow',
  'assault',
  'threat',
])

/** Topics that indicate a crisis, like the kinds above. */
export const crisisTopics: readonly SituationTopic[] = [
  ...([
    'edge',
    'rail',
    'sealed',
    'rope',
    'blade',
    'cut',
    'poison',
    'swallow',
    'lastly',
    'bequeath',
    'farewell',
  ] as const),
  ...(['wishToEnd', 'hopeless', 'plead', 'hit', 'sexual', 'menace'] as const),
]

export type WordSubject = 'self' | 'other' | 'none'
/** One word of a kind, with the state of its clause. */
export type WordHit = { kind: WordKind; word: string; whom: WordSubject; isDenied: boolean; isQuoted: boolean }
/**
 * `said` and `quoted` are the texts whose n-grams count; `marks` are all other features. `steps` counts the pieces of
 * text looked at, as a measure of the work; a test requires it to be linear.
 */
export type TextFeatures = { said: string; quoted: string; marks: Set<string>; hits: WordHit[]; steps: number }
/** Prefix of n-grams in quotations. */
export const quotedCharacter = '“'

const partners = new Map(['“”', '「」', '『』', '《》', '""'].map((pair) => [pair[0]!, pair[1]!]))

const opening = /[“「『《"]/

/** Separates quotations from the other text. A quotation mark without its pair is ignored. */
function splitQuotes(text: string): { said: string; quoted: string } {
  if (!opening.test(text)) return { said: text, quoted: '' }
  let said = ''
  let quoted = ''
  let at = 0
  // computed once, so that many opening marks do not cause a search to the end each
  const last = new Map([...partners.values()].map((mark) => [mark, text.lastIndexOf(mark)]))
  while (at < text.length) {
    const partner = partners.get(text[at]!)
    const end = partner && last.get(partner)! > at ? text.indexOf(partner, at + 1) : -1
    if (end > at) {
      said += '“'
      quoted += `${text.slice(at + 1, end)},`
      at = end
    } else said += text[at]!
    at++
  }
  return { said, quoted }
}

export const markOfTopic = (topic: SituationTopic) => `#topic ${topic}`
/** `isCompound`: shorter words inside it are not counted. */
type WordEntry = { word: string; kinds: readonly WordKind[]; topics: readonly string[]; isCompound: boolean }
const compoundWords = new Set(wholeCompounds)
const startOf = createTrie(
  [...new Set([...kindsOf.keys(), ...topicsOf.keys(), ...compoundWords])].map((word): [string, WordEntry] => [
    word,
    {
      word,
      kinds: kindsOf.get(word) ?? [],
      topics: (topicsOf.get(word) ?? []).map(markOfTopic),
      isCompound: compoundWords.has(word),
    },
  ]),
)
type WordOrCompound = 'word' | 'compound'
const startOfCrisis = createTrie([
  ...wholeCompounds.map((word): [string, WordOrCompound] => [word, 'compound']),
  ...[...kindsOf]
    .filter(([, kinds]) => kinds.some((kind) => crisisKinds.has(kind)))
    .map(([word]): [string, WordOrCompound] => [word, 'word']),
])

/** The number of places where a word of `crisisKinds` begins, up to a maximum; much cheaper than the reading. */
export function countCrisisWords(written: string, maxCount: number): number {
  const text = separateCompounds(written)
  let count = 0
  for (let at = 0; at < text.length && count < maxCount; at++) {
    let node = startOfCrisis(text.charCodeAt(at))
    let longest: WordOrCompound | undefined
    let end = at
    let compoundEnd = at
    for (let to = at + 1; node; node = node.next.get(text.charCodeAt(to++))) {
      if (!node.value) continue
      ;[longest, end] = [node.value, to]
      if (longest === 'compound') compoundEnd = to
    }
    if (longest === 'word' && end > compoundEnd) count++
    if (compoundEnd > at) at = compoundEnd - 1
  }
  return count
}

/** True when a reading of the text has a word of `crisisKinds`. */
export const hasCrisisKind = (text: string): boolean => countCrisisWords(text, 1) > 0

/** Scans words from left to right and tracks subject and negation. */
function readWords(text: string, isQuoted: boolean, hits: WordHit[], marks: Set<string>): number {
  let steps = 0
  let whom: WordSubject = 'none'
  let deniedTo = -1
  let kinTo = -1
  let coveredTo = -1
  const candidates: WordEntry[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === comma || character === questionMark) deniedTo = -1
    let node = startOf(character)
    let topics: readonly string[] = []
    let compoundLength = 0
    for (let to = at + 1; node; node = node.next.get(text.charCodeAt(to++)), steps++) {
      if (!node.value) continue
      if (node.value.isCompound) {
        candidates.length = 0
        topics = []
        compoundLength = to - at
      }
      candidates.push(node.value)
      if (node.value.topics.length > 0) topics = node.value.topics // the longest word that begins here decides
    }
    for (const topic of topics) marks.add(topic)
    // try the longest word first
    for (let candidate = candidates.pop(); candidate; candidate = candidates.pop()) {
      const { word, kinds } = candidate
      const to = at + word.length
      for (const kind of kinds) {
        // in "my mother" the subject is she, not I
        if (kind === 'kin') kinTo = to
        if (kind === 'kin' || kind === 'they' || kind === 'you') whom = 'other'
        else if (kind === 'self' && kinTo <= at) whom = 'self'
        else if (kind === 'deny') deniedTo = text.length
        // the 不 inside 忍不住 negates nothing
        else if (kind === 'not' && at >= coveredTo) deniedTo = Math.max(deniedTo, to + notReach)
        if (kind !== 'not' && kind !== 'deny' && word.length > 1) coveredTo = Math.max(coveredTo, to)
        hits.push({ kind, word, whom, isDenied: at < deniedTo && kind !== 'deny' && kind !== 'not', isQuoted })
      }
    }
    if (compoundLength > 0) at += compoundLength - 1
  }
  return steps
}

/** Names of the features of each kind, for each state of the clause. */
const marksOf = new Map(
  allKinds.map((kind) => [
    kind,
    {
      said: `#${kind}`,
      quoted: `#${quotedCharacter}${kind}`,
      denied: `#${kind}!`,
      about: { self: `#${kind}/self`, other: `#${kind}/other`, none: `#${kind}/none` },
      meant: { self: `#${kind}/self+`, other: `#${kind}/other+`, none: `#${kind}/none+` },
    },
  ]),
)

export function extractFeatures({ text, hidden }: NormalisedText): TextFeatures {
  const { said, quoted } = splitQuotes(separateCompounds(text))
  const marks = new Set<string>()
  const hits: WordHit[] = []
  let steps = readWords(said, false, hits, marks)
  if (quoted) steps += readWords(quoted, true, hits, marks)
  if (hidden) marks.add('#hidden')
  for (const { kind, whom, isDenied, isQuoted } of hits) {
    if (kind === 'not') continue
    const names = marksOf.get(kind)!
    marks.add(isQuoted ? names.quoted : names.said)
    if (!crisisKinds.has(kind) || isQuoted) continue
    marks.add(names.about[whom])
    marks.add(isDenied ? names.denied : names.meant[whom])
  }
  return { said: `<${said}>`, quoted, marks, hits, steps }
}

/** All features with listed runs, for training and for comparison with the detector. */
export function listFeatures(plain: NormalisedText): Set<string> {
  const { said, quoted, marks } = extractFeatures(plain)
  const features = new Set<string>(marks)
  const addRuns = (text: string, prefix: string) => {
    for (let at = 0; at < text.length; at++)
      for (let to = at + 1; to <= at + longestRun - prefix.length && to <= text.length; to++)
        features.add(prefix + text.slice(at, to))
  }
  addRuns(said, '')
  addRuns(quoted, quotedCharacter)
  return features
}
