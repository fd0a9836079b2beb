// Crisis detector: detects signs of suicide or self-harm in a text. It triggers a help card and an alert, and never
// blocks a message. Training and accuracy: docs/crisis/README.md.
import { crisisLevels, type CrisisLevel } from '@xinqiao/contract/care.ts'
import { crisisKinds, longestRun, quotedSign, read, type Hit, type Reading } from './features.ts'
import type { Plain } from './normalise.ts'
import { readUnits, type Unit, type WrittenText } from './units.ts'
import { makeTrie, type Trie } from './trie.ts'
import { bias, weightsOf, type Weights } from './weights.ts'
import type { Kind } from './words.ts'

const levelCount = crisisLevels.length

/** `seenIn`: the last text with the feature, because a feature counts once per text. */
type Run = { weights: Weights; seenIn: number }
const runs = makeTrie(Array.from(weightsOf, ([run, weights]): [string, Run] => [run, { weights, seenIn: 0 }]))
const quotedRuns = runs.next.get(quotedSign.charCodeAt(0))
let texts = 0

/** Alarm threshold for one unit, in hundredths of the log odds. Negative: a missed case is worse than a needless card. */
const threshold = -65
/** Each further sentence is another chance of a false alarm: the threshold rises with the logarithm of their number. */
const thresholdPerSentence = 12
/** Joined sentences can raise an alarm that none raises alone: a clear one. */
const extraOfJoined = 80
/** Shorter texts raise an alarm only with a word of crisis: 好吧 or 对不起 alone say nothing. */
const shortText = 8
/** Up to this length, a text without such a word needs a clearer score: 我在上班，只能打字. */
const briefText = 16
const extraOfBrief = 110
/** Without a Chinese character, as in pinyin, only a hidden spelling tells. */
const chinese = /\p{Script=Han}/u
/** Farewells are short; longer texts are always scored by the model. */
const maxFarewell = 40

/** Log odds against calm, in hundredths: of each level, and of any of them. */
type Score = { byLevel: readonly number[]; any: number; steps: number }

function score({ said, quoted, marks }: Reading): Score {
  const sums = Array.from({ length: levelCount }, () => 0)
  let count = 0
  let steps = 0
  texts++
  const add = (weights: Weights) => {
    for (let level = 0; level < levelCount; level++) sums[level]! += weights[level]!
    count++
  }
  const walk = (text: string, from: Trie<Run> | undefined) => {
    for (let at = 0; at < text.length; at++) {
      let node = from?.next.get(text.charCodeAt(at))
      for (let length = 1; node && length <= longestRun; length++, steps++) {
        const run = node.value
        if (run && run.seenIn !== texts) {
          run.seenIn = texts
          add(run.weights)
        }
        node = node.next.get(text.charCodeAt(at + length))
      }
    }
  }
  walk(said, runs)
  walk(quoted, quotedRuns)
  for (const mark of marks) {
    const weights = weightsOf.get(mark)
    if (weights) add(weights)
  }
  const byLevel = sums.map((sum, level) => bias[level]! + sum / Math.sqrt(count || 1))
  const highest = Math.max(...byLevel)
  const odds = byLevel.reduce((sum, value) => sum + Math.exp((value - highest) / 100), 0)
  return { byLevel, any: highest + 100 * Math.log(odds), steps }
}

/** Phrases in which strong words have a harmless meaning. */
const harmlessKinds = new Set<Kind>(['profession', 'work', 'idiom', 'laugh', 'daily', 'past', 'well'])

const isMeant = (hit: Hit) => !hit.isDenied && !hit.isQuoted
/** A hidden spelling about the writer raises an alarm without scoring. */
const isHiddenWish = ({ hidden }: Plain, { hits }: Reading) =>
  hidden > 0 &&
  hits.some(
    (hit) =>
      isMeant(hit) && hit.whom !== 'other' && (hit.kind === 'wish' || (hit.kind === 'death' && hit.word.length > 1)),
  ) &&
  !hits.some(({ kind }) => harmlessKinds.has(kind) || kind === 'kin' || kind === 'said' || kind === 'ask')

/** An unambiguous clause: other text, such as an advertisement, does not outweigh it. */
const plainWish =
  /(?:^|,)(?:我|俺)?(?:真的|现在|今天|今晚|真|好|很|就|只|总|一直)?(?:想|要|打算|准备|决定)(?:去)?(?:自杀|轻生|寻死|自尽|死|去死|死了算了)(?:了|啊)?(?=,|$)/u

