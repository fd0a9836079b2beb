// Tests that the rows of devices are limited per account, and are deleted when a device has not connected for long.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll, createPerson, untilReady } from '../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { deleteStaleDevices } from './devices.ts'
import { insertLogin } from './store.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

const listDevices = async (accid: string) => {
  const rows = await server().kit.sql<{ device_id: string }[]>`
    select device_id from im_device join im_account on id = im_account_id where accid = ${accid} order by updated_at`
  return rows.map((row) => row.device_id)
}

test('does not wait for the disk at a login, and does at the next statement', async () => {
  const { accid } = await createPerson(server(), url)
  const reserved = await server().kit.sql.reserve()
  const readSetting = async () => (await reserved`select current_setting('synchronous_commit') as value`)[0]!['value']
  const [account] = await reserved<{ id: number }[]>`select id from im_account where accid = ${accid}`
  const login = { imAccountId: account!.id, deviceId: 'this-page', clientType: 16, ip: '127.0.0.1' }
  await reserved`begin`
  expect(await insertLogin(reserved, { ...login, connectionId: 'connection-1', nodeId: 'node-1' })).toBe(true)
  expect(await readSetting()).toBe('off')
  await reserved`commit`
  expect(await readSetting()).toBe('on')
  reserved.release()
  expect(await listDevices(accid)).toEqual(['this-page'])
})

test('keeps the thirty devices of an account that were used last', async () => {
  const ann = await createPerson(server(), url)
  const bob = await createPerson(server(), url)
  await server().kit.sql`
    insert into im_device (im_account_id, device_id, client_type, updated_at)
    select id, 'old-' || i, 16, now() - make_interval(mins => 100 - i)
    from im_account, generate_series(1, 40) i where accid in (${ann.accid}, ${bob.accid})`
  const device = ann.device({ deviceId: 'this-page' })
  await untilReady(device)
  await device.request('user.appBackground', { isBackground: true, badge: 0 })
  const devices = await listDevices(ann.accid)
  expect(devices).toHaveLength(30)
  expect(devices.at(-1)).toBe('this-page')
  expect(devices).not.toContain('old-11')
  expect(devices).toContain('old-12')
  expect(await listDevices(bob.accid)).toHaveLength(40)
})

test('removes devices that were not used for sixty days', async () => {
  const { sql } = server().kit
  const ann = await createPerson(server(), url)
  await sql`
    insert into im_device (im_account_id, device_id, client_type, updated_at)
    select id, 'of-' || days || '-days', 16, now() - make_interval(days => days)
    from im_account, unnest(array[1, 59, 61, 400]) days where accid = ${ann.accid}`
  await deleteStaleDevices(sql)
  expect(await listDevices(ann.accid)).toEqual(['of-59-days', 'of-1-days'])
})

test('refreshes the record of a device at login, and names it at the next one', async () => {
  const { sql } = server().kit
  const ann = await createPerson(server(), url)
  await untilReady(ann.device({ deviceId: 'first-phone' }))
  leaveAll()
  await sql`update im_device set updated_at = now() - interval '61 days', badge = 3 where device_id = 'first-phone'`
  const lastIds: string[] = []
  const login = ({ lastLoginDeviceId }: { lastLoginDeviceId: string }) => void lastIds.push(lastLoginDeviceId)
  await untilReady(ann.device({ deviceId: 'first-phone' }, { login }))
  await deleteStaleDevices(sql)
  // the row of a device in use stays, with its push token
  const [row] = await sql`select badge, client_type from im_device where device_id = 'first-phone'`
  expect(row).toEqual({ badge: 3, client_type: 16 })
  await untilReady(ann.device({ deviceId: 'second-phone' }, { login }))
  leaveAll()
  await untilReady(ann.device({ deviceId: 'first-phone' }, { login }))
  expect(lastIds).toEqual(['first-phone', 'first-phone', 'second-phone'])
  expect(await listDevices(ann.accid)).toEqual(['second-phone', 'first-phone'])
})

test('logins of new devices keep the thirty that were used last', async () => {
  const ann = await createPerson(server(), url)
  await server().kit.sql`
    insert into im_device (im_account_id, device_id, client_type, updated_at)
    select id, 'old-' || i, 16, now() - make_interval(mins => 100 - i)
    from im_account, generate_series(1, 30) i where accid = ${ann.accid}`
  await untilReady(ann.device({ deviceId: 'a-new-phone' }))
  const devices = await listDevices(ann.accid)
  expect([devices.length, devices[0], devices.at(-1)]).toEqual([30, 'old-2', 'a-new-phone'])
})
