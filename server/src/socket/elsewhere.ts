// The devices on other nodes, as those nodes last said. A node that falls silent has lost its devices when its lease
// is over: they come back on another node, or on the same one, and are told of then.
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
    /** Nobody of this account is here any more, so nobody need know. */
    forgetAccount: (imId: number): void => void byAccount.delete(imId),
    /** @returns false when nothing was heard of that node, or not for long */
    hear(node: string): boolean {
      const isKnown = heardAt.has(node)
      heardAt.set(node, now())
      return isKnown
    },
    /** @returns the accounts that have lost devices */
    forgetNode,
    listSilent: (): string[] => [...heardAt].filter(([, at]) => now() - at > leaseMs).map(([node]) => node),
  }
}
