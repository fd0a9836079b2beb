// The pieces in which a text is read. Whether a sentence is recognised must not depend on the sentences around it.
import { normalise, type Plain } from './normalise.ts'

/** A text with what belongs to it: the title of a question, the writer's last messages. */
export type WrittenText = { title?: string; text: string; before?: readonly string[] }

/** `isJoined`: several sentences read together, or a window of a long one. */
export type Unit = { plain: Plain; isJoined: boolean }

/** Bounds the work for texts of many short sentences; beginning and end are read. */
const maxSentences = 400
/** Without an end of a sentence, a long piece is read clause by clause as well. */
const longSentence = 40

const sentenceEnd = /[。！？!?；;…\n~]+/u

/** Greetings and forms of address say nothing about the writer, but look like another person. */
const greeting =
  /^(?:(?:尊敬的|亲爱的)?(?:老师|医生|大夫|咨询师|心理老师|客服|大家|姐姐|叔叔|阿姨)?(?:你们?好|您好|好|们好|在吗|在不在|早上好|下午好|晚上好|打扰了|打扰一下|请问|嗨|hi|hello|喂)?,)+/u

const withoutGreeting = ({ text, hidden }: Plain): Plain => ({ text: text.replace(greeting, ''), hidden })

function splitSentences(text: string): string[] {
  const sentences = text.split(sentenceEnd).filter((sentence) => sentence.trim() !== '')
  if (sentences.length <= maxSentences) return sentences
  return [...sentences.slice(0, maxSentences - 20), ...sentences.slice(-20)]
}

const cutClauses = (sentence: string) => sentence.split(/[,，、：: ]+/u).filter(Boolean)

const pairsOf = (parts: readonly string[], glue: string) => parts.slice(1).map((part, i) => `${parts[i]}${glue}${part}`)

/** Neighbouring clauses of a long sentence, two by two. */
function pairClauses(sentence: string): string[] {
  const clauses = sentence.length > longSentence ? cutClauses(sentence) : []
  return clauses.length < 3 ? [] : pairsOf(clauses, ',')
}

/** Windows of long clauses without a mark, each overlapping the next by half. */
function cutWindows(sentence: string): string[] {
  const step = longSentence / 2
  const long = cutClauses(sentence).filter((clause) => clause.length > longSentence)
  return long.flatMap((clause) =>
    Array.from({ length: Math.ceil(clause.length / step) - 1 }, (_, i) =>
      clause.slice(i * step, i * step + longSentence),
    ),
  )
}

/** The title and every sentence alone; joined: neighbours, and the last messages with the first sentence. */
export function readUnits({ title = '', text, before = [] }: WrittenText): Unit[] {
  const sentences = splitSentences(text)
  const pieces = title ? [title, ...sentences] : sentences
  const alone = [...pieces, ...pieces.flatMap(pairClauses)]
  const joined = [...pairsOf(pieces, '。'), ...pieces.flatMap(cutWindows)]
  const last = [...before, sentences[0] ?? '']
  // a sentence may be split over two messages
  if (before.length > 0) joined.push(last.join('。'), last.slice(-2).join(''))
  const toUnits = (parts: readonly string[], isJoined: boolean): Unit[] =>
    [...new Set(parts)].map((part) => ({ plain: withoutGreeting(normalise(part)), isJoined }))
  return [...toUnits(alone, false), ...toUnits(joined, true)]
}
