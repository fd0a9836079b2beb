// Times of the console. All are in China's zone, whatever the computer's zone.
import dayjs, { type Dayjs } from 'dayjs'

/** Without seconds; a dash for a time that is not set. */
export const formatMinuteOrDash = (time: string | null): string => time?.slice(0, 16) ?? '—'

/** China time as a plain date, which can be compared with the value of a picker. */
export const chinaNow = (): Dayjs => dayjs(new Date().toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' }))
