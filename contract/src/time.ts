// Lengths of time in milliseconds and seconds, and the offset of China time, which has no daylight saving.

export const minuteSeconds = 60
export const hourSeconds = 60 * minuteSeconds
export const daySeconds = 24 * hourSeconds
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
export const chinaOffsetMs = 8 * hourMs
