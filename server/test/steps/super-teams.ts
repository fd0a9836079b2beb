// Super teams for tests: the server API creates them, and no page can.
import { getCommand } from '@xinqiao/contract/im/table.ts'
import type { CommandInput } from '@xinqiao/contract/im/index.ts'
import { createServerContext } from '../../src/kit/chat/server-context.ts'
import { selectHistory } from '../../src/kit/generation-store.ts'
import { createChangeReaders, createChatHandlers } from '../../src/modules.ts'
import type { TestServer } from '../test-server.ts'

export type SuperTeamFields = Partial<Omit<CommandInput<'team.createTeam'>, 'scene' | 'type'>> & { name: string }

/**
 * Creates a super team. Invited accounts join at once, unless `beInviteMode` says otherwise.
 * @returns the id of a team of this account
 */
export async function createSuperTeam({ kit }: TestServer, owner: string, fields: SuperTeamFields): Promise<string> {
  const [account] = await kit.sql<{ id: number; accid: string; app_id: number }[]>`
    select id, accid, app_id from im_account where accid = ${owner}`
  const { generation } = await selectHistory(kit.sql)
  const ctx = createServerContext({ kit, readers: createChangeReaders(kit), generation }, account!, account!.app_id)
  const input = { scene: 'superTeam', type: 'advanced', beInviteMode: 'noVerify', ...fields }
  const parsed = getCommand('team.createTeam').command.input.parse(input)
  const { state } = await createChatHandlers(kit)['team.createTeam'](parsed as never, {
    ...ctx,
    createsSuperTeams: true,
  })
  return state.team.teamId
}
