// All calls of the server API, by name.
import type { ServerCallInput, ServerCallName, ServerCallOutput } from '@xinqiao/contract/server-api/server-api.ts'
import { getAppAlertTexts } from '../../im/chat.ts'
import type { Kit } from '../../kit/ctx.ts'
import { createImportCalls } from './imports.ts'
import { createMessageCalls } from './messages.ts'
import { createRobotCalls } from './robots.ts'
import { createRoomCommandCalls } from './room-commands.ts'
import { createRoomCalls } from './rooms.ts'
import { createCallRunner } from './run.ts'
import { createSuperTeamCalls } from './super-teams.ts'
import { createTeamCalls } from './teams.ts'
import { createProfiles, createUserCalls } from './users.ts'

type ServerCallHandlers = {
  [K in ServerCallName]: (input: ServerCallInput<K>, appId: number) => Promise<ServerCallOutput<K>>
}

export function createServerCalls(kit: Kit, generation: () => number): ServerCallHandlers {
  const runner = createCallRunner(kit, generation)
  const profiles = createProfiles(runner)
  return {
    ...createImportCalls(kit),
    ...createRoomCalls(kit),
    ...createRoomCommandCalls(runner),
    ...createTeamCalls(runner),
    ...createSuperTeamCalls(runner),
    ...createRobotCalls(runner, profiles),
    ...createUserCalls(runner, profiles),
    ...createMessageCalls(runner, generation),
    async 'crisis/queryText'({ id }, appId) {
      return { texts: await getAppAlertTexts(kit, appId, id) }
    },
    async 'history/querySessionMsg'({ from, to, ...page }, appId) {
      return runner.queryHistory(await runner.contextFor(appId, from), { scene: 'p2p', to }, page)
    },
  }
}
