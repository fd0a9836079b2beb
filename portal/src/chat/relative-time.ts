// Formats times in China's zone, so that server and browser render the same.
import { chinaOffsetMs, dayMs } from '@xinqiao/contract/time.ts'

const zone = 'Asia/Shanghai'

const clock = new Intl.DateTimeFormat('zh-CN', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const monthDay = new Intl.DateTimeFormat('zh-CN', { timeZone: zone, month: 'long', day: 'numeric' })
const wholeDay = new Intl.DateTimeFormat('zh-CN', { timeZone: zone, year: 'numeric', month: 'long', day: 'numeric' })

const dayNumberOf = (time: number) => Math.floor((time + chinaOffsetMs) / dayMs)
const yearOf = (time: number) => new Date(time + chinaOffsetMs).getUTCFullYear()

function formatDayName(time: number, now: number): string {
  const days = dayNumberOf(now) - dayNumberOf(time)
  if (days === 1) return '昨天'
  return yearOf(time) === yearOf(now) ? monthDay.format(time) : wholeDay.format(time)
}

/** Formats the time of the day. */
export const formatTimeOfDay = (time: number): string => clock.format(time)

/** Formats a time for lists: the time of today, or else the day. */
export const formatListTime = (time: number, now: number): string =>
  dayNumberOf(time) === dayNumberOf(now) ? clock.format(time) : formatDayName(time, now)

/** Formats a time between messages, with the day. */
export const formatMessageTime = (time: number, now: number): string =>
  dayNumberOf(time) === dayNumberOf(now) ? clock.format(time) : `${formatDayName(time, now)} ${clock.format(time)}`
