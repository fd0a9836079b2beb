// Loopback addresses, and the network under which rate limits count an address.
import { isIP, isIPv6 } from 'node:net'

/** True for an address of this machine itself, in both families. */
export const isLoopback = (ip: string): boolean =>
  isIP(ip) !== 0 && (ip === '::1' || ip.startsWith('127.') || ip.startsWith('::ffff:127.'))

/** True when a host name in a URL reaches this machine only. By RFC 6761 this includes every name under `localhost`. */
export const isLoopbackHost = (hostname: string): boolean => {
  const name = hostname.toLowerCase().replace(/^\[|\]$/g, '')
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name)
}

/** The eight groups of an IPv6 address. */
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
