// Checks a text before it becomes visible: watched words, and signs of danger.
import { isWriterInDanger, type CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import type { ReviewCause, WordAction } from '@xinqiao/contract/questions.ts'
import { detectCrisis } from '../../../crisis/detect.ts'
import type { Tx } from '../../../kit/db/db.ts'
import { insertReview, selectWatchWords } from '../records/review-store.ts'
import { checkWatchWords } from './watch-words.ts'

export type CheckedTexts = {
  texts: string[]
  isHeld: boolean
  crisisLevel: CrisisLevel | null
  /** Note for the review queue. */
  reviews: { cause: ReviewCause; detail: string }[]
}

const joinWords = (found: Record<WordAction, string[]>[], action: WordAction) => [
  ...new Set(found.flatMap((check) => check[action])),
]

/**
 * @param by askers of any role write about themselves; for answers, danger is part of the professional topic
 * @throws Failure wordRefused, without the word, so that the list cannot be learnt by trying
 */
export async function checkTexts(
  tx: Tx,
  by: 'asker' | 'answerer',
  texts: Record<string, string>,
): Promise<CheckedTexts> {
  const watchWords = await selectWatchWords(tx)
  const names = Object.keys(texts)
  const results = names.map((name) => checkWatchWords(texts[name]!, watchWords))
  const { title = '', ...others } = texts
  const crisisLevel = by === 'asker' ? detectCrisis({ title, text: Object.values(others).join('。') }) : null
  const refusedFields = names.filter((_name, i) => results[i]!.words.refuse.length > 0)
  if (refusedFields.length > 0) {
    const { message } = fail('wordRefused')
    // the refusal of a text in danger still shows where to get help
    throw fail('wordRefused', undefined, {
      fields: Object.fromEntries(refusedFields.map((name) => [name, message])),
      care: crisisLevel,
    })
  }
  const words = results.map((check) => check.words)
  const isCrisis = isWriterInDanger(crisisLevel)
  const [heldWords, alerting] = [joinWords(words, 'hold'), joinWords(words, 'alert')]
  return {
    texts: results.map((check) => check.text),
    isHeld: isCrisis || heldWords.length > 0,
    crisisLevel,
    reviews: [
      ...(isCrisis ? [{ cause: 'crisis' as const, detail: '' }] : []),
      ...(heldWords.length + alerting.length > 0
        ? [{ cause: 'word' as const, detail: [...heldWords, ...alerting].join('、') }]
        : []),
    ],
  }
}

type ReviewSubject = { questionId: number; answerId?: number }

export async function insertTextReviews(tx: Tx, subject: ReviewSubject, { reviews }: CheckedTexts): Promise<void> {
  for (const review of reviews) await insertReview(tx, { ...subject, ...review, reporterId: null })
}
