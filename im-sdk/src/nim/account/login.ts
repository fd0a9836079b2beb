// The login of this page, and the account's other devices.
import type { NimCore } from '../core/core.ts'
import { findDone } from '../core/answer-call.ts'
import { callDone } from '../core/done-callback.ts'
import type { DoneCallback, WithDone } from '../core/options.ts'

export function createLoginApi({ client, log }: Pick<NimCore, 'client' | 'log'>) {
  /** Accepts the callback, or options that contain it. */
  function disconnect(input?: WithDone<null> | DoneCallback<null>): void {
    client.disconnect()
    findDone([input])?.(null, null)
  }
  return {
    disconnect,
    /** Disconnects, and ends the login on the server as well. */
    logout(options?: WithDone<null> | DoneCallback<null>): void {
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
