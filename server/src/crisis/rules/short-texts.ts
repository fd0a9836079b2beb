// Signs of danger that count without any text beside them. Other words need one: 对不起, 保重 and 窗户开了 do.
import { markOfTopic, type TextFeatures } from '../reading/features.ts'
import type { NormalisedText } from '../reading/normalise.ts'
import type { SituationTopic } from '../reading/topics.ts'
import type { WordKind } from '../reading/words.ts'

const clearKinds = new Set<WordKind>(['death', 'wish', 'deed', 'harm', 'blow', 'assault', 'threat'])
const clearTopic = markOfTopic('wishToEnd')
/** Farewells for ever, poison or tablets that were taken, and roofs. */
const clearWords =
  /永别|诀别|来[世生]|下辈子|遗书|遗言|绝笔|[别用]找我|勿念|人世|世界|对不起,我先?走了|[咽吞喝]下去了|喝了?84|(?:[在到上]|爬)了?(?:天台|楼顶)/u

/**
 * Topics that make a means, a place or a part of the body a sign of danger: 刀在手腕上, 药全吃了. Two such words are a
 * sign, too.
 */
const topicsOfUse: readonly (readonly [WordKind, readonly SituationTopic[]])[] = [
  ['means', ['swallow', 'cut']],
  ['place', ['edge']],
  ['flesh', ['blade', 'rope', 'cut']],
]
const toolKinds = new Set(topicsOfUse.map(([kind]) => kind))

export function hasClearSign({ text, hidden }: NormalisedText, { hits, marks }: TextFeatures): boolean {
  if (hidden > 0 || clearWords.test(text) || marks.has(clearTopic)) return true
  if (hits.some(({ kind }) => clearKinds.has(kind))) return true
  const tools = new Set(hits.filter(({ kind }) => toolKinds.has(kind)).map(({ word }) => word))
  const isUsed = topicsOfUse.some(
    ([kind, topics]) => hits.some((hit) => hit.kind === kind) && topics.some((topic) => marks.has(markOfTopic(topic))),
  )
  return tools.size > 1 || isUsed
}
