// Device data, and the log of logins.
import type { CommandName, CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { Db } from '../../kit/db/db.ts'
import type { ImCtx, ImHandlers } from '../../kit/chat/im-ctx.ts'
import { sealBindings } from '../../kit/auth/seal-bindings.ts'
import * as store from './store.ts'

const retentionDays = 180
const maxRecords = 50

const deviceOfViewer = ({ viewer }: ImCtx) => ({
  im_account_id: viewer.imId,
  device_id: viewer.deviceId,
  client_type: viewer.clientType,
})

async function updatePushToken({ tokenName, token }: ParsedInput<'user.updatePushToken'>, ctx: ImCtx): Promise<null> {
  // sealed, because a push token allows sending to the device
  const binding = sealBindings.deviceToken(ctx.viewer.imId, ctx.viewer.deviceId)
  const sealed = token === '' ? Buffer.alloc(0) : ctx.secrets.seal(token, binding)
  await store.upsertPushToken(ctx.sql, deviceOfViewer(ctx), tokenName, sealed)
  return null
}

async function recordBackgroundState(
  { isBackground, badge }: ParsedInput<'user.appBackground'>,
  ctx: ImCtx,
): Promise<null> {
  await store.upsertBackgroundState(ctx.sql, deviceOfViewer(ctx), isBackground, badge)
  return null
}

async function getLoginRecords(
  _input: unknown,
  { sql, viewer }: ImCtx,
): Promise<CommandOutput<'user.getLoginRecords'>> {
  const rows = await store.selectLogins(sql, viewer.imId, maxRecords)
  return {
    records: rows.map(({ device_id: deviceId, client_type: clientType, ip, at }) => ({
      deviceId,
      clientType,
      ip,
      time: at.getTime(),
    })),
  }
}

/** Logs the login, and refreshes the row of its device. */
export async function recordLogin(db: Db, login: store.NewLogin): Promise<void> {
  if (await store.insertLogin(db, login)) await store.deleteSurplusDevices(db, login.imAccountId)
}

export type DeviceCommand = Extract<CommandName, 'user.updatePushToken' | 'user.appBackground' | 'user.getLoginRecords'>
export const deviceHandlers: ImHandlers<DeviceCommand> = {
  'user.updatePushToken': updatePushToken,
  'user.appBackground': recordBackgroundState,
  'user.getLoginRecords': getLoginRecords,
}

const staleDeviceDays = 60

/** Deletes devices that have not connected for long: closed browsers, cleared storage, lost phones. */
export const deleteStaleDevices = (db: Db): Promise<void> => store.deleteDevicesOlderThan(db, staleDeviceDays)

export const deleteOldLogins = (db: Db): Promise<void> => store.deleteLoginsOlderThan(db, retentionDays)
