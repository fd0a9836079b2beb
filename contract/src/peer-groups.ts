// Labels and limits of peer groups, separate from the schemas so that browsers load them without zod.
/** `led`: a counsellor leads clients, each of whom has consented to a versioned text. */
export const peerGroupKinds = { peer: '同伴小组', led: '团体辅导' } as const
export type PeerGroupKind = keyof typeof peerGroupKinds

/** `proposed`: a counsellor has proposed the group, and the secretariat has not decided. */
export const peerGroupStates = {
  proposed: '待审核',
  draft: '草稿',
  open: '招募中',
  closed: '停止招募',
  dissolved: '已解散',
} as const
export type PeerGroupState = keyof typeof peerGroupStates

/** States of an application. An accepted one is the membership, until the member leaves the team. */
export const peerApplicationStates = {
  waiting: '待审核',
  accepted: '已加入',
  refused: '未通过',
  withdrawn: '已撤回',
  ended: '已离开',
} as const
export type PeerApplicationState = keyof typeof peerApplicationStates

export const peerReportReasons = {
  harm: '伤害、辱骂或骚扰他人',
  privacy: '泄露他人隐私',
  danger: '鼓励自伤或其他危险行为',
  advert: '广告或诈骗',
  other: '其他',
} as const
export type PeerReportReason = keyof typeof peerReportReasons

export const peerReportStates = { open: '待处理', handled: '已处理' } as const
export type PeerReportState = keyof typeof peerReportStates

export const peerGroupLimits = {
  minCapacity: 3,
  maxCapacity: 50,
  aliasLength: 12,
  noteLength: 200,
  /** Days after leaving in which a former member may report. */
  reportDays: 30,
  /** Days after an invitation in which a leader does not invite the same client again. */
  invitationPauseDays: 7,
} as const
