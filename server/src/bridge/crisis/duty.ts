// Notifies people on duty of an alert, without its content, by SMS, mail and message centre. First those on duty, then
// the deputies, then the heads, repeatedly until someone claims it.
import { dutyRanks, type DutyRank } from '@xinqiao/contract/crisis.ts'
import type { DutyPerson } from '@xinqiao/contract/http/crisis/duty.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import { minuteMs } from '@xinqiao/contract/time.ts'
import { inTransaction, type Kit } from '../../kit/ctx.ts'
import type { Tx } from '../../kit/db/db.ts'
import { chinaDay, formatTime } from '../../kit/time.ts'
import {
  assignAlert,
  claimAlert,
  deleteDutyPerson,
  type DueAlert,
  type DutyPersonRow,
  lockAlertsToNotify,
  lockFollowUpsToRemind,
  lockUnseenAlerts,
  markAlertNotified,
  markUnseenAlertNotified,
  requireAlert,
  selectDutyPeople,
  selectDutySettings,
  type StaffScope,
  type UnseenAlert,
  upsertDutyPerson,
} from '../../im/chat.ts'
import { notifyUsers } from '../../portal/notify/notify.ts'

const maxBatchSize = 50

const ranks = Object.keys(dutyRanks) as DutyRank[]

/** If a rank has no people on duty, everyone is notified, so that no alert is left alone. */
function chooseRecipients(people: readonly DutyPersonRow[], calls: number): readonly DutyPersonRow[] {
  const last = Math.min(calls, ranks.length - 1)
  const calledPeople = people.filter(({ rank }) => rank !== null && ranks.indexOf(rank) <= last)
  return calledPeople.some(({ rank }) => rank === ranks[last]) ? calledPeople : people
}

const titleOfAlert = ({ calls, is_drill, created_at }: DueAlert) => {
  const minutes = Math.floor((Date.now() - created_at.getTime()) / minuteMs)
  const text = calls === 0 ? '有新的危机提醒，请尽快接手' : `一条危机提醒已${minutes}分钟无人接手，请立即处理`
  return is_drill ? `【演练】${text}` : text
}

function titleOfUnseen({ seen_hits, unseen_since }: UnseenAlert): string {
  const minutes = Math.floor((Date.now() - unseen_since.getTime()) / minuteMs)
  return seen_hits === 0
    ? `一条交接的危机提醒已有${minutes}分钟没有打开，请立即处理`
    : `一条跟进中的危机提醒有新的内容，跟进人${minutes}分钟没有查看，请立即处理`
}

/** Returns the follower, or everyone who can be on duty if the follower no longer can. */
const withCover = (people: readonly { id: number }[], followerId: number): number[] =>
  people.some(({ id }) => id === followerId) ? [followerId] : people.map(({ id }) => id)

/** Recipients for a claimed alert with texts that the follower has not seen: the next rank, and the follower. */
function chooseRecipientsOfUnseen(people: readonly DutyPersonRow[], { unseen_calls, taken_by }: UnseenAlert): number[] {
  const ids = chooseRecipients(people, unseen_calls + 1).map((person) => person.id)
  const isAdded = taken_by !== null && !ids.includes(taken_by) && people.some(({ id }) => id === taken_by)
  return isAdded ? [...ids, taken_by] : ids
}

