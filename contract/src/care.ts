// Labels of the crisis alerts, separate from the schemas so that browsers load them without zod.

/** Most severe first: a plan or deed, a thought or hint, or worry about another person. */
export const crisisLevels = ['plan', 'thought', 'other'] as const
export type CrisisLevel = (typeof crisisLevels)[number]
export const crisisLevelTitles: Record<'plan' | 'thought', string> = { plan: '有计划或行动', thought: '有轻生念头' }

export const alertStates = { open: '待处理', taken: '跟进中', closed: '已结束' } as const
export type AlertState = keyof typeof alertStates

export const alertOutcomes = {
  contacted: '已联系本人或家人，情况稳定',
  referred: '已转介医院、公安或心理援助热线',
  unreachable: '多次联系未果，已按预案上报',
  falseAlarm: '经核实不属于危机',
} as const
export type AlertOutcome = keyof typeof alertOutcomes
