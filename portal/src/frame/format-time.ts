// Formats times and days of the site, all in China's zone.
import { chinaOffsetMs } from '@xinqiao/contract/time.ts'

/** A time of the server without seconds. */
export const formatMinute = (time: string): string => time.slice(0, 16)

/** Today in China, such as `2026-11-25`. */
export const chinaToday = (): string => new Date(Date.now() + chinaOffsetMs).toISOString().slice(0, 10)

export const padToTwo = (number: number): string => `${number}`.padStart(2, '0')

/** @param minute of the day, as in opening hours */
export const formatClock = (minute: number): string => `${padToTwo(Math.floor(minute / 60))}:${padToTwo(minute % 60)}`
export const parseClock = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
