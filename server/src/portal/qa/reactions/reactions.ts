// Likes and collections. The author of an answer sees which accounts liked it, except the one that asked the question
// anonymously.
import { orNotFound } from '@xinqiao/contract/errors.ts'
import { anonymousName } from '@xinqiao/contract/questions.ts'
import { viewerOf, type Ctx } from '../../../kit/ctx.ts'
import { createReactionToggle, type ReactionToggle } from '../../reactions/set-reaction.ts'
import { notifyUsers } from '../../notify/notify.ts'
import { questionAddressOf } from '../notifications/notify-readers.ts'
import * as store from './store.ts'

/** Each like up to this number causes a notice; later ones only at round numbers, to limit the messages. */
const maxNotifiedOneByOne = 10
const isMilestone = (count: number) => /^[125]0+$/.test(`${count}`)

const recordAnswerLikes: ReactionToggle['follow'] = async (scope, { added, deltas }) => {
  const { tx } = scope
  const answers = await store.selectLikedAnswers(tx, [...deltas.keys()])
  const ofQuestions = new Map<number, number>()
  // a question counts only likes of visible answers; a restored answer adds its likes again
  for (const { id, question_id, in_sight } of answers)
    if (in_sight) ofQuestions.set(question_id, (ofQuestions.get(question_id) ?? 0) + (deltas.get(id) ?? 0))
  await store.updateQuestionLikeCounts(tx, ofQuestions)

  const answerOf = new Map(answers.map((row) => [row.id, row]))
  const likesToNotify = added.flatMap(({ targetId, accountId }) => {
    const answer = answerOf.get(targetId)
    const shouldNotify = answer && (answer.like_count <= maxNotifiedOneByOne || isMilestone(answer.like_count))
    return shouldNotify && answer.author_id !== null && answer.author_id !== accountId
      ? [{ answer, authorId: answer.author_id, accountId }]
      : []
  })
  if (likesToNotify.length === 0) return
  const names = await store.selectLikerNames(
    tx,
    likesToNotify.map(({ accountId }) => accountId),
  )
  const nameOf = new Map(names.map((row) => [row.id, { name: row.nickname, avatar: row.avatar }]))
  for (const { answer, authorId, accountId } of likesToNotify) {
    const isHidden = answer.hidden_ids.includes(accountId)
    await notifyUsers(scope, {
      kind: 'liked',
      userIds: [authorId],
      title: answer.title,
      link: questionAddressOf(answer.question_id),
      questionId: answer.question_id,
      from: isHidden ? { name: anonymousName, avatar: '' } : (nameOf.get(accountId) ?? { name: '', avatar: '' }),
      once: `${answer.id} by ${accountId}`,
    })
  }
}

const toggles = {
  like: createReactionToggle({
    table: 'answer_like',
    target: 'answer',
    counter: 'like_count',
    isOpen: (tx) => tx`in_sight`,
    follow: recordAnswerLikes,
  }),
  collectAnswer: createReactionToggle({
    table: 'answer_collect',
    target: 'answer',
    counter: 'collect_count',
    isOpen: (tx) => tx`in_sight`,
  }),
  collectQuestion: createReactionToggle({
    table: 'question_collect',
    target: 'question',
    counter: 'collect_count',
    isOpen: (tx) => tx`state = 'shown'`,
  }),
}

/**
 * Sets or removes a like or a collection. Idempotent.
 * @throws Failure notFound for missing and hidden texts
 */
export async function setReaction(
  ctx: Ctx,
  kind: keyof typeof toggles,
  targetId: number,
  isOn: boolean,
): Promise<null> {
  orNotFound(await toggles[kind](ctx.kit, { targetId, accountId: viewerOf(ctx).id, isOn }))
  return null
}
