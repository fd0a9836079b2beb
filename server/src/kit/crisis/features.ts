// What the model sees of a text: runs of one to three signs, the kinds of words, and for each kind the state of its
// clause: about whom, denied, quoted. The training script and the detector read with this one function.
import type { Plain } from './normalise.ts'
import { kindsOf, longestWord, type Kind } from './words.ts'

const longestRun = 3
/** A plain "not" reaches this many signs; "it never occurred to me" reaches to the end of its clause. */
const notReach = 5
/** Kinds that say something only together with whom they are about. */
const weighed = new Set<Kind>([
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
])

export type Whom = 'self' | 'other' | 'none'
/** One word of a kind, with the state of its clause. */
export type Hit = { kind: Kind; word: string; whom: Whom; isDenied: boolean; isQuoted: boolean }
/** `steps` counts the pieces of text looked at: the measure of the work, which a test holds to a line. */
export type Reading = { features: Set<string>; hits: Hit[]; steps: number }

const partners = new Map(['“”', '「」', '『』', '《》', '""'].map((pair) => [pair[0]!, pair[1]!]))

/** Parts what is said from what stands in quotation marks; a mark without its partner quotes nothing. */
function splitQuotes(text: string): { said: string; quoted: string } {
  let said = ''
  let quoted = ''
  let at = 0
  // known beforehand, so that a thousand opening marks do not search a thousand times to the end
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

function addRuns(text: string, prefix: string, features: Set<string>): number {
  let steps = 0
  for (let at = 0; at < text.length; at++)
    for (let length = 1; length <= longestRun && at + length <= text.length; length++, steps++)
      features.add(prefix + text.slice(at, at + length))
  return steps
}

/** Walks over the words from left to right and keeps who is spoken of and what is denied. */
function readWords(text: string, isQuoted: boolean, hits: Hit[]): number {
  let steps = 0
  let whom: Whom = 'none'
  let deniedTo = -1
  let kinTo = -1
  let coveredTo = -1
  for (let at = 0; at < text.length; at++) {
    if (text[at] === ',' || text[at] === '?') deniedTo = -1
    for (let length = Math.min(longestWord, text.length - at); length >= 1; length--, steps++) {
      const word = text.slice(at, at + length)
      for (const kind of kindsOf.get(word) ?? []) {
        const to = at + length
        // "my mother" is she, not I
        if (kind === 'kin') kinTo = to
        if (kind === 'kin' || kind === 'they' || kind === 'you') whom = 'other'
        else if (kind === 'self' && kinTo <= at) whom = 'self'
        else if (kind === 'deny') deniedTo = text.length
        // the 不 inside 忍不住 denies nothing
        else if (kind === 'not' && at >= coveredTo) deniedTo = Math.max(deniedTo, to + notReach)
        if (kind !== 'not' && kind !== 'deny' && length > 1) coveredTo = Math.max(coveredTo, to)
        hits.push({ kind, word, whom, isDenied: at < deniedTo && kind !== 'deny' && kind !== 'not', isQuoted })
      }
    }
  }
  return steps
}

export function readFeatures({ text, hidden }: Plain): Reading {
  const { said, quoted } = splitQuotes(text)
  const features = new Set<string>()
  const hits: Hit[] = []
  let steps = addRuns(`<${said}>`, '', features) + readWords(said, false, hits)
  if (quoted) steps += addRuns(quoted, '“', features) + readWords(quoted, true, hits)
  if (hidden) features.add('#hidden')
  const present = new Set<string>()
  for (const { kind, whom, isDenied, isQuoted } of hits) {
    if (kind === 'not') continue
    present.add(isQuoted ? `“${kind}` : kind)
    if (!weighed.has(kind) || isQuoted) continue
    features.add(`#${kind}/${whom}`)
    features.add(isDenied ? `#${kind}!` : `#${kind}/${whom}+`)
  }
  const sorted = [...present].sort()
  for (const [i, kind] of sorted.entries()) {
    features.add(`#${kind}`)
    for (const other of sorted.slice(i + 1)) features.add(`#${kind}&${other}`)
  }
  return { features, hits, steps }
}
