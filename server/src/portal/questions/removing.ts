// What follows when an author takes a text away.
import { routes } from '@xinqiao/contract/routes.ts'
import { notifyUsers, type NoticeWork } from '../notify/notify.ts'
import { settleRemoved } from './review-store.ts'

/** What its author took away is out of the queue, and who reported it learns that. */
export async function endReports(work: NoticeWork, questionId: number, answerId?: number): Promise<void> {
  const userIds = await settleRemoved(work.tx, questionId, answerId)
  const notice = { kind: 'review' as const, userIds, title: '您举报的内容已由作者删除', link: routes.message }
  await notifyUsers(work, notice)
}
