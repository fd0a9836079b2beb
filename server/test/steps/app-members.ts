// Accounts of apps for tests, without a portal account.
import { randomBytes } from 'node:crypto'
import { openDevice, type Device } from '../../../im-sdk/test/people.ts'
import { hashToken } from '../../src/kit/auth/secrets.ts'
import type { ClientEvents } from '../../../im-sdk/src/sync/results/client-events.ts'
import type { ClientOptions } from '../../../im-sdk/src/client.ts'
import type { TestServer } from '../test-server.ts'

export type AppRow = { id: number; appKey: string }
export type AppMember = {
  imId: number
  accid: string
  token: string
  device: (options?: Partial<ClientOptions>, events?: ClientEvents) => Device
}

/** @param id of the app; a free one by default */
export async function createApp({ owner }: TestServer, name: string, id?: number): Promise<AppRow> {
  const [row] = id
    ? await owner<{ id: number; app_key: string }[]>`
        insert into im_app (id, name) overriding system value values (${id}, ${name}) returning id, app_key`
    : await owner<{ id: number; app_key: string }[]>`insert into im_app (name) values (${name}) returning id, app_key`
  return { id: row!.id, appKey: row!.app_key }
}

export async function createAppMember(
  { owner }: TestServer,
  url: string,
  { id, appKey }: AppRow,
  accid: string,
): Promise<AppMember> {
  const token = randomBytes(16).toString('hex')
  const [row] = await owner<{ id: number }[]>`
    insert into im_account (app_id, accid) values (${id}, ${accid}) returning id`
  await owner`insert into im_user (im_account_id, nick) values (${row!.id}, ${accid})`
  await owner`
    insert into im_token (im_account_id, token_hash, expires_at) values (${row!.id}, ${hashToken(token)}, 'infinity')`
  return {
    imId: row!.id,
    accid,
    token,
    device: (options, events) => openDevice(url, { accid, token }, { appKey, ...options }, events),
  }
}