/** Job. The alert is its own queue, so that nothing is lost when a process dies. */
export const notifyDuty = (kit: Kit): Promise<number> =>
  inTransaction(kit, async (scope) => {
    const { tx } = scope
    const settings = await selectDutySettings(tx)
    const dueAlerts = await lockAlertsToNotify(tx, settings, maxBatchSize)
    const unseenAlerts = await lockUnseenAlerts(tx, settings, maxBatchSize)
    if (dueAlerts.length + unseenAlerts.length === 0) return 0
    const people = await selectDutyPeople(tx)
    for (const call of dueAlerts) {
      const { id, calls, taken_by: followerId } = call
      const notice =
        followerId === null
          ? {
              userIds: chooseRecipients(people, calls).map((person) => person.id),
              title: titleOfAlert(call),
            }
          : { userIds: withCover(people, followerId), title: '您跟进的危机提醒有新的内容，请尽快查看' }
      await notifyUsers(scope, { kind: 'duty', link: `/admin/care/${id}`, ...notice })
      await markAlertNotified(tx, id)
    }
    for (const alert of unseenAlerts) {
      const userIds = chooseRecipientsOfUnseen(people, alert)
      const title = titleOfUnseen(alert)
      await notifyUsers(scope, { kind: 'duty', link: `/admin/care/${alert.id}`, userIds, title })
      await markUnseenAlertNotified(tx, alert.id)
    }
    return dueAlerts.length + unseenAlerts.length
  })

/** A reminder of a planned follow-up is never sent at night. */
const firstHourOfDay = 8

/** Job. Reminds the person who follows up an alert on the planned day. */
export const remindFollowUps = (kit: Kit, now = new Date()): Promise<number> =>
  inTransaction(kit, async (scope) => {
    const { tx } = scope
    if (Number(formatTime(now).slice(11, 13)) < firstHourOfDay) return 0
    const dueAlerts = await lockFollowUpsToRemind(tx, chinaDay(now), maxBatchSize)
    if (dueAlerts.length === 0) return 0
    const people = await selectDutyPeople(tx)
    for (const { id, taken_by: followerId } of dueAlerts) {
      const userIds = followerId === null ? people.map((person) => person.id) : withCover(people, followerId)
      const title = '今天需要回访一条危机提醒，请查看跟进记录'
      await notifyUsers(scope, {
        kind: 'duty',
        userIds,
        title,
        link: `/admin/care/${id}`,
        once: `${id} follow-up ${chinaDay(now)}`,
      })
    }
    return dueAlerts.length
  })

/**
 * Claims an alert. A follower who did not look in time is notified that a colleague has claimed it.
 * @throws Failure wrongState when another user was faster
 */
export async function takeAlert(actor: StaffScope, id: number): Promise<null> {
  const { state, taken_by: followerId } = await requireAlert(actor.tx, id)
  await claimAlert(actor, id)
  if (state !== 'taken' || followerId === null) return null
  const notice = { title: '您跟进的一条危机提醒已由同事接手', link: `/admin/care/${id}` }
  await notifyUsers(actor, { kind: 'duty', userIds: [followerId], ...notice })
  return null
}

type HandOverInput = { id: number; accountId: number; text: string }

/** @throws Failure notFound when the other person cannot be on duty */
export async function handOverAlert(actor: StaffScope, { id, accountId, text }: HandOverInput): Promise<null> {
  const { tx } = actor
  const people = await selectDutyPeople(tx)
  if (!people.some((person) => person.id === accountId)) throw fail('notFound')
  await assignAlert(actor, id, accountId, text)
  const notice = { title: '有一条危机提醒交接给您，请查看跟进记录', link: `/admin/care/${id}` }
  await notifyUsers(actor, { kind: 'duty', userIds: [accountId], ...notice })
  return null
}

export async function listDuty(kit: Kit): Promise<DutyPerson[]> {
  const people = await selectDutyPeople(kit.sql)
  return people.map(({ id, nickname, username, email_confirmed_at, role_id, since, rank }) => ({
    id,
    name: nickname || username,
    roleId: role_id,
    hasMail: email_confirmed_at !== null,
    onDuty: since !== null,
    rank,
    since: since && formatTime(since),
  }))
}

type DutyChange = { accountId: number; onDuty: boolean; rank: DutyRank }

export async function setDuty(tx: Tx, { accountId, onDuty, rank }: DutyChange): Promise<null> {
  if (!onDuty) await deleteDutyPerson(tx, accountId)
  else if (!(await upsertDutyPerson(tx, accountId, rank))) throw fail('notFound')
  return null
}
