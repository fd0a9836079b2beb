// The calls of the server API about robots.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { ServerApiFailure, type ServerCallInput } from '@xinqiao/contract/server-api/server-api.ts'
import {
  countRobots,
  createRobotAccount,
  maxRobots,
  requireManagedAccount,
  hasRobot,
  upsertRobot,
} from '../../im/chat.ts'
import { createAnswerWriter } from '../../modules.ts'
import { transaction } from '../../kit/db/db.ts'
import type { CallRunner } from './run.ts'
import type { Profiles } from './users.ts'

type RobotTexts = { welcome: string; prompt: string; questionUrl: string }
/** With instructions, the language model answers; without them, the backend of the app. */
const toRobot = ({ prompt, ...texts }: RobotTexts) =>
  ({ kind: prompt.trim() === '' ? 'backend' : 'model', prompt, ...texts }) as const

export function createRobotCalls({ kit, contextOf }: CallRunner, { checkProfile, saveProfile }: Profiles) {
  const { sql } = kit
  const writeAnswer = createAnswerWriter(kit)
  return {
    async 'robot/answer'({ accid, ...answer }: ServerCallInput<'robot/answer'>, appId: number) {
      const robot = await requireManagedAccount(sql, appId, accid)
      if (!(await hasRobot(sql, robot.id))) throw imFail('notFound', `账号${accid}不存在`)
      const msg = await writeAnswer(answer, contextOf(robot, appId))
      return { data: { msgid: Number(msg.idServer), timetag: msg.time } }
    },
    async 'robot/create'({ accid, name, icon, sign, ...texts }: ServerCallInput<'robot/create'>, appId: number) {
      checkProfile({ name, icon, sign })
      const account = await transaction(sql, async (tx) => {
        if ((await countRobots(tx, appId)) >= maxRobots)
          throw new ServerApiFailure('invalid', `一个应用最多有${maxRobots}个机器人`)
        const robot = await createRobotAccount(tx, appId, accid)
        await upsertRobot(tx, robot.id, toRobot(texts))
        return robot
      })
      await saveProfile(contextOf(account, appId), { name, icon, sign })
      return { info: { accid, name } }
    },
    async 'robot/update'({ accid, ...texts }: ServerCallInput<'robot/update'>, appId: number) {
      const { id } = await requireManagedAccount(sql, appId, accid)
      if (!(await hasRobot(sql, id))) throw imFail('notFound', `账号${accid}不存在`)
      await upsertRobot(sql, id, toRobot(texts))
      return {}
    },
  }
}
