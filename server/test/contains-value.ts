// Searches a reply for a value that it must not reveal.

/** Matches whole numbers only, so that 10001 is not found in 100012. */
export const containsValue = (text: string, secret: string): boolean =>
  /^\d+$/.test(secret) ? new RegExp(`(?<!\\d)${secret}(?!\\d)`).test(text) : text.includes(secret)
