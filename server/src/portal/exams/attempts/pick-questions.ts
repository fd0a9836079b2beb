// Chooses and orders the questions of an attempt: those of a fixed paper, or picked by its rules with the attempt's
// seed.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import { examKindList } from '@xinqiao/contract/exams.ts'
import type { Db } from '../../../kit/db/db.ts'
import { createSeededRandom, shuffle } from './option-order.ts'
import * as paperStore from './paper-store.ts'

async function pickPaperItems(db: Db, paperId: number, random: () => number): Promise<paperStore.ExamItemRow[]> {
  const rules = await paperStore.selectQuestionRules(db, paperId)
  const candidates = await Promise.all(rules.map((rule) => paperStore.selectCandidateQuestions(db, rule)))
  const pickedIds = new Set<number>()
  return rules.flatMap((rule, i) => {
    const pickedQuestions = shuffle(candidates[i] ?? [], random)
      .filter(({ version_id: id }) => !pickedIds.has(id))
      .slice(0, rule.count)
    if (pickedQuestions.length < rule.count) throw fail('wrongState', '题库中符合组卷规则的题目不足，请联系考务人员')
    for (const { version_id: id } of pickedQuestions) pickedIds.add(id)
    return pickedQuestions.map(({ version_id }) => ({ version_id, kind: rule.kind, score: rule.score }))
  })
}

/**
 * Single choice, then multiple choice, then judgement (portal.md 2); within a kind in the order of the paper, or
 * shuffled.
 * @returns the questions by number, from 1
 */
export async function pickQuestions(db: Db, examId: number, seed: number): Promise<paperStore.ExamItemRow[]> {
  const paper = orNotFound(await paperStore.selectPaperOf(db, examId))
  const random = createSeededRandom(seed)
  const items =
    paper.kind === 'drawn'
      ? await pickPaperItems(db, paper.id, random)
      : await paperStore.selectFixedQuestions(db, paper.id)
  return examKindList.flatMap((kind) => {
    const ofKind = items.filter((item) => item.kind === kind)
    return paper.shuffle_questions ? shuffle(ofKind, random) : ofKind
  })
}
