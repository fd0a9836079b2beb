// State of a counsellor's conversation with an alert in words: level, since when, and whether the duty staff are there.
import { crisisLevelTable, dutyCallSteps } from '@xinqiao/contract/crisis.ts'
import type { CrisisConversation } from '@xinqiao/contract/http/crisis/alerts.ts'
import { chinaToday } from '../frame/format-time.ts'

/** Formats a time: `22:51` today, otherwise with the day. */
const formatSince = (time: string) => {
  const today = chinaToday()
  return time.startsWith(today) ? time.slice(11, 16) : time.slice(5, 16)
}

/** @returns when this counsellor called the duty staff, the latest time; null for an alert without a call */
export function findDutyCallTime(conversation: Pick<CrisisConversation, 'steps'> | null): string | null {
  const call = conversation?.steps.findLast(({ step }) => step !== 'dropped' && dutyCallSteps.includes(step))
  return call ? formatSince(call.time) : null
}

/** @returns when the duty staff were notified of a call that the client dropped, the latest time; null without one */
export function findDropTime(conversation: Pick<CrisisConversation, 'steps'> | null): string | null {
  const notice = conversation?.steps.findLast(({ step }) => step === 'dropped')
  return notice ? formatSince(notice.time) : null
}

/** Level and beginning of an alert and whether duty staff have it, as one line of the list of conversations. */
export const describeStateShortly = ({ level, since, isTaken }: CrisisConversation): string =>
  `${crisisLevelTable[level].title} · ${formatSince(since)}起 · ${isTaken ? '已接手' : '待接手'}`

function describeWaiting({ steps }: Pick<CrisisConversation, 'steps'>): string {
  const notice = steps.findLast(({ step }) => step === 'dropped' || dutyCallSteps.includes(step))
  if (!notice) return '值班人员尚未接手'
  const words = notice.step === 'dropped' ? '通话中断，已自动通知值班人员' : '已呼叫值班人员'
  return `${words}（${formatSince(notice.time)}），等待接手`
}

export function describeState(conversation: CrisisConversation): string {
  const { level, since, isTaken } = conversation
  const waiting = describeWaiting(conversation)
  return `${crisisLevelTable[level].title} · ${formatSince(since)}起 · ${isTaken ? '值班人员已接手' : waiting}`
}
