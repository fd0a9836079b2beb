// Labels of the holiday calendar, separate from the schemas so that browsers load them without zod.

/**
 * The State Council moves working days each year: some weekdays become holidays, and some weekend days are worked
 * instead.
 */
export const dayKinds = { off: '放假', work: '调休上班' } as const
export type DayKind = keyof typeof dayKinds