const day = '(?:今天|今晚|今晨|明天|明晚|后天|早上|上午|中午|下午|晚上|这周|本周|下周|周[一二三四五六日末]|这次|下次)'
const who = '(?:我|我们|咱们|你们?|他|她|他们|她们|老师|同事|大家|领导|咨询师|快递|师傅)'
const why = '(?:有事|家里有事|有急事|临时有事|太远了?|太贵了?|太晚了?|太冷了?|时间到了?|车来了|要开会|要加班|要上课)'
const before = `(?:${who}|${day}|${why}|那|就|得|要|临时|突然|都|也|又|说|说好|一起吃饭)`
const leaving = `${before}{0,5}(?:先走|先走了|先走一步|先走一步了|不来了|来不了了?|不去了)[啊哈吧啦哦呀哟]?`
const beside = `(?:${who}{0,2}${day}?(?:慢慢|先|继续|好好)?(?:聊|吃|玩|忙|逛)吧?|(?:明天|明晚|下周|回头|回)见|拜拜|(?:各位|大家)晚安|谢谢老师|改天(?:吧|见|再约|再聊|再来)?|下(?:次|周)再(?:约|聊|来|见)|(?:明天|一会儿?|等下|晚上)?还要(?:上班|上课|开会)|${before}{0,3}(?:请假|加班|开会|下雨|堵车)了?|孩子(?:放学|发烧|感冒|生病)了?|${who}?等了[一二两三四五六七八九十几半\\d]{1,3}(?:个?小时|分钟)|就剩我加班|地铁快没了)`
/** Harmless farewells: every clause is about leaving or missing a place or event. */
const plainLeaving = new RegExp(
  `^(?=.*(?:先走|不来|来不了|不去))(?:(?:${leaving}|${beside}|${why}|${who})(?:,|$))+$`,
  'u',
)

const company = new RegExp(`(?:^|,)${beside}(?:,|$)`, 'u')
/** A goodbye and nothing else; 再见 is also a word of farewells. */
const plainGoodbye = /^(?:那|好的?|老师|大家|谢谢|再见|拜拜|[啊啦哦呀吧,])+$/u
/** Phrases of leaving that may also mean dying. */
const ahead = /先走一步/u
const afterOther = /[他她]们?[^,]{0,3}先走.*我[^,]{0,3}先走/u
const isPlainLeaving = (text: string) =>
  plainGoodbye.test(text) ||
  (text.length <= maxFarewell &&
    plainLeaving.test(text) &&
    (!ahead.test(text) || company.test(text)) &&
    !afterOther.test(text))

const hasCrisisWord = ({ hidden }: Plain, { hits }: Reading) =>
  hidden > 0 || hits.some(({ kind }) => crisisKinds.has(kind))

const planKinds = new Set<Kind>(['deed', 'harm', 'bye', 'leave', 'means', 'place'])
const isOfPlan = (hit: Hit) => planKinds.has(hit.kind) && isMeant(hit) && hit.whom !== 'other'
const doubtOfPlan = 150

/** The most likely level; a thought with a word of a plan is a plan, unless the thought is much likelier. */
function levelOf(byLevel: readonly number[], { hits }: Reading, isWish: boolean): CrisisLevel {
  const levels = isWish ? byLevel.slice(0, 2) : byLevel
  const level = crisisLevels[levels.indexOf(Math.max(...levels))]!
  const [plan, thought] = byLevel as [number, number]
  return level === 'thought' && plan > thought - doubtOfPlan && hits.some(isOfPlan) ? 'plan' : level
}

type Weighed = { level: CrisisLevel | null; score: number; steps: number }

function weighUnit({ plain, isJoined }: Unit, minScore: number): Weighed {
  const reading = read(plain)
  const { byLevel, any, steps } = score(reading)
  const needsWord = isJoined || plain.text.length <= shortText || !chinese.test(plain.text)
  const hasWord = hasCrisisWord(plain, reading)
  const isBrief = !hasWord && plain.text.length <= briefText
  const minimum = minScore + (isJoined ? extraOfJoined : 0) + (isBrief ? extraOfBrief : 0)
  const isScored = any > minimum && (!needsWord || hasWord)
  const isWish = isHiddenWish(plain, reading) || plainWish.test(plain.text)
  const isAlarm = !isPlainLeaving(plain.text) && (isScored || isWish)
  return { level: isAlarm ? levelOf(byLevel, reading, isWish) : null, score: any, steps: reading.steps + steps }
}

/** The gravest level of all units; `score` is the highest, and a test checks that `steps` is linear. */
export function weighCrisis(written: WrittenText): Weighed {
  const units = readUnits(written)
  const count = units.filter(({ isJoined }) => !isJoined).length
  const minScore = threshold + thresholdPerSentence * Math.log(count || 1)
  const weighed = units.map((unit) => weighUnit(unit, minScore))
  return {
    level: crisisLevels.find((name) => weighed.some(({ level }) => level === name)) ?? null,
    score: Math.max(...weighed.map((unit) => unit.score)),
    steps: weighed.reduce((sum, unit) => sum + unit.steps, 0),
  }
}

/**
 * @param written as written; only the beginning and the end of a very long text are read
 * @returns null when no card is needed
 */
export const detectCrisis = (written: string | WrittenText): CrisisLevel | null =>
  weighCrisis(typeof written === 'string' ? { text: written } : written).level
