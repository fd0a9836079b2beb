// Notices of lectures. A mail shows only the name of the kind.
import type { TransactionScope } from '../../../kit/ctx.ts'
import { formatTime } from '../../../kit/time.ts'
import { notifyUsers } from '../../../portal/notify/notify.ts'
import { selectAccountsToRemind } from '../records/attendance-store.ts'
import { lectureLink } from '../present/present.ts'
import { markLectureReminded, selectModerators, type LectureRow } from '../records/lecture-store.ts'

const listConcerned = async ({ tx }: TransactionScope, { id, room_id }: LectureRow): Promise<number[]> => {
  const moderators = await selectModerators(tx, room_id)
  return [...new Set([...moderators.map(({ account_id }) => account_id), ...(await selectAccountsToRemind(tx, id))])]
}

/** Reminds moderators, and those who asked for it, once. */
export async function remindOfLecture(scope: TransactionScope, lecture: LectureRow): Promise<void> {
  if (!(await markLectureReminded(scope.tx, lecture.id))) return
  const begin = formatTime(lecture.starts_at).slice(11, 16)
  const title = `讲座“${lecture.title}”${begin}开讲`
  const userIds = await listConcerned(scope, lecture)
  await notifyUsers(scope, { kind: 'lecture', userIds, title, link: lectureLink(lecture.id) })
}

export async function notifyCancelled(scope: TransactionScope, lecture: LectureRow, reason: string): Promise<void> {
  const title = `讲座“${lecture.title}”已取消，原因：${reason}`
  const userIds = await listConcerned(scope, lecture)
  await notifyUsers(scope, { kind: 'lecture', userIds, title, link: lectureLink(lecture.id) })
}
