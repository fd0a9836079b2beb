// Recognises a search by a person who may be in danger. A search is one or two words, too short for the detector.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { detectCrisis } from './detect.ts'
import { normalise } from './reading/normalise.ts'

const crisisWords = [
  ...['自杀', '自残', '自伤', '自尽', '自虐', '轻生', '寻死', '寻短见', '想死', '去死', '求死', '割腕', '割手', '跳楼'],
  ...['跳桥', '上吊', '烧炭', '服毒', '喝农药', '遗书', '安乐死', '结束生命', '了结自己', '伤害自己', '不想活'],
  ...['不想活了', '活不下去', '活着没意思', '活着没意义', '活着好累', '想消失', '怎么死', '死法'],
]

/** @returns the level of the help card to show above the results; null for an ordinary search */
export function detectCrisisInSearch(key: string): CrisisLevel | null {
  const { text } = normalise(key)
  return detectCrisis(key) ?? (crisisWords.some((word) => text.includes(word)) ? 'thought' : null)
}
