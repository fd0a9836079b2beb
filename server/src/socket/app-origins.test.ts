// Tests that a page can sign in accounts of its own app only.
import { io } from 'socket.io-client'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { getCommand } from '@xinqiao/contract/im/table.ts'
import type { ReplyPacket } from '@xinqiao/contract/im/wire.ts'
import { createPerson, leaveAll, openDevice, until, untilReady } from '../../../im-sdk/test/people.ts'
import { createBackend } from '../../test/stand-ins/backend.ts'
import { useTestServer } from '../../test/test-server.ts'

const server = useTestServer({ IM_LINKS: 'https://chat2.xinqiao.test', ALLOW_STANDINS: '1' })
let url = ''
const origins = { hospital: 'https://hospital.example.cn', school: 'https://school.example.cn' }
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
const sockets: { disconnect: () => unknown }[] = []
afterEach(() => {
  leaveAll()
  sockets.splice(0).forEach((socket) => socket.disconnect())
})

type ChatLogin = { accid: string; token: string; appKey?: string }
/**
 * Signs in as a page of this origin, or as a program without one.
 * @returns the code of the reply
 */
async function signIn({ accid, token, appKey = '' }: ChatLogin, origin: string | null, transport = 'websocket') {
  const socket = io(url, {
    transports: [transport],
    forceNew: true,
    reconnection: false,
    ...(origin && { extraHeaders: { origin } }),
  })
  sockets.push(socket)
  const codes: number[] = []
  socket.on('reply', ([, code]: ReplyPacket) => codes.push(code))
  const { serviceId, command } = getCommand('auth.login')
  const login = { appKey, account: accid, token, deviceId: 'a-device-of-a-page', clientType: 16 }
  socket.emit('request', [serviceId, command.id, 1, login])
  await until(() => codes.length === 1, 'the reply')
  return codes[0]
}

test.each(['websocket', 'polling'])(
  'requires the app of the page and of the account to be the same, by %s',
  async (transport) => {
    const createAccount = async (name: 'hospital' | 'school'): Promise<ChatLogin> => {
      const backend = await createBackend(server(), name, [origins[name]])
      const { info } = await backend.request('user/create', { accid: 'ann' })
      return { ...(info as ChatLogin), appKey: backend.appKey }
    }
    const [patient, pupil] = [await createAccount('hospital'), await createAccount('school')]
    const member = await createPerson(server(), url)
    await until(async () => (await signIn(pupil, origins.school, transport)) === 200, 'the new app')
    const pages = [
      null,
      origins.hospital,
      origins.school,
      'http://xinqiao.localhost',
      'https://chat2.xinqiao.test',
      url,
    ]
    const codes: Record<string, (number | undefined)[]> = {}
    for (const [name, account] of Object.entries({ patient, pupil, member })) {
      codes[name] = []
      for (const page of pages) codes[name].push(await signIn(account, page, transport))
    }
    expect(codes).toEqual({
      patient: [200, 200, 2_003, 2_003, 2_003, 2_003],
      pupil: [200, 2_003, 200, 2_003, 2_003, 2_003],
      member: [200, 2_003, 2_003, 200, 200, 200],
    })
  },
)

test('informs pages of a closed app that it is closed, online and at the next login', async () => {
  const backend = await createBackend(server(), '诊所', ['https://clinic.example.cn'])
  const { info } = await backend.request('user/create', { accid: 'ann' })
  const device = openDevice(url, info, { appKey: backend.appKey })
  await untilReady(device)
  const setOpen = (isOpen: boolean) => server().requestAs(backend, 'PUT /admin/apps/state', { id: backend.id, isOpen })
  await setOpen(false)
  await until(() => device.ends.length > 0, 'the end')
  const closed = { code: 'kicked', reason: 'serverKick', custom: 'appClosed', message: '这个应用已停用' }
  expect(device.ends[0]).toMatchObject(closed)
  const login = { ...(info as ChatLogin), appKey: backend.appKey }
  for (const transport of ['websocket', 'polling']) {
    expect(await signIn(login, 'https://clinic.example.cn', transport)).toBe(2_005)
    expect(await signIn({ ...login, token: 'x'.repeat(43) }, 'https://clinic.example.cn', transport)).toBe(2_005)
    expect(await signIn(login, null, transport)).toBe(2_005)
    // pages of the site share the key of a closed playground
    expect(await signIn({ ...login, accid: 'unknown' }, url, transport)).toBe(2_005)
  }
  // uploads and files need an open app
  const preflight = { method: 'OPTIONS', headers: { origin: 'https://clinic.example.cn' } }
  const { headers } = await fetch(`${url}/files/im/${'0'.repeat(32)}`, preflight)
  expect(headers.get('access-control-allow-origin')).toBeNull()
  await setOpen(true)
  await until(async () => (await signIn(login, 'https://clinic.example.cn')) === 200, 'the opened app')
})

test('logs refused origins once a minute, and each refused login', async () => {
  const [{ accid }, foreign] = [await createPerson(server(), url), 'https://foreign.example.cn']
  const count = (text: string) => server().logs.filter((line) => line.includes(text)).length
  for (let i = 1; i <= 3; i += 1) {
    const reply = await fetch(`${url}/socket.io/?EIO=4&transport=polling`, { headers: { origin: foreign } })
    expect(reply.status).toBe(403)
  }
  expect(count(foreign)).toBe(1)
  const countRefusals = () => count('a login to the chat was refused')
  const before = countRefusals()
  expect(await signIn({ accid, token: 'x'.repeat(43) }, null)).toBe(302)
  expect(countRefusals()).toBe(before + 1)
  expect(count('x'.repeat(43))).toBe(0)
})
