// The time of the server, and what it knows of this device and its user: consent, push token, background. The code is
// loaded on the first use.
import type { CommandInput, CommandOutput } from '@xinqiao/contract/im/index.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'

export const createDeviceApi = ({ client }: Pick<NimCore, 'client'>) => ({
  getServerTime({ done }: WithDone<number> = {}): void {
    callDone(done, () => client.request('misc.getServerTime', {}).then(({ time }) => time))
  },
  getConsent({ done }: WithDone<CommandOutput<'misc.getConsent'>> = {}): void {
    callDone(done, () => client.request('misc.getConsent', {}))
  },
  /** Expects version and hash of the text that the user has read. */
  acceptConsent({ version, hash, done }: CommandInput<'misc.acceptConsent'> & WithDone<null>): void {
    callDone(done, () => client.request('misc.acceptConsent', { version, hash }))
  },
  updatePushToken({ token, tokenName, done }: { token: string; tokenName: string } & WithDone<null>): void {
    callDone(done, () => client.request('user.updatePushToken', { token, tokenName }))
  },
  appBackground({ isBackground, badge = 0, done }: { isBackground: boolean; badge?: number } & WithDone<null>): void {
    callDone(done, () => client.request('user.appBackground', { isBackground, badge }))
  },
})
