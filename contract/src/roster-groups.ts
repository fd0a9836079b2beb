// Labels and limits of roster groups, separate from the schemas so that browsers load them without zod.
export const rosterKinds = { committee: '专业委员会', meeting: '会议' } as const
export type RosterKind = keyof typeof rosterKinds

/** `closed`: members read, and no one writes. */
export const rosterGroupStates = { open: '使用中', closed: '停止发言', dissolved: '已解散' } as const
export type RosterGroupState = keyof typeof rosterGroupStates

/** Days after the end of a meeting in which its group accepts messages. */
export const daysOfMeetingGroup = 30
