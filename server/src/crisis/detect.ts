// Crisis detector: detects signs of suicide or self-harm in a text. It triggers a help card and an alert, and never
// blocks a message. Training and accuracy: docs/crisis/README.md.
import { readFileSync } from 'node:fs'
import { crisisLevels, type CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { isAboutConnection } from './rules/connections.ts'
import { isAboutDirections } from './rules/directions.ts'
import { isEndedThought } from './rules/ended-thoughts.ts'
import { isEverydayFarewell } from './rules/farewells.ts'
import { isSecretBooking } from './rules/secret-bookings.ts'
import { hasClearSign } from './rules/short-texts.ts'
import { findStatedDanger } from './rules/stated-danger.ts'
import {
  crisisKinds,
  crisisTopics,
  markOfTopic,
  extractFeatures,
  type WordHit,
  type TextFeatures,
} from './reading/features.ts'
import { createScorer, readModel, type Model, type CrisisScore } from './model/model.ts'
import { maxReadLength, type NormalisedText } from './reading/normalise.ts'
import { countCrisisHits, selectUnits } from './reading/selection.ts'
import { normaliseUnit, readUnits, type TextUnit, type WrittenText } from './reading/units.ts'
import type { WordKind } from './reading/words.ts'

/** Alarm threshold of one unit, in hundredths of the log odds; chosen with the published sets in view. */
const threshold = -55
/** Each further sentence adds a chance of a false alarm, so the threshold rises with the logarithm of their number. */
const thresholdPerSentence = 64
/** A sentence without a crisis word needs more in a longer text, where most false alerts are of this kind. */
const extraOfWordlessPerSentence = 30
/** Further sentences are not counted, so that danger within a very long text is still seen. */
const maxCountedSentences = 100
/**
 * Raises the threshold where a milder level than acute danger is likelier: more for each further sentence, up to a
 * limit.
 */
const extraOfMilder = { first: 60, perSentence: 50, limit: 180 }
/** Lowers the threshold where acute danger is the most likely level. */
const discountOfPlan = 80
/** Raises the threshold where someone else is in danger, because news and hearsay read alike. */
const extraOfOther = 60
/** Lowers the threshold for a word about the writer that nothing denies or softens, such as 我要跳楼了. */
const discountOfClearWord: Partial<Record<WordKind, number>> = { wish: 160, deed: 160, bye: 160, means: 110, harm: 60 }
/**
 * Added to the threshold of joined sentences: they may raise an alarm that no single one raises, but only a clear one.
 */
const extraOfJoined = 120
/** Shorter texts raise an alarm only with a clear sign: 好吧, 对不起 or 窗户开了 alone mean nothing. */
const shortText = 8
/** Up to this length, a text without a crisis word needs a higher score: 我在上班，只能打字. */
const briefText = 16
/** Up to this length, a crisis word alone does not lower the threshold either: 吃了. */
const tinyText = 2
const extraOfBrief = 80
/** A text without Chinese characters, such as pinyin, is recognised only by a hidden spelling. */
const chinese = /\p{Script=Han}/u

/** The score of a statement that raises an alert without the model. */
const scoreOfStatement = 1_000

/** Phrases in which strong words have a harmless meaning. */
const harmlessKinds = new Set<WordKind>(['profession', 'work', 'idiom', 'laugh', 'daily', 'past', 'well'])

/** Further words that turn a clause away from the writer's own state. */
const softeningKinds = new Set<WordKind>([...harmlessKinds, 'deny', 'said'])

const isAffirmed = (hit: WordHit) => !hit.isDenied && !hit.isQuoted
/** A hidden spelling about the writer raises an alarm without scoring. */
const isHiddenWish = ({ hidden }: NormalisedText, { hits }: TextFeatures) =>
  hidden > 0 &&
  hits.some(
    (hit) =>
      isAffirmed(hit) && hit.whom !== 'other' && (hit.kind === 'wish' || (hit.kind === 'death' && hit.word.length > 1)),
  ) &&
  !hits.some(({ kind }) => harmlessKinds.has(kind) || kind === 'kin' || kind === 'said' || kind === 'ask')

/** An unambiguous clause raises an alarm, even if other text, such as an advertisement, lowers the score. */
const plainWish =
  /(?:^|,)(?:我|俺)?(?:真的|就是|只是|其实|现在|今天|今晚|真|好|很|就|只|总|一直)?(?:想|要|打算|准备|决定)(?:去)?(?:自杀|轻生|寻死|自尽|死|去死|死了算了)(?:了|啊)?(?=,|$)/u

/** Like `plainWish`, but also said of others and in jest, and therefore read with the clauses beside it. */
const plainIntent =
  /^(?:[^我]{0,6}我(?:这?就|马上就)(?:要|去)?(?:自杀|跳楼|跳河|跳江|跳海|跳桥|上吊|割腕|烧炭|卧轨)了?|我(?:真的|就是|现在|今天|今晚|自己|真|就|也|只|都|已经){0,2}(?:不想(?:再)?活(?:了|下去|下去了)|(?:要|想|打算|准备|决定)(?:去)?(?:跳楼|跳河|跳江|跳海|跳桥|上吊|割腕|烧炭|卧轨)了?))$/u
const turnsAway = ({ kind }: WordHit) => softeningKinds.has(kind) || kind === 'kin' || kind === 'they'
function isPlainIntent(plain: NormalisedText): boolean {
  const clauses = plain.text.split(/[,?]/u)
  return clauses.some(
    (clause, i) =>
      plainIntent.test(clause) &&
      !extractFeatures({ ...plain, text: clauses.slice(Math.max(0, i - 1), i + 2).join(',') }).hits.some(turnsAway),
  )
}

/** Finds thoughts of suicide that the writer reports (又开始有轻生的想法), even within an ordinary question. */
const statedThought =
  /(?<![没无不再否])(?:(?:有|起|冒出|出现)(?:了|过|点|些)?(?:想|要)?(?:自杀|轻生|自残|自伤|寻死|死|不想活)的?(?:念头|想法|冲动)(?!请|时|者)|(?:老|总|一直|天天|每天|反复)(?:在|是)?(?:琢磨|盘算|想着|惦记)(?:自杀|轻生|寻死))/u
const isStatedThought = (plain: NormalisedText) =>
  statedThought.test(plain.text) &&
  plain.text
    .split(',')
    .some(
      (clause) =>
        statedThought.test(clause) &&
        !extractFeatures({ ...plain, text: clause }).hits.some(
          ({ kind }) => softeningKinds.has(kind) || kind === 'kin',
        ),
    )

/** A question about a word says nothing about its writer: 遗书是什么意思. */
const questionAboutWord =
  /^(?:请问|想问)?[^,?我你他她]{1,8}(?:是什么意思|什么意思|是啥意思|啥意思|怎么读|怎么翻译|英文怎么说)[?呢啊]?$/u

/** A question about who reads what the writer sends: 我写的东西谁能看到. */
const questionAboutReaders =
  /^[^,]{0,8}(?:写|说|发|聊)的?(?:话|东西|内容|消息|事)[^,]{0,3}(?:谁|别人|其他人|外人)[^,]{0,4}(?:看得?到|看得?见|知道)[^,]{0,2}$/u

const crisisMarks = crisisTopics.map(markOfTopic)
const hasCrisisWord = ({ hidden }: NormalisedText, { hits, marks }: TextFeatures) =>
  hidden > 0 || hits.some(({ kind }) => crisisKinds.has(kind)) || crisisMarks.some((mark) => marks.has(mark))

/** The level with the highest score. */
const likeliestLevel = (byLevel: readonly number[]): CrisisLevel => crisisLevels[byLevel.indexOf(Math.max(...byLevel))]!

/** Lowers the threshold of a unit that says more than its score shows. */
function discountOf(likeliest: CrisisLevel, { hits }: TextFeatures): number {
  const clear = hits.some(({ kind }) => softeningKinds.has(kind))
    ? []
    : hits.filter((hit) => isAffirmed(hit) && hit.whom !== 'other').map(({ kind }) => discountOfClearWord[kind] ?? 0)
  return Math.max(likeliest === 'plan' ? discountOfPlan : 0, ...clear)
}

const planKinds = new Set<WordKind>(['deed', 'harm', 'bye', 'leave', 'means', 'place'])
const isPlanWord = (hit: WordHit) => planKinds.has(hit.kind) && isAffirmed(hit) && hit.whom !== 'other'
const doubtOfPlan = 150

/** The most likely level. A thought with a planning word counts as a plan, unless the thought is much likelier. */
function levelOf(byLevel: readonly number[], { hits }: TextFeatures, isWish: boolean): CrisisLevel {
  const level = likeliestLevel(isWish ? byLevel.slice(0, 2) : byLevel)
  const [plan, thought] = byLevel as [number, number]
  return level === 'thought' && plan > thought - doubtOfPlan && hits.some(isPlanWord) ? 'plan' : level
}

type WeighedUnit = { level: CrisisLevel | null; score: number; steps: number; isAboutOther?: boolean }

/** The threshold of a unit in a text of `count` sentences, before what its own words add or subtract. */
function thresholdOf(likeliest: CrisisLevel, count: number, isWordless: boolean): number {
  const { first, perSentence, limit } = extraOfMilder
  const further = Math.log(Math.min(count, maxCountedSentences))
  const extra = likeliest === 'plan' ? 0 : Math.min(limit, first + perSentence * further)
  return threshold + (thresholdPerSentence + (isWordless ? extraOfWordlessPerSentence : 0)) * further + extra
}

function scoreUnit(score: (reading: TextFeatures) => CrisisScore, unit: TextUnit, count: number): WeighedUnit {
  const { text, isJoined } = unit
  // most joined sentences end here, before the costly part
  if (isJoined && countCrisisHits(unit, 1) === 0)
    return { level: null, score: -Infinity, steps: Math.min(text.length, maxReadLength) }
  const plain = normaliseUnit(unit)
  const stated = isJoined ? null : findStatedDanger(plain)
  if (stated)
    return { level: stated, score: scoreOfStatement, steps: plain.text.length, isAboutOther: stated === 'other' }
  const reading = extractFeatures(plain)
  const isShort = plain.text.length <= shortText || !chinese.test(plain.text)
  const hasWord = hasCrisisWord(plain, reading)
  if (isShort && !isJoined && !(hasWord && hasClearSign(plain, reading)))
    return { level: null, score: -Infinity, steps: reading.steps }
  const { byLevel, danger, steps } = score(reading)
  const isBrief = plain.text.length <= (hasClearSign(plain, reading) ? tinyText : briefText)
  const likeliest = likeliestLevel(byLevel)
  const extra =
    (likeliest === 'other' ? extraOfOther : 0) +
    (isJoined ? extraOfJoined : (isBrief ? extraOfBrief : 0) - discountOf(likeliest, reading))
  const isScored = danger > thresholdOf(likeliest, count, !hasWord && !isJoined) + extra
  const isWish =
    hasWord &&
    (isHiddenWish(plain, reading) || plainWish.test(plain.text) || isPlainIntent(plain) || isStatedThought(plain))
  const isAlarm =
    ((isScored && (!isShort || hasWord)) || isWish) &&
    !isEverydayFarewell(plain.text) &&
    !questionAboutWord.test(plain.text) &&
    !questionAboutReaders.test(plain.text) &&
    !isSecretBooking(plain.text) &&
    !isAboutDirections(plain.text) &&
    !isAboutConnection(plain.text)
  const level = isAlarm ? levelOf(byLevel, reading, isWish) : null
  // at other levels, an ended thought only excuses a score below even odds: words beside it may cause a higher one
  const isOver = (level === 'thought' || danger < 0) && isEndedThought(plain.text)
  const isAboutOther =
    (level === 'other' || level === 'violence') &&
    reading.hits.some(({ kind, whom }) => kind === 'kin' || whom === 'other')
  return { level: isOver ? null : level, score: danger, steps: reading.steps + steps, isAboutOther }
}

/** An everyday farewell ends a chat, so that it adds nothing to what was written before. */
const dropEndedChat = (written: WrittenText): WrittenText =>
  written.before?.length && isEverydayFarewell(normaliseUnit({ text: written.text, isJoined: false }).text)
    ? { ...written, before: [] }
    : written

/**
 * The most severe level of all units. Joined sentences do not turn the danger of another person into one of the writer:
 * 三天睡不着 and 我妈刚才喝了农药.
 */
function findLevel(weighed: readonly WeighedUnit[], units: readonly TextUnit[]): CrisisLevel | null {
  const alone = weighed.filter(({ level }, i) => level !== null && !units[i]!.isJoined)
  const areAboutOthers = alone.length > 0 && alone.every(({ isAboutOther }) => isAboutOther)
  const counted = areAboutOthers ? alone : weighed
  return crisisLevels.find((name) => counted.some(({ level }) => level === name)) ?? null
}

/**
 * `level`: the most severe one. `score` is the highest; `steps` measures the work, which a test requires to be
 * linear.
 */
export function createDetector(model: Model): (written: WrittenText) => WeighedUnit {
  const score = createScorer(model)
  return (written) => {
    const { units, steps: searchSteps } = selectUnits(readUnits(dropEndedChat(written)))
    const count = units.filter(({ isJoined }) => !isJoined).length
    const weighed = units.map((unit) => scoreUnit(score, unit, count || 1))
    return {
      level: findLevel(weighed, units),
      score: Math.max(...weighed.map((unit) => unit.score)),
      steps: weighed.reduce((sum, unit) => sum + unit.steps, searchSteps),
    }
  }
}

export const weighCrisis = createDetector(readModel(readFileSync(new URL('model/weights.bin', import.meta.url))))

/**
 * @param written the unchanged text; of a very long one, the parts with crisis words, the beginning and the end are
 * read
 * @returns null when no help card is needed
 */
export const detectCrisis = (written: string | WrittenText): CrisisLevel | null =>
  weighCrisis(typeof written === 'string' ? { text: written } : written).level
