// Features of the model: n-grams of one to four signs, kinds of words, and the state of their clause (subject,
// negation, quotation). Training lists all n-grams; the detector looks up only those with a weight (detect.ts).
import type { NormalisedText } from './normalise.ts'
import { createTrie } from './trie.ts'
import { kindsOf, type Kind } from './words.ts'

export const longestRun = 4
const [comma, questionMark] = [44, 63]
/** Number of signs that a plain "not" negates; "it never occurred to me" negates the rest of its clause. */
const notReach = 5
/** Kinds of words that indicate a crisis. As features they count together with their subject. */
export const crisisKinds: ReadonlySet<Kind> = new Set<Kind>([
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

export type WordSubject = 'self' | 'other' | 'none'
/** A word of a kind, with the state of its clause. */
export type WordHit = { kind: Kind; word: string; whom: WordSubject; isDenied: boolean; isQuoted: boolean }
/**
 * `said` and `quoted` are the texts whose n-grams count; `marks` are all other features. `steps` counts the pieces of
 * text looked at, as a measure of the work; a test requires it to be linear.
 */
export type Reading = { said: string; quoted: string; marks: Set<string>; hits: WordHit[]; steps: number }
/** Prefix of n-grams in quotations. */
export const quotedSign = '“'

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

type KindsOfWord = { word: string; kinds: Kind[] }
const words = createTrie([...kindsOf].map(([word, kinds]): [string, KindsOfWord] => [word, { word, kinds }]))

/** Scans words from left to right and tracks subject and negation. */
function readWords(text: string, isQuoted: boolean, hits: WordHit[]): number {
  let steps = 0
  let whom: WordSubject = 'none'
  let deniedTo = -1
  let kinTo = -1
  let coveredTo = -1
  const candidates: KindsOfWord[] = []
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === comma || sign === questionMark) deniedTo = -1
    let node = words.next.get(sign)
    for (let to = at + 1; node; node = node.next.get(text.charCodeAt(to++)), steps++) {
      if (node.value) candidates.push(node.value)
    }
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
  }
  return steps
}

export function readFeatures({ text, hidden }: NormalisedText): Reading {
  const { said, quoted } = splitQuotes(text)
  const marks = new Set<string>()
  const hits: WordHit[] = []
  let steps = readWords(said, false, hits)
  if (quoted) steps += readWords(quoted, true, hits)
  if (hidden) marks.add('#hidden')
  const present = new Set<string>()
  for (const { kind, whom, isDenied, isQuoted } of hits) {
    if (kind === 'not') continue
    present.add(isQuoted ? `${quotedSign}${kind}` : kind)
    if (!crisisKinds.has(kind) || isQuoted) continue
    marks.add(`#${kind}/${whom}`)
    marks.add(isDenied ? `#${kind}!` : `#${kind}/${whom}+`)
  }
  const sorted = [...present].sort()
  for (const [i, kind] of sorted.entries()) {
    marks.add(`#${kind}`)
    for (let j = i + 1; j < sorted.length; j++) marks.add(`#${kind}&${sorted[j]}`)
  }
  return { said: `<${said}>`, quoted, marks, hits, steps }
}

/** All features including all n-grams, for training and for comparison with the detector. */
export function listFeatures(plain: NormalisedText): Set<string> {
  const { said, quoted, marks } = readFeatures(plain)
  const features = new Set<string>()
  const addRuns = (text: string, prefix: string) => {
    for (let at = 0; at < text.length; at++)
      for (let length = 1; length <= longestRun && at + length <= text.length; length++)
        features.add(prefix + text.slice(at, at + length))
  }
  addRuns(said, '')
  addRuns(quoted, quotedSign)
  for (const mark of marks) features.add(mark)
  return features
}
