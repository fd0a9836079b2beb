// Daily job of memberships: expired terms, due reminders, and forms at the end of their retention. It can be
// interrupted and repeated.
import { inTransaction, type Kit } from '../../../kit/ctx.ts'
import { addDays, chinaDay, daysBetween } from '../../../kit/time.ts'
import { findRenewal } from '../billing/dues.ts'
import { endMembership } from '../rules/end-membership.ts'
import * as store from '../records/member-store.ts'
import { deleteOldForms } from './old-forms.ts'
import { readMembershipSettings } from '../rules/settings.ts'
import { notifyMember, notifySeatHolders } from '../rules/notify-member.ts'
import { findReminderDue, memberStateOn } from '../rules/terms.ts'

const maxBatchSize = 200
const leftMembershipMessage = '连续一年未缴纳会费，按章程视为自动退会'

/**
 * Notices to the member about a new state. The one for grace is empty, because a reminder announces the grace period.
 */
const memberMessages = { grace: '', lapsed: '您的会籍已失效，续缴会费后恢复', left: leftMembershipMessage }

/** @returns the number of members whose state changed */
async function updateMemberStates(kit: Kit, today: string): Promise<number> {
  const { graceDays } = await readMembershipSettings(kit.sql)
  let movedCount = 0
  for (;;) {
    const count = await inTransaction(kit, async (scope) => {
      const { tx } = scope
      let changedCount = 0
      for (const member of await store.lockMembersToMove(tx, today, graceDays, maxBatchSize)) {
        const state = memberStateOn(member.term_until, today, graceDays)
        if (state === 'left') await endMembership(tx, member, leftMembershipMessage, today)
        else await store.updateMember(tx, member.id, { state })
        changedCount += 1
        if (state === 'active') continue
        const title = memberMessages[state]
        if (title) await notifyMember(scope, member, title, `${state} ${member.id} ${member.term_until}`)
        const people = await notifySeatHolders(scope, member, state)
        if (title || people > 0)
          await store.insertReminder(tx, {
            member_id: member.id,
            term_until: member.term_until,
            days: daysBetween(today, member.term_until),
            kind: state,
            by_phone: member.account_id === null,
            people,
          })
      }
      return changedCount
    })
    movedCount += count
    if (count < maxBatchSize) return movedCount
  }
}

const reminderMessage = (termUntil: string, today: string, yuan: string): string => {
  const daysLeft = daysBetween(today, termUntil)
  const when =
    daysLeft > 0 ? `还有${daysLeft}天到期（${termUntil}）` : daysLeft === 0 ? '今天到期' : `已于${termUntil}到期`
  return `您的会籍${when}，续费标准${yuan}元，请及时续缴`
}

/** @returns the number of notified members */
async function remindMembers(kit: Kit, today: string): Promise<number> {
  const { reminderDays } = await readMembershipSettings(kit.sql)
  if (reminderDays.length === 0) return 0
  // reminders of terms that ended before this time were all sent
  const from = addDays(today, Math.min(...reminderDays) - 30)
  const until = addDays(today, Math.max(...reminderDays))
  let remindedCount = 0
  let afterId = 0
  for (;;) {
    const members = await store.selectMembersToRemind(kit.sql, { from, until, afterId, limit: maxBatchSize })
    for (const member of members) {
      afterId = member.id
      const days = findReminderDue(member.term_until, today, reminderDays)
      if (days === null) continue
      const renewal = await findRenewal(kit.sql, member, today)
      if (!renewal) continue
      await inTransaction(kit, async (scope) => {
        const { tx } = scope
        const { id, term_until } = member
        if (
          !(await store.insertReminder(tx, { member_id: id, term_until, days, by_phone: member.account_id === null }))
        )
          return
        remindedCount += 1
        const title = reminderMessage(term_until, today, (renewal.cents / 100).toFixed(2))
        await notifyMember(scope, member, title, `remind ${id} ${term_until} ${days}`)
      })
    }
    if (members.length < maxBatchSize) return remindedCount
  }
}

/** @param today injected, so that tests can choose the day */
export async function updateMemberships(kit: Kit, today: string = chinaDay()) {
  const movedCount = await updateMemberStates(kit, today)
  const remindedCount = await remindMembers(kit, today)
  return { moved: movedCount, reminded: remindedCount, forgotten: await deleteOldForms(kit) }
}
