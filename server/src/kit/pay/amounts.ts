// Amounts of money in the texts of providers.

/** `200.00` as 20000; the text is read digit by digit, since a fraction of a cent must not come from rounding. */
export function centsOf(text: string): number {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!match) throw new RangeError(`not an amount: ${text.slice(0, 40)}`)
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  return match[1] ? -cents : cents
}
