// Login ports: each device sees the other devices of its account, on this node and on others (messaging.md 4).
import type { LoginPort } from '@xinqiao/contract/im/accounts/auth.ts'
import type { Connection } from '../connection.ts'
import type { NodeMessenger } from '../messages/node-messages.ts'
import type { ConnectedDevices } from './connected-devices.ts'
import type { RemoteDevices } from './remote-devices.ts'

export function createLoginPortRegistry(messages: NodeMessenger, devices: ConnectedDevices, remote: RemoteDevices) {
  const listPortsOfAccount = (imId: number): LoginPort[] => [...devices.portsOf(imId), ...remote.portsOf(imId)]

  /** The other devices of the connection's account. */
  function listBeside({ id, viewer }: Connection): LoginPort[] {
    return listPortsOfAccount(viewer?.imId ?? 0).filter(({ connectionId }) => connectionId !== id)
  }

  function push(imId: number, except?: Connection): void {
    for (const device of devices.devicesOf(imId))
      if (device !== except) device.push('auth.multiPortLogin', { loginPorts: listBeside(device) })
  }

  /** Reports the devices of this node. When `isAsking`, the other nodes report theirs. */
  function announce(imId: number, isAsking: boolean): void {
    messages.toAccount(imId, { do: 'ports', ports: devices.portsOf(imId), isAsking })
  }

  return {
    listOf: listPortsOfAccount,
    listBeside,
    push,
    announce,
    announceAll: (): void => devices.listAccounts().forEach((imId) => announce(imId, true)),
    /** Drops the devices of a node that has ended or is silent. */
    forgetNode: (node: string): void => remote.forgetNode(node).forEach((imId) => push(imId)),
  }
}
export type LoginPortRegistry = ReturnType<typeof createLoginPortRegistry>
