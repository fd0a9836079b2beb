// Durations in words.
const minuteSeconds = 60
const hourSeconds = 60 * minuteSeconds
const daySeconds = 24 * hourSeconds

/** A duration in words, rounded down to one unit; hours also have minutes. */
export function formatDuration(seconds: number): string {
  if (seconds < minuteSeconds) return '不足1分钟'
  if (seconds < hourSeconds) return `${Math.floor(seconds / minuteSeconds)}分钟`
  if (seconds >= daySeconds) return `${Math.floor(seconds / daySeconds)}天`
  const minutes = Math.floor((seconds % hourSeconds) / minuteSeconds)
  return `${Math.floor(seconds / hourSeconds)}小时${minutes > 0 ? `${minutes}分钟` : ''}`
}
