// Search in the users and sessions of this device.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import { presentUser } from '../present/people.ts'
import { listSessions } from '../present/sessions.ts'

/** messaging.md 5: a search path begins with `user` or `session`. */
const searchPathPattern = /^(user|session)(\.|$)/
function readText(row: object, path: readonly string[]): string {
  const value = path.reduce<unknown>(
    (inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name],
    row,
  )
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
}

export const createLocalSearchApi = (core: Pick<NimCore, 'client' | 'presenterContext' | 'serverUrl'>) => ({
  /** Searches the users or sessions of this device: `user.nick`, `session.lastMsg.text`. */
  searchLocal(options: { keyword: string; keyPath: string | string[] } & WithDone<object[]>): void {
    callDone(options.done, async () => {
      const paths = [options.keyPath].flat()
      if (!options.keyword || paths.length === 0 || !paths.every((path) => searchPathPattern.test(path)))
        throw imFail('invalid', 'searchLocal需要keyword，以及以user或session开头的keyPath')
      const keyword = options.keyword.toLowerCase()
      const matches = paths.flatMap((path) => {
        const [collection, ...rest] = path.split('.')
        const list: object[] =
          collection === 'user'
            ? [...core.client.store.users.values()].map((user) => presentUser(user, core.serverUrl))
            : listSessions(core.presenterContext())
        const inside = rest.length > 0 ? rest : [collection === 'user' ? 'nick' : 'to']
        return list.filter((row) => readText(row, inside).toLowerCase().includes(keyword))
      })
      return Promise.resolve(matches)
    })
  },
})
