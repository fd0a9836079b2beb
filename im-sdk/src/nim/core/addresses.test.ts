// Tests of addresses as pages write them, as functions and with a real connection.
import { afterEach, expect, test } from 'vitest'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { closePages, openPage, sendText } from '../../../test/page.ts'
import { readAddresses } from './addresses.ts'

const server = useTestServer()
afterEach(closePages)

test('explicit options override those of privateConf, and hosts get a scheme', () => {
  const privateConf = {
    link_web: 'im.example.cn:8443',
    lbs_web: 'https://lbs.example.cn/lbs',
    nos_uploader_web: 'up.cn',
  }
  expect(readAddresses({ privateConf })).toEqual({
    server: 'https://im.example.cn:8443',
    locationServices: ['https://lbs.example.cn/lbs'],
    uploads: ['https://up.cn'],
  })
  expect(readAddresses({ privateConf: { ...privateConf, https_enabled: false } })).toMatchObject({
    server: 'http://im.example.cn:8443',
    locationServices: ['https://lbs.example.cn/lbs'],
  })
  expect(
    readAddresses({ privateConf, defaultLink: 'chat.example.cn', secure: false, uploadLinks: ['https://b.cn/'] }),
  ).toMatchObject({
    server: 'http://chat.example.cn',
    uploads: ['http://up.cn', 'https://b.cn'],
  })
  expect(readAddresses({ defaultLink: 'wss://chat.example.cn/' }).server).toBe('https://chat.example.cn')
  expect(readAddresses({})).toEqual({ server: undefined, locationServices: [], uploads: [] })
})

test('backup addresses of the location service can be turned off', () => {
  const lbsBackupUrlsCustomer = ['https://b1.cn', 'b2.cn']
  expect(readAddresses({ lbsUrl: 'https://a.cn', lbsBackupUrlsCustomer }).locationServices).toEqual([
    'https://a.cn',
    'https://b1.cn',
    'https://b2.cn',
  ])
  expect(readAddresses({ lbsUrl: 'https://a.cn', lbsBackupUrlsCustomer, lbsBackup: false }).locationServices).toEqual([
    'https://a.cn',
  ])
})

test('a page with privateConf alone connects and sends', async () => {
  const { url } = await server().listen({ isFrequencyLimited: false })
  const privateConf = { link_web: url.replace('http://', ''), https_enabled: false }
  const page = await openPage(server(), url, { defaultLink: undefined, privateConf })
  expect((await sendText(page, page.accid, '您好')).status).toBe('success')
})
