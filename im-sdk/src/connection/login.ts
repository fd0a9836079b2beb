// The login of a connection.
import { clientTypes } from '@xinqiao/contract/im/accounts/auth.ts'
import { endsLogin, ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { ConnectionOptions, LoginReply } from './options.ts'
import type { RequestSender } from './requests.ts'

export function sendLogin(requests: RequestSender, options: ConnectionOptions): Promise<LoginReply> {
  const { appKey = '', account, token, deviceId, customTag = '', customClientType = 0 } = options
  return requests.request('auth.login', {
    appKey,
    account,
    token: token(),
    deviceId: deviceId(),
    clientType: clientTypes.Web,
    customTag,
    customClientType,
  })
}

/** Network errors during login are retried, a refusal is not (messaging.md 4). */
export const isRefusal = (error: unknown): error is ImFailure => error instanceof ImFailure && endsLogin(error.code)
