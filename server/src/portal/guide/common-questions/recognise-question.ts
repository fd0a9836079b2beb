// Recognises common questions by their patterns, and by how people word them.
import { readFileSync } from 'node:fs'
import { toSimplified } from '@xinqiao/contract/simplified-characters.ts'
import { commonQuestions } from './common-questions.ts'
import { listPieces } from './question-pieces.ts'
import { computeTitleShares, readTitleModel, titleOfNone, type TitleModel } from './title-model.ts'

/** Probabilities from which a title is meant, is likely, or is surely none. */
const minShareOfMeant = 0.4
const minShareOfLikely = 0.15
const minShareOfNone = 0.9

let model: TitleModel | null = null
const loadModel = (): TitleModel =>
  (model ??= readTitleModel(readFileSync(new URL('title-weights.bin', import.meta.url))))

/**
 * `meant`: the common question that is asked, or null. `likely`: those that may be meant, the likeliest first.
 * `isNone`: true where it is surely none of them. `isSure`: true where the question matches a pattern.
 * `hasArticles`: false where articles are left out.
 */
type Recognition = { meant: string | null; likely: string[]; isNone: boolean; isSure: boolean; hasArticles: boolean }

export function recogniseQuestion(question: string): Recognition {
  const text = toSimplified(question)
  const match = commonQuestions.find(({ pattern }) => pattern?.test(text))
  if (match) {
    const { title, hasArticles = false } = match
    return { meant: title, likely: [title], isNone: false, isSure: true, hasArticles }
  }
  const { titles } = loadModel()
  const shares = [...computeTitleShares(loadModel(), listPieces(question))]
    .map((share, k) => ({ title: titles[k]!, share }))
    .toSorted((x, y) => y.share - x.share)
  const listAbove = (min: number) =>
    shares.flatMap(({ title, share }) => (title !== titleOfNone && share >= min ? title : []))
  return {
    meant: listAbove(minShareOfMeant)[0] ?? null,
    likely: shares[0]!.title === titleOfNone ? [] : listAbove(minShareOfLikely),
    isNone: shares.some(({ title, share }) => title === titleOfNone && share >= minShareOfNone),
    isSure: false,
    hasArticles: true,
  }
}
