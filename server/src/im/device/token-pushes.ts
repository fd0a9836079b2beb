// Notices of new messages to push tokens: the backend of the app receives them and passes them on to the service of the
// device, whose keys only it has. Browsers of the site have Web Push instead.
import type { AppPush } from '@xinqiao/contract/server-api/push.ts'
import { sealBindings } from '../../kit/auth/seal-bindings.ts'
import type { Kit } from '../../kit/ctx.ts'
import { postToOutsider, signAppCall } from '../../kit/outside-call.ts'
import * as store from './token-store.ts'

const endedStatus = 410

async function push({ secrets, sql, log, config }: Kit, device: store.WaitingDevice): Promise<void> {
  const { app_id, app_key, accid, device_id: deviceId, im_account_id: imId, token_name: tokenName } = device
  const token = secrets.open(device.token_sealed, sealBindings.deviceToken(imId, deviceId))
  const body: AppPush = { accid, deviceId, tokenName, token }
  const { status, fault } = await postToOutsider(device.push_url, {
    headers: signAppCall(app_key, secrets.open(device.secret_sealed, sealBindings.appSecret(app_id))),
    body: JSON.stringify(body),
    // like other stand-ins: on a developer's machine, the backend may run there too
    allowsLoopback: !config.isExposed,
  })
  if (status === endedStatus) return store.deleteToken(sql, device)
  const isTaken = status !== null && status >= 200 && status < 300
  // the next message tries again
  if (!isTaken) log.warn({ app: app_id, status, fault }, 'a notice was not taken by the backend of its app')
}

/** Job. A notice counts as sent before the call, so that a node that dies sends none twice. */
export async function pushToTokens(kit: Kit): Promise<void> {
  const devices = await store.updateWaitingDevices(kit.sql)
  await Promise.all(
    devices.map((device) =>
      push(kit, device).catch((error: unknown) =>
        kit.log.error({ err: error, app: device.app_id }, 'a notice to a push token failed'),
      ),
    ),
  )
}
