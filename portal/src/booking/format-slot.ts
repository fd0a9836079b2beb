// Formats slots, which are minutes since 1970. China has one time zone and no daylight saving.
const weekdays = ['日', '一', '二', '三', '四', '五', '六']
const toChinaTime = (minute: number) => new Date((minute + 8 * 60) * 60_000)

export const formatDay = (minute: number): string => toChinaTime(minute).toISOString().slice(0, 10)
export const formatClock = (minute: number): string => toChinaTime(minute).toISOString().slice(11, 16)
export const formatWeekday = (minute: number): string => `周${weekdays[toChinaTime(minute).getUTCDay()]}`
export const formatMoment = (minute: number): string =>
  `${Number(formatDay(minute).slice(5, 7))}月${Number(formatDay(minute).slice(8))}日（${formatWeekday(minute)}）${formatClock(minute)}`
