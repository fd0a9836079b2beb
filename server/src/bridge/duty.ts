// An alert calls people: by SMS and mail, which name no more than that there is one, and in the message centre. First
// those on duty; when nobody has taken it after ten minutes, everybody who could be.
import type { DutyPerson } from '@xinqiao/contract/http/care.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import { recordAudit } from '../kit/audit.ts'
import type { Kit } from '../kit/ctx.ts'
import { transaction } from '../kit/db.ts'
import { formatTime } from '../kit/time.ts'
import * as store from '../im/care/duty-store.ts'
import { notifyUsers } from '../portal/notify/notify.ts'

const againAfterMinutes = 10
const maxBatchSize = 50

/** A job. The alert itself is the queue: whatever dies in between, the next look finds it. */
export const callDuty = (kit: Kit): Promise<number> =>
  transaction(kit.sql, async (tx, after) => {
    const due = await store.lockDueCalls(tx, againAfterMinutes, maxBatchSize)
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
      // a list that somebody forgot to fill calls everybody
      const people = calls === 0 && onDuty.length > 0 ? onDuty : all
      await notifyUsers(
        { kit, tx, after },
        {
          kind: 'duty',
          userIds: people.map((one) => one.id),
          title:
            calls === 0 ? '有新的危机提醒，请尽快接手' : `一条危机提醒${againAfterMinutes}分钟无人接手，请立即处理`,
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
  return people.map(({ id, nickname, username, email, role_id, since }) => ({
    id,
    name: nickname || username,
    roleId: role_id,
    hasMail: email !== '',
    onDuty: since !== null,
    since: since && formatTime(since),
  }))
}

export const setDuty = (
  { kit, actorId }: { kit: Kit; actorId: number },
  { accountId, onDuty }: { accountId: number; onDuty: boolean },
): Promise<null> =>
  transaction(kit.sql, async (tx) => {
    if (!onDuty) await store.takeOffDuty(tx, accountId)
    else if (!(await store.putOnDuty(tx, accountId))) throw fail('notFound')
    const entry = { actorId, action: 'dutyChanged' as const, subject: `account ${accountId}` as const, reason: '' }
    await recordAudit(tx, { ...entry, detail: { onDuty } })
    return null
  })
