// Devices on other nodes, as these nodes last reported. The devices of a silent node are dropped when its lease expires;
// they are reported again after they reconnect.
import type { LoginPort } from '@xinqiao/contract/im/auth.ts'

export function makeElsewhere(leaseMs: number, now: () => number = () => performance.now()) {
  const byAccount = new Map<number, Map<string, LoginPort[]>>()
  const heardAt = new Map<string, number>()

  function forgetNode(node: string): number[] {
    heardAt.delete(node)
    return [...byAccount].filter(([, nodes]) => nodes.delete(node)).map(([imId]) => imId)
  }

  return {
    portsOf: (imId: number): LoginPort[] => [...(byAccount.get(imId)?.values() ?? [])].flat(),
    setPorts(imId: number, node: string, ports: LoginPort[]): void {
      const nodes = byAccount.get(imId) ?? new Map<string, LoginPort[]>()
      if (ports.length > 0) nodes.set(node, ports)
      else nodes.delete(node)
      byAccount.set(imId, nodes)
    },
    /** The account has no device on this node any more. */
    forgetAccount: (imId: number): void => void byAccount.delete(imId),
    /** @returns false when the node was unknown or silent for too long */
    hear(node: string): boolean {
      const isKnown = heardAt.has(node)
      heardAt.set(node, now())
      return isKnown
    },
    /** @returns the accounts that lost devices */
    forgetNode,
    listSilent: (): string[] => [...heardAt].filter(([, at]) => now() - at > leaseMs).map(([node]) => node),
  }
}
