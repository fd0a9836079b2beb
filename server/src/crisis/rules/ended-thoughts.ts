// Thoughts of death that the writer says are over, such as 自杀的念头没了. The model reads their words, not their end.
import { hasCrisisKind } from '../reading/features.ts'

const adverb = '(?:早就|早已|早|已经|已|都|也|现在|渐渐|慢慢|完全|彻底|再也|真的)'
const endingWords = '(?:没有了|没了|消失了?|不见了|过去了|散了|没有?再(?:冒出来|出现|来|有)过?)'
const endedThought = new RegExp(`(?:念头|想法|感觉|冲动|心思)${adverb}{0,3}${endingWords}$`, 'u')
/** Doubt, or words that turn the end around. */
const doubt = /不是|如果|要是|什么时候|怎么|骗|假装|以为|只要|才|反正/u

/** True when all clauses with words of a crisis say that a thought is over. */
export function isEndedThought(text: string): boolean {
  if (doubt.test(text)) return false
  const clauses = text.split(/[,?]/u)
  return (
    clauses.some((clause) => endedThought.test(clause)) &&
    clauses.every((clause) => endedThought.test(clause) || !hasCrisisKind(clause))
  )
}
