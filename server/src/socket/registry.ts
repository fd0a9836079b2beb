// Which accounts are connected to this node, on which devices.
import type { PushData, PushName } from '@xinqiao/contract/im/index.ts'
import type { Connection } from './connection.ts'

const devicesAtOnce = 10

export function makeRegistry() {
  const byAccount = new Map<number, Set<Connection>>()

  const devicesOf = (imId: number): Connection[] => [...(byAccount.get(imId) ?? [])]

  function remove(connection: Connection): void {
    const imId = connection.viewer?.imId
    const devices = imId === undefined ? undefined : byAccount.get(imId)
    if (imId === undefined || !devices?.delete(connection)) return
    if (devices.size === 0) byAccount.delete(imId)
    else tellPorts(imId)
  }

  /** messaging.md 4: every device knows on which others its account is. */
  function tellPorts(imId: number, except?: Connection): void {
    for (const one of devicesOf(imId)) {
      if (one !== except) one.push('auth.multiPortLogin', { loginPorts: portsBeside(one) })
    }
  }

  const portsBeside = (connection: Connection) =>
    devicesOf(connection.viewer?.imId ?? 0).flatMap((one) => (one !== connection && one.port ? [one.port] : []))

  /** After its login; the device's earlier connection, which it has lost, is ended silently. */
  function add(connection: Connection): void {
    const { viewer } = connection
    if (!viewer) return
    for (const one of devicesOf(viewer.imId)) {
      if (one.viewer?.deviceId === viewer.deviceId) {
        remove(one)
        one.end('replacedByOwnDevice', { reason: 'silentlyKick', message: '该设备已重新连接' })
      }
    }
    const devices = byAccount.get(viewer.imId) ?? new Set()
    byAccount.set(viewer.imId, devices.add(connection))
    const [oldest] = devicesOf(viewer.imId).filter((one) => one.viewer?.clientType === viewer.clientType)
    if (devices.size > devicesAtOnce && oldest && oldest !== connection) {
      remove(oldest)
      oldest.end('kickedByOtherDevice', {
        reason: 'samePlatformKick',
        message: '该账号已在其他设备登录',
        from: `${viewer.clientType}`,
      })
    }
    tellPorts(viewer.imId, connection)
  }

  return {
    add,
    remove,
    devicesOf,
    portsBeside,
    all: (): Connection[] => [...byAccount.values()].flatMap((devices) => [...devices]),
    deliver<K extends PushName>(imId: number, name: K, data: PushData<K>, except?: string): void {
      for (const one of devicesOf(imId)) if (one.id !== except) one.push(name, data)
    },
  }
}
export type Registry = ReturnType<typeof makeRegistry>
