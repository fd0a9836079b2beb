// Devices on other nodes, as those nodes last reported them. When a node is silent longer than its lease, its devices
// are dropped; it reports them again after it reconnects.
import type { LoginPort } from '@xinqiao/contract/im/accounts/auth.ts'

export function createRemoteDevices(leaseMs: number) {
  const byAccount = new Map<number, Map<string, LoginPort[]>>()
  const reportedAt = new Map<string, number>()

  function removeNode(node: string): number[] {
    reportedAt.delete(node)
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
    /** Removes the account from this node, where it has no more devices. */
    removeAccount: (imId: number): void => void byAccount.delete(imId),
    /** @returns false when the node was unknown or had been silent for too long */
    recordReport(node: string): boolean {
      const isKnown = reportedAt.has(node)
      reportedAt.set(node, performance.now())
      return isKnown
    },
    /** @returns the accounts that lost devices */
    forgetNode: removeNode,
    listSilent: (): string[] =>
      [...reportedAt].filter(([, at]) => performance.now() - at > leaseMs).map(([node]) => node),
  }
}
export type RemoteDevices = ReturnType<typeof createRemoteDevices>
