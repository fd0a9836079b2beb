// Stored times are instants and the database is the one clock of all nodes; the wire speaks China time,
// which has no daylight saving.
const chinaOffsetMs = 8 * 3_600_000

/** `2026-11-21 08:30:00` in China time (portal.md 5). */
export const formatTime = (at: Date): string =>
  new Date(at.getTime() + chinaOffsetMs).toISOString().slice(0, 19).replace('T', ' ')

/** Reads what `Instant` of the contract lets through: China time unless it carries its own offset. */
export function parseTime(value: string): Date {
  const iso = value.replace(' ', 'T')
  return new Date(/(Z|[+-]\d{2}:\d{2})$/.test(iso) ? iso : `${iso}+08:00`)
}
