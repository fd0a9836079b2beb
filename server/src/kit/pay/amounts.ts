// Amounts of money in the texts of providers.

/** Reads `200.00` as 20000, digit by digit, because rounding must not create a fraction of a cent. */
export function parseCents(text: string): number {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!match) throw new RangeError(`not an amount: ${text.slice(0, 40)}`)
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  return match[1] ? -cents : cents
}
