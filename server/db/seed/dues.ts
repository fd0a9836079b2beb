// Dues of the demo site in cents per term: charged for the levels, and announced in the notice on dues.
export const duesCents = { person: 20_000, unit: 200_000, council: 500_000 } as const

export const inYuan = (cents: number): string => `${cents / 100}元`
