/** Whether an address is this machine's own, in either family. */
export const isLoopback = (ip: string): boolean => ip === '::1' || ip.startsWith('127.') || ip.startsWith('::ffff:127.')
