// Labels of the crisis alerts, separate from the schemas so that browsers load them without zod.

/** Most severe first: a plan or deed, a thought or hint, worry about another person, violence or abuse. */
export const crisisLevels = ['plan', 'thought', 'other', 'violence'] as const
export type CrisisLevel = (typeof crisisLevels)[number]

/** Phone numbers on the help cards. */
export const helplines = {
  12356: '心理援助热线',
  120: '急救',
  110: '报警',
  12355: '青少年服务台',
  12338: '妇女维权热线',
} as const
export type HelplineNumber = `${keyof typeof helplines}`

/**
 * Title in the duty list, and numbers on the help card, most important first. The texts of the card are in the portal.
 */
export const crisisLevelTable: Record<CrisisLevel, { title: string; numbers: readonly HelplineNumber[] }> = {
  plan: { title: '有计划或行动', numbers: ['12356', '120', '110'] },
  thought: { title: '有轻生念头', numbers: ['12356', '12355'] },
  other: { title: '他人有危险', numbers: ['12356', '120', '110'] },
  violence: { title: '暴力或虐待', numbers: ['110', '12338', '12355', '12356'] },
}

export const moreSevereOf = (a: CrisisLevel, b: CrisisLevel): CrisisLevel =>
  crisisLevels.indexOf(a) <= crisisLevels.indexOf(b) ? a : b

/** True when the writers may take their own lives. Their questions are then reviewed before publication. */
export const isWriterInDanger = (level: CrisisLevel | null): boolean => level === 'plan' || level === 'thought'

/** Order in which people are notified of an alert that no one claims. */
export const dutyRanks = { duty: '值班', deputy: '备班', head: '负责人' } as const
export type DutyRank = keyof typeof dutyRanks

/** Steps of a counsellor in a conversation with an alert, as recorded in the follow-up. */
export const protocolSteps = {
  ask: '已直接询问危险的想法、行为与当前处境',
  say: '已表达关心，约定先保证安全',
  callDuty: '呼叫值班人员',
  handOver: '请值班人员接手',
  note: '记录',
} as const
export type ProtocolStep = keyof typeof protocolSteps

/** A step of a counsellor, or `dropped`: the server notified the duty staff of a call that the client had left. */
export type ConversationStep = ProtocolStep | 'dropped'

/** Steps that notify the duty staff. */
export const dutyCallSteps: readonly ProtocolStep[] = ['callDuty', 'handOver']

export const alertStates = { open: '待处理', taken: '跟进中', closed: '已结束' } as const
export type AlertState = keyof typeof alertStates

/** Filters of the duty list: `mine` has the alerts that the caller follows. */
export const alertFilters = {
  open: alertStates.open,
  mine: '我跟进的',
  taken: alertStates.taken,
  closed: alertStates.closed,
} as const
export type AlertFilterName = keyof typeof alertFilters

export const alertOutcomes = {
  contacted: '已联系本人或家人，情况稳定',
  referred: '已转介医院、公安或心理援助热线',
  unreachable: '多次联系未果，已按预案上报',
  falseAlarm: '经核实不属于危机',
  drilled: '演练完成',
} as const
export type AlertOutcome = keyof typeof alertOutcomes

/** Ends of a message that raised an alert: refused, or recalled, changed or deleted afterwards. */
export const textFates = {
  refused: '未送达',
  recalled: '已撤回',
  changed: '已改写',
  deleted: '已删除',
  cleared: '已清空',
} as const
export type TextFate = keyof typeof textFates

/** Hours of the hotline 12356, as the whole site states them. */
export const hotlineHours = '每天服务不少于18小时'
