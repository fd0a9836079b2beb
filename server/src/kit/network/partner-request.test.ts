// Tests that requests to addresses that partners have entered reach no private network.
import { lookup } from 'node:dns/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isPublicAddress } from './network-address.ts'
import { lookupPublic, postToPartner } from './partner-request.ts'

const call = { headers: {}, body: '{}', allowsLoopback: false }

test.each([
  ...[
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.1.1',
    '0.0.0.0',
    '255.255.255.255',
  ],
  ...[
    '::1',
    '::',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'ff02::1',
    'not-an-address',
  ],
])('regards %s as not public', (ip) => {
  expect(isPublicAddress(ip)).toBe(false)
})

test.each(['8.8.8.8', '172.32.0.1', '223.5.5.5', '2400:3200::1', '::ffff:8.8.8.8'])('regards %s as public', (ip) => {
  expect(isPublicAddress(ip)).toBe(true)
})

test.each([
  ['http://93.184.215.14/', 'https only'],
  ['https://127.0.0.1/', 'private network'],
  ['https://2130706433/', 'private network'],
  ['https://[::1]/', 'private network'],
  ['https://192.168.0.10:8443/hook', 'private network'],
  ['https://localhost/', 'private network'],
])('refuses %s: %s', async (address, fault) => {
  expect(await postToPartner(address, call)).toEqual({ status: null, fault })
})

test('refuses a name by the addresses that it resolves to', async () => {
  const { address } = await lookup('localhost')
  expect(isPublicAddress(address)).toBe(false)
  const look = promisify(lookupPublic)
  await expect(look('localhost', {})).rejects.toThrow('private network')
  await expect(look('localhost', { all: true })).rejects.toThrow('private network')
})

test('follows no redirect, and reports a closed port as a fault', async () => {
  const seen: (string | undefined)[] = []
  const server = createServer((request, reply) => {
    seen.push(request.url)
    reply.writeHead(307, { location: '/other' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  expect(await postToPartner(url, { ...call, allowsLoopback: true })).toEqual({ status: 307, fault: '' })
  expect(seen).toEqual(['/hook'])
  await new Promise((resolve) => server.close(resolve))
  const result = await postToPartner(url, { ...call, allowsLoopback: true })
  expect(result).toMatchObject({ status: null, fault: expect.stringContaining('ECONNREFUSED') })
})
