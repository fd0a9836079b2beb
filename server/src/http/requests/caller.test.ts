// Tests that requests to endpoints marked `quick` reuse a cached session for some seconds, or until the node learns
// that the session has ended.
import { beforeEach, expect, test, vi } from 'vitest'
import { roles } from '@xinqiao/contract/roles.ts'
import { until } from '../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer({ RATE_LIMIT: '10000000' }, { nodeCount: 2 })
let person = { id: 0, token: '', username: '' }

beforeEach(async () => {
  person = await server().enter('user')
})

/** The status of a `quick` endpoint for signed-in users. */
const readQuickStatus = async (node: number) =>
  (await server().on(node).requestAs(person, 'GET /problemAnswer/list', { type: '5' })).status

const ends: [string, () => Promise<{ status: number }>][] = [
  ['signing out', () => server().requestAs(person, 'DELETE /auth/logout')],
  [
    'signing out the other devices',
    async () => {
      const login = { username: person.username, password: 'Xinqiao#2026' }
      const { data } = await server().request('POST /auth/mh/login', login)
      return server().requestAs({ token: data.access_token }, 'POST /auth/devices/signOut', {})
    },
  ],
  [
    'closing the account',
    async () => {
      const admin = await server().enter('administrator')
      return server().requestAs(admin, 'PUT /admin/user', { id: person.id, roleId: roles.user, enabled: false })
    },
  ],
]

test.each(ends)(
  'applies %s on this node at once, and on the other when it receives the message',
  async (_name, end) => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    try {
      expect([await readQuickStatus(0), await readQuickStatus(1)]).toEqual([200, 200])
      expect((await end()).status).toBe(200)
      expect(await readQuickStatus(0)).toBe(401)
      await until(async () => (await readQuickStatus(1)) === 401, 'the other node to know')
    } finally {
      clock.mockRestore()
    }
  },
)
