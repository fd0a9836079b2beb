// Tests that quick calls use a cached session for some seconds, until the node learns that it has ended.
import { beforeEach, expect, test, vi } from 'vitest'
import { until } from '../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer({ RATE_LIMIT: '10000000' }, { nodeCount: 2 })
let person = { id: 0, token: '', username: '' }

beforeEach(async () => {
  person = await server().enter('user')
})

const send = (node: number, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, token: string, payload?: object) =>
  server().nodes[node]!.inject({
    method,
    url: `/prod-api${url}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  })
/** A `quick` endpoint for signed-in users. */
const ask = async (node: number) => (await send(node, 'GET', '/problemAnswer/list?type=5', person.token)).statusCode

const ends: [string, () => Promise<{ statusCode: number }>][] = [
  ['signing out', () => send(0, 'DELETE', '/auth/logout', person.token)],
  [
    'signing out the other devices',
    async () => {
      const login = { username: person.username, password: 'Xinqiao#2026' }
      const { data } = await server().call('POST /auth/mh/login', login)
      return send(0, 'POST', '/auth/devices/signOut', data.access_token, {})
    },
  ],
  [
    'closing the account',
    async () => {
      const admin = await server().enter('administrator')
      return send(0, 'PUT', '/admin/user', admin.token, { id: person.id, roleId: 6, enabled: false })
    },
  ],
]

test.each(ends)(
  'applies %s on this node at once, and on the other when it receives the message',
  async (_name, end) => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    try {
      expect([await ask(0), await ask(1)]).toEqual([200, 200])
      expect((await end()).statusCode).toBe(200)
      expect(await ask(0)).toBe(401)
      await until(async () => (await ask(1)) === 401, 'the other node to know')
    } finally {
      clock.mockRestore()
    }
  },
)
