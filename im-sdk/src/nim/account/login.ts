// The login of this page, and the account's other devices.
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'

export function createLoginApi({ client, log }: Pick<NimCore, 'client' | 'log'>) {
  function disconnect({ done }: WithDone<null> = {}): void {
    client.disconnect()
    done?.(null, null)
  }
  return {
    disconnect,
    /** Disconnects, and ends the login on the server as well. */
    logout(options: WithDone<null> = {}): void {
      void client
        .request('auth.logout', {})
        .catch(() => null)
        .then(() => disconnect(options))
    },
    kick({ deviceIds, done }: { deviceIds: string[] } & WithDone<{ deviceIds: string[] }>): void {
      callDone(done, () => client.request('auth.kick', { deviceIds }))
    },
    /** An extension of this SDK: returns the log of this device as text. It is not sent to the server. */
    exportLogs({ done }: WithDone<string> = {}): void {
      callDone(done, () => log.read())
    },
  }
}
