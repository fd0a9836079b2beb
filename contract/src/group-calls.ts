// Group calls: their limits, how they end, and the statuses of their messages in the chat of the group.

export const groupCallLimits = {
  people: 10,
  /** Characters of a session description. That of a page that receives nine people has about 30,000. */
  sdpLength: 100_000,
  syncSeconds: 2,
  /** Time without a report after which a person has left. */
  silentSeconds: 45,
  /** A call without a leader ends after this time. */
  leaderlessSeconds: 180,
  maxHours: 3,
} as const

/** Texts for people, by the way in which a call ended. */
export const groupCallEndings = {
  ended: '带领者结束了通话',
  leaderless: '带领者已离开，通话已结束',
  expired: '时间到了，通话已结束',
  dismissed: '小组已结束，通话也结束了',
} as const
export type GroupCallEnding = keyof typeof groupCallEndings

/** Statuses in the message of a group call (`CallAttachment`), besides those of calls with two sides. */
export const groupCallStatuses = { begun: 10, ended: 11 } as const
