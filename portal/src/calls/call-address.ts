// Reads the address of the page of calls.

export type CallAddress =
  /** A counsellor calls this account. */
  | { kind: 'outgoing'; to: string; hasVideo: boolean }
  /** Both sides of an online consultation meet. */
  | { kind: 'booking'; bookingId: number }
  /** The account answers a call, or goes on with one. */
  | { kind: 'channel'; channelId: string }

const accountPattern = /^\w{1,32}$/
const bookingPattern = /^[1-9]\d{0,14}$/
const channelPattern = /^\d{1,15}$/

/** The consultation to which the call belongs; null for others. */
export function parseBookingId(query: URLSearchParams): number | null {
  const bookingId = query.get('booking') ?? ''
  return bookingPattern.test(bookingId) ? Number(bookingId) : null
}

/** @returns null for an address without a call */
export function parseCallAddress(query: URLSearchParams): CallAddress | null {
  const channelId = query.get('channel') ?? ''
  if (channelPattern.test(channelId)) return { kind: 'channel', channelId }
  const bookingId = parseBookingId(query)
  if (bookingId !== null) return { kind: 'booking', bookingId }
  const to = query.get('with') ?? ''
  return accountPattern.test(to) ? { kind: 'outgoing', to, hasVideo: query.get('video') !== '0' } : null
}
