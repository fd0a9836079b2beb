// Finds the robot behind a name. An account never becomes or ceases to be a robot, so that a person is looked up once.
import { LRUCache } from 'lru-cache'
import type { ImViewer } from '../../../kit/chat/im-ctx.ts'
import type { Sql } from '../../../kit/db/db.ts'
import { selectAddressee, type Robot } from './store.ts'

const maxPeople = 50_000
/** A changed text of a robot takes effect on every node within this time. */
const robotLifeMs = 5_000

export type RobotLookup = (
  viewer: Pick<ImViewer, 'imId' | 'appId'>,
  accid: string,
) => Robot | null | Promise<Robot | null>

export function createRobotLookup(sql: Sql): RobotLookup {
  const people = new LRUCache<string, true>({ max: maxPeople })
  const robots = new LRUCache<string, Robot>({ max: 500, ttl: robotLifeMs })
  async function readRobot(imId: number, accid: string, key: string): Promise<Robot | null> {
    const account = await selectAddressee(sql, imId, accid)
    if (!account) return null
    const { kind } = account
    if (kind === null) {
      people.set(key, true)
      return null
    }
    const robot = { ...account, kind }
    robots.set(key, robot)
    return robot
  }
  return ({ imId, appId }, accid) => {
    const key = `${appId} ${accid}`
    return people.has(key) ? null : (robots.get(key) ?? readRobot(imId, accid, key))
  }
}
