// Money travels in cents and is shown in yuan with two decimals (portal.md 3).
export const yuanOf = (cents: number): string => (cents / 100).toFixed(2)
