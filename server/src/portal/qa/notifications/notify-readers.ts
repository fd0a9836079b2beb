// Notices about visible answers: to the asker at once, to collectors and followers by a job. An account is notified
// once per answer, and never about its own.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { inTransaction, type Kit, type TransactionScope } from '../../../kit/ctx.ts'
import { notifyUsers } from '../../notify/notify.ts'
import type { LockedAnswerRow } from '../records/store.ts'
import * as store from './store.ts'

export const questionAddressOf = (questionId: number): string => withQuery(routes.psychology, { id: questionId })

type AnswererColumns = { answerer_name: string | null; answerer_avatar: string | null }
const presentAnswerer = ({ answerer_name, answerer_avatar }: AnswererColumns) => ({
  name: answerer_name ?? '协会秘书处',
  avatar: answerer_avatar ?? '',
})

export async function notifyOfAnswer(scope: TransactionScope, answer: LockedAnswerRow): Promise<void> {
  await notifyUsers(scope, {
    kind: 'answered',
    userIds: answer.asker_id === null || answer.asker_id === answer.author_id ? [] : [answer.asker_id],
    title: answer.question_title,
    link: questionAddressOf(answer.question_id),
    questionId: answer.question_id,
    from: presentAnswerer(answer),
    once: `${answer.id}`,
  })
  await store.insertReaderNotice(scope.tx, answer.id)
}

const maxReadersPerBatch = 500

/** @returns false when the queue is empty */
const notifyNextReaders = (kit: Kit): Promise<boolean> =>
  inTransaction(kit, async (scope) => {
    const { tx } = scope
    const answer = await store.lockNextAnswerNotification(tx)
    if (!answer) return false
    const listeners = answer.in_sight ? await store.selectReadersToNotify(tx, answer, maxReadersPerBatch) : []
    const last = listeners.at(-1)
    if (last && listeners.length === maxReadersPerBatch)
      await store.updateNotificationProgress(tx, answer.answer_id, last.account_id)
    else await store.deleteReaderNotice(tx, answer.answer_id)
    const others = listeners.filter(
      ({ account_id }) => account_id !== answer.asker_id && account_id !== answer.author_id,
    )
    for (const kind of ['kept', 'followed'] as const)
      await notifyUsers(scope, {
        kind,
        userIds: others
          .filter(({ has_collected: hasCollected }) => hasCollected === (kind === 'kept'))
          .map(({ account_id }) => account_id),
        title: answer.title,
        link: questionAddressOf(answer.question_id),
        questionId: answer.question_id,
        from: presentAnswerer(answer),
        once: `${answer.answer_id}`,
      })
    return true
  })

const maxBatchSize = 100

/** Job. Notifies collectors and followers of new answers. */
export async function notifyReaders(kit: Kit): Promise<void> {
  for (let i = 0; i < maxBatchSize && (await notifyNextReaders(kit)); i += 1);
}
