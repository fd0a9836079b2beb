// Whether an address is loopback, and the network under which rate limits count it.
import { isIP, isIPv6 } from 'node:net'

/** Whether an address is this machine's own, in either family. */
export const isLoopback = (ip: string): boolean =>
  isIP(ip) !== 0 && (ip === '::1' || ip.startsWith('127.') || ip.startsWith('::ffff:127.'))

/** Whether a host name of an address bar reaches this machine only. RFC 6761: so does every name under `localhost`. */
export const isLoopbackHost = (hostname: string): boolean => {
  const name = hostname.toLowerCase().replace(/^\[|\]$/g, '')
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name)
}

/** Eight groups of an IPv6 address. */
function expandIPv6(ip: string): string[] {
  const [head = '', tail = ''] = ip.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  return [...before, ...Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0'), ...after]
}

/** Rate limits count by this key: an IPv4 address, or the /64 network of an IPv6 subscriber. */
export function networkOf(ip: string): string {
  const mapped = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIPv6(mapped) ? `${expandIPv6(mapped).slice(0, 4).join(':')}::/64` : mapped
}
