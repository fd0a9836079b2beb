// Loopback addresses, and the network under which rate limits count an address.
import { BlockList, isIP, isIPv6 } from 'node:net'

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
export function networkOfAddress(ip: string): string {
  const mapped = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIPv6(mapped) ? `${expandIPv6(mapped).slice(0, 4).join(':')}::/64` : mapped
}

const reservedNetworks = new BlockList()
for (const network of [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3',
  '::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 fc00::/7 fe80::/9 ff00::/8',
].flatMap((line) => line.split(' '))) {
  const [address, length] = network.split('/') as [string, string]
  reservedNetworks.addSubnet(address, Number(length), isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** False for private networks, this machine, and addresses that stand for others (RFC 6890). */
export const isPublicAddress = (ip: string): boolean =>
  isIP(ip) !== 0 && !reservedNetworks.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')
