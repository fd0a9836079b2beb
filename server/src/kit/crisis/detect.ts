// Does this message sound like somebody who thinks of ending or hurting themselves? It decides about a card and an
// alert, never about the message itself. How it was made and how well it hears: docs/crisis/README.md.
import { longestRun, quotedSign, read, type Hit, type Reading } from './features.ts'
import { normalise, type Plain } from './normalise.ts'
import { makeTrie, type Trie } from './trie.ts'
import { bias, weightRows } from './weights.ts'
import type { Kind } from './words.ts'

/** `plan`: means, deeds, farewell, self-harm. `thought`: wish or hint. `other`: somebody else, whom the writer may want to help. */
export type CrisisLevel = 'plan' | 'thought' | 'other'

const weights = new Map<string, number>()
for (const row of weightRows.trim().split('\n')) {
  const [weight, ...features] = row.split(' ')
  for (const feature of features) weights.set(feature, Number(weight))
}
/** `seenIn`: the last text that had it, because a feature counts once a text. */
type Run = { weight: number; seenIn: number }
const runs = makeTrie(Array.from(weights, ([run, weight]): [string, Run] => [run, { weight, seenIn: 0 }]))
const quotedRuns = runs.next.get(quotedSign.charCodeAt(0))
let texts = 0

/** Above it sounds the alarm; in hundredths of the log odds. Below zero: a card too many does less harm than one too few. */
const threshold = -25
/** One part of a long text must be surer of itself: a long text has many parts that could be wrong. */
const partThreshold = 100
/** Longer texts are also read part by part, or one sentence would drown in them. */
const longText = 120
const partLength = 20

function score({ said, quoted, marks }: Reading): { score: number; steps: number } {
  let sum = 0
  let count = 0
  let steps = 0
  texts++
  const walk = (text: string, from: Trie<Run> | undefined) => {
    for (let at = 0; at < text.length; at++) {
      let node = from?.next.get(text.charCodeAt(at))
      for (let length = 1; node && length <= longestRun; length++, steps++) {
        const run = node.value
        if (run && run.seenIn !== texts) {
          run.seenIn = texts
          sum += run.weight
          count++
        }
        node = node.next.get(text.charCodeAt(at + length))
      }
    }
  }
  walk(said, runs)
  walk(quoted, quotedRuns)
  for (const mark of marks) {
    const weight = weights.get(mark)
    if (weight === undefined) continue
    sum += weight
    count++
  }
  return { score: bias + sum / Math.sqrt(count || 1), steps }
}

/** Parts of a long text, cut at the ends of clauses, each overlapping the next by half. */
function cut(text: string): string[] {
  const parts: string[] = []
  for (let start = 0; start < text.length;) {
    const end = text.indexOf(',', start + partLength)
    parts.push(text.slice(start, end >= 0 && end < start + partLength * 2 ? end : start + partLength))
    const next = text.indexOf(',', start + partLength / 2) + 1
    start = next > start && next < start + partLength ? next : start + partLength / 2
  }
  return parts
}

const ofPlan = new Set<Kind>(['deed', 'harm', 'bye', 'leave', 'means', 'place'])
const ofCrisis = new Set<Kind>(['death', 'wish', 'deed', 'harm', 'burden'])
/** Where the big words mean something else, nobody needs help. */
const ofElse = new Set<Kind>(['profession', 'work', 'idiom', 'laugh', 'daily', 'past', 'well'])

const isMeant = (hit: Hit) => !hit.isDenied && !hit.isQuoted
/** Somebody hid the word from a filter and says it of themselves: that needs no weighing. */
const isHiddenWish = ({ hidden }: Plain, { hits }: Reading) =>
  hidden > 0 &&
  hits.some(
    (hit) =>
      isMeant(hit) && hit.whom !== 'other' && (hit.kind === 'wish' || (hit.kind === 'death' && hit.word.length > 1)),
  ) &&
  !hits.some(({ kind }) => ofElse.has(kind) || kind === 'kin' || kind === 'said' || kind === 'ask')

/** A clause that says nothing else: whatever stands beside it, even an advertisement, does not outweigh it. */
const plainWish =
  /(?:^|,)(?:我|俺)?(?:真的|现在|今天|今晚|真|好|很|就|只|总|一直)?(?:想|要|打算|准备|决定)(?:去)?(?:自杀|轻生|寻死|自尽|死|去死|死了算了)(?:了|啊)?(?=,|$)/u

const isAboutOther = ({ hits }: Reading) =>
  hits.some((hit) => ofCrisis.has(hit.kind) && hit.word.length > 1 && hit.whom === 'other' && !hit.isDenied) &&
  !hits.some(({ kind }) => ofElse.has(kind))

/** The level, and the steps that it took: what a test holds to a line. */
export function weighCrisis(text: string): { level: CrisisLevel | null; score: number; steps: number } {
  const plain = normalise(text)
  const whole = read(plain)
  let { score: best, steps } = score(whole)
  steps += whole.steps
  let isAlarm = best > threshold || isHiddenWish(plain, whole) || plainWish.test(plain.text)
  if (!isAlarm && plain.text.length > longText)
    for (const part of cut(plain.text)) {
      const reading = read({ text: part, hidden: 0 })
      const weighed = score(reading)
      steps += reading.steps + weighed.steps
      best = Math.max(best, weighed.score)
      isAlarm ||= weighed.score > partThreshold
    }
  if (!isAlarm) return { level: isAboutOther(whole) ? 'other' : null, score: best, steps }
  const isPlan = whole.hits.some((hit) => ofPlan.has(hit.kind) && !hit.isDenied && hit.whom !== 'other')
  return { level: isPlan ? 'plan' : 'thought', score: best, steps }
}

/**
 * @param text as written; of a very long one the beginning and the end are read
 * @returns null for what needs no card
 */
export const detectCrisis = (text: string): CrisisLevel | null => weighCrisis(text).level
