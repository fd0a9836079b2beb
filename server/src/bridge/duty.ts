// Notifies the people on duty of an alert, by SMS, mail and message centre, without its content. If no one takes it within
// ten minutes, everyone who can be on duty is notified.
import type { DutyPerson } from '@xinqiao/contract/http/care.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import type { Kit } from '../kit/ctx.ts'
import { transaction, type Tx } from '../kit/db/db.ts'
import { formatTime } from '../kit/time.ts'
import { dutyStore as store } from '../im/chat.ts'
import { notifyUsers } from '../portal/notify/notify.ts'

const repeatAfterMinutes = 10
const maxBatchSize = 50

/** Job. The open alert is its own queue, so that nothing is lost when a process dies. */
export const notifyDuty = (kit: Kit): Promise<number> =>
  transaction(kit.sql, async (tx, after) => {
    const due = await store.lockDueCalls(tx, repeatAfterMinutes, maxBatchSize)
    if (due.length === 0) return 0
    const all = await store.listPeople(tx)
    const onDuty = all.filter(({ since }) => since !== null)
    for (const { id, calls, level, hits, taken_by: followerId } of due) {
      if (followerId !== null) {
        const title = '您跟进的危机提醒有新的内容，请尽快查看'
        const once = `${id} news ${hits}`
        const notice = { kind: 'duty', userIds: [followerId], title, link: `/admin/care/${id}`, once } as const
        await notifyUsers({ kit, tx, after }, notice)
        await store.countCall(tx, id)
        continue
      }
      // with an empty duty roster everyone is notified
      const people = calls === 0 && onDuty.length > 0 ? onDuty : all
      await notifyUsers(
        { kit, tx, after },
        {
          kind: 'duty',
          userIds: people.map((person) => person.id),
          title:
            calls === 0 ? '有新的危机提醒，请尽快接手' : `一条危机提醒${repeatAfterMinutes}分钟无人接手，请立即处理`,
          link: `/admin/care/${id}`,
          once: `${id} ${level} ${calls}`,
        },
      )
      await store.countCall(tx, id)
    }
    return due.length
  })

export async function listDuty(kit: Kit): Promise<DutyPerson[]> {
  const people = await store.listPeople(kit.sql)
  return people.map(({ id, nickname, username, email_confirmed_at, role_id, since }) => ({
    id,
    name: nickname || username,
    roleId: role_id,
    hasMail: email_confirmed_at !== null,
    onDuty: since !== null,
    since: since && formatTime(since),
  }))
}

export async function setDuty(tx: Tx, { accountId, onDuty }: { accountId: number; onDuty: boolean }): Promise<null> {
  if (!onDuty) await store.takeOffDuty(tx, accountId)
  else if (!(await store.putOnDuty(tx, accountId))) throw fail('notFound')
  return null
}
