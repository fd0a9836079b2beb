// Notices to push tokens, of new messages and of calls: the backend of the app receives them and passes them on to the
// service of the device, whose keys only it has. Browsers of the site have Web Push instead.
import type { AppPush } from '@xinqiao/contract/server-api/push.ts'
import { sealBindings } from '../../kit/auth/seal-bindings.ts'
import type { Kit } from '../../kit/ctx.ts'
import type { AfterCommit, Db } from '../../kit/db/db.ts'
import { postToPartner, signAppCall } from '../../kit/network/partner-request.ts'
import * as store from './token-store.ts'

const endedStatus = 410

type PushKit = Pick<Kit, 'secrets' | 'sql' | 'log' | 'config'>
type PushContent = Pick<AppPush, 'kind' | 'call'>

async function postTokenPush(
  { secrets, sql, log, config }: PushKit,
  device: store.PushTokenRow,
  notice: PushContent,
): Promise<void> {
  const { app_id, app_key, accid, device_id: deviceId, im_account_id: imId, token_name: tokenName } = device
  const token = secrets.open(device.token_sealed, sealBindings.deviceToken(imId, deviceId))
  const body: AppPush = { ...notice, accid, deviceId, tokenName, token }
  const { status, fault } = await postToPartner(device.push_url, {
    headers: signAppCall(app_key, secrets.open(device.secret_sealed, sealBindings.appSecret(app_id))),
    body: JSON.stringify(body),
    // on a developer's machine, the backend of the app may run on the same machine
    allowsLoopback: !config.isExposed,
  })
  if (status === endedStatus) return store.deleteToken(sql, device)
  const isTaken = status !== null && status >= 200 && status < 300
  // after a failure, the next message or call tries again
  if (!isTaken) log.warn({ app: app_id, status, fault }, 'a notice was not taken by the backend of its app')
}

/** Failures are logged. */
async function pushToAll(kit: PushKit, devices: readonly store.PushTokenRow[], notice: PushContent): Promise<void> {
  await Promise.all(
    devices.map((device) =>
      postTokenPush(kit, device, notice).catch((error: unknown) =>
        kit.log.error({ err: error, app: device.app_id }, 'a notice to a push token failed'),
      ),
    ),
  )
}

/** Job. A notice counts as sent before the request, so that a node that dies sends none twice. */
export async function pushToTokens(kit: Kit): Promise<void> {
  await pushToAll(kit, await store.markPushTokensNotified(kit.sql), { kind: 'messages' })
}

/**
 * Notifies the tokens of an account of an invitation after the commit. It is not repeated: the call is over after a
 * minute.
 * @returns false when the account has no token
 */
export async function pushRing(
  kit: PushKit,
  { tx, afterCommit }: { tx: Db; afterCommit: AfterCommit },
  { calleeId, call }: { calleeId: number; call: NonNullable<AppPush['call']> },
): Promise<boolean> {
  const devices = await store.selectTokenDevices(tx, calleeId)
  if (devices.length > 0) afterCommit(() => void pushToAll(kit, devices, { kind: 'call', call }))
  return devices.length > 0
}
