// Times of lists and facts in the console.

/** Without seconds; a dash for a time that is not set. */
export const formatMinute = (time: string | null): string => time?.slice(0, 16) ?? '—'
