// Teams of an app, as its backend reads them, which is no member.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { teamLimits, type Team, type TeamMember, type TeamScene } from '@xinqiao/contract/im/team/team-model.ts'
import type { Db } from '../../../kit/db/db.ts'
import { presentMember, presentTeam } from '../../conversations/teams/team-states.ts'
import * as store from '../records/store.ts'

type JoinTimePage = { joinTime: number; limit: number; reverse: boolean; isMutedOnly: boolean }

/** Leaves out teams that do not exist in the app. */
export const listAppTeams = async (
  db: Db,
  appId: number,
  scene: TeamScene,
  teamIds: readonly string[],
): Promise<Team[]> => (await store.selectTeamsById(db, appId, teamIds.map(Number), scene)).map(presentTeam)

/** @throws ImFailure 816 */
export async function requireAppTeam(db: Db, appId: number, scene: TeamScene, teamId: string): Promise<Team> {
  const [team] = await listAppTeams(db, appId, scene, [teamId])
  if (!team) throw imFail('noSuchTeam')
  return team
}

/** All members, in the order of joining. Call it for teams, which are small enough, and after finding the team. */
export const listAppTeamMembers = async (db: Db, { teamId }: Team): Promise<TeamMember[]> =>
  (await store.selectMembers(db, Number(teamId), { after: null, limit: teamLimits.members.team })).map(presentMember)

/** Members in the order of joining; those who joined at the same time are on the same page. */
export const listAppMemberPage = async (db: Db, { teamId }: Team, page: JoinTimePage): Promise<TeamMember[]> =>
  (await store.selectMembersByJoinTime(db, Number(teamId), page)).map(presentMember)
