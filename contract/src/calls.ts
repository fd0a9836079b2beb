// Calls of the site: how they end, and on which way sound and picture travel.
import { groupCallStatuses } from './group-calls.ts'
import type { CallAttachment } from './im/messages/messages.ts'

export const callOutcomes = {
  completed: '已通话',
  missed: '未接听',
  refused: '未接听（拒绝）',
  cancelled: '已取消',
  busy: '对方正忙',
  lost: '通话中断',
} as const
export type CallOutcome = keyof typeof callOutcomes

/** Reason that a page sends with a refusal while its user is in another call. */
export const busyReason = 'busy'

export const callRoutes = { direct: '直接连接', relay: '经中继' } as const
export type CallRoute = keyof typeof callRoutes

/** Status of a call in its chat message, with the numbers of NIM's record of a call (`g2`). */
export const callStatusOf: Record<CallOutcome, number> = {
  completed: 1,
  cancelled: 2,
  refused: 3,
  missed: 4,
  busy: 5,
  lost: 1,
}

/** Formats seconds as `12:03`, or `1:02:03` from an hour on. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, i) => (i === 0 ? `${part}` : `${part}`.padStart(2, '0'))).join(':')
}

/** Calls that did not take place, in the words of the caller and of the called side. */
const endingsOf: Record<'caller' | 'callee', Record<number, string>> = {
  caller: { 2: '已取消', 3: '对方已拒绝', 4: '对方未接听', 5: '对方正忙' },
  callee: { 2: '对方已取消', 3: '已拒绝', 4: '未接听', 5: '忙线未接' },
}

/**
 * The text of a call in a conversation, such as `视频通话 12:03`.
 * @param isCaller true in the words of the caller
 */
export function describeCall(
  { type, status, durations, people, isLost }: Omit<CallAttachment, 'channelId'>,
  isCaller: boolean,
): string {
  if (status === groupCallStatuses.begun) return '发起了团体通话'
  const kind = type === 2 ? '视频通话' : '语音通话'
  const [seconds = 0] = durations.map(({ duration }) => duration)
  // older records have no `people`, but a duration for each person
  const count = people ?? durations.length
  if (status === groupCallStatuses.ended) return `团体通话 ${formatDuration(seconds)}，${count}人参加`
  const endings = endingsOf[isCaller ? 'caller' : 'callee']
  const talk = seconds > 0 ? `${isLost === true ? '中断 ' : ''}${formatDuration(seconds)}` : '未接通'
  return `${kind} ${endings[status] ?? talk}`
}

const marks = '图片|语音|视频|位置|文件|小组通知|提示|文字|草稿|有人@我|\\d+人申请加入'
/**
 * Matches a text that begins like the record of a call or like a mark, such as [图片], also after invisible characters.
 */
const recordLike = new RegExp(`^[\\s\\p{Cf}]*(?:(?:语音|视频|团体)通话|发起了团体通话|\\[(?:${marks})\\])`, 'u')

/** A user's text for lists and quotes. A text that looks like a record or a mark gets the mark [文字]. */
export const describeText = (text: string): string => (recordLike.test(text) ? `[文字] ${text}` : text)

type BookingCall = {
  beginTime: string
  outcome: CallOutcome
  seconds: number
  route: CallRoute | null
  poorPercent: number | null
}

/** The call of a consultation in one line, for counsellor and staff. */
export function describeBookingCall({ beginTime, outcome, seconds, route, poorPercent }: BookingCall): string {
  const line = poorPercent === null ? '' : poorPercent > 20 ? '，线路较差' : '，线路良好'
  const talk = seconds > 0 ? ` ${formatDuration(seconds)}` : ''
  const way = route === null || seconds === 0 ? '' : `，${callRoutes[route]}${line}`
  const isTalk = outcome !== 'completed' || seconds > 0
  return `${beginTime.slice(5, 16)} ${isTalk ? callOutcomes[outcome] : '未接通'}${talk}${way}`
}
