// Signed-in connections of this node, by account.
import type { LoginPort } from '@xinqiao/contract/im/accounts/auth.ts'
import type { Connection } from '../connection.ts'

export function createConnectedDevices() {
  const byAccount = new Map<number, Set<Connection>>()
  const devicesOfAccount = (imId: number): Connection[] => [...(byAccount.get(imId) ?? [])]
  return {
    devicesOf: devicesOfAccount,
    portsOf: (imId: number): LoginPort[] => devicesOfAccount(imId).flatMap(({ port }) => port ?? []),
    has: (imId: number): boolean => byAccount.has(imId),
    listAll: (): Connection[] => [...byAccount.values()].flatMap((devices) => [...devices]),
    listAccounts: (): number[] => [...byAccount.keys()],
    add: (imId: number, connection: Connection): void =>
      void byAccount.set(imId, (byAccount.get(imId) ?? new Set()).add(connection)),
    /** @returns false if the connection was not listed */
    remove(imId: number, connection: Connection): boolean {
      const devices = byAccount.get(imId)
      if (!devices?.delete(connection)) return false
      if (devices.size === 0) byAccount.delete(imId)
      return true
    },
  }
}
export type ConnectedDevices = ReturnType<typeof createConnectedDevices>
