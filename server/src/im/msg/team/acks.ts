// Read position of a member. It locks only the membership, so that acks of a busy team do not wait for messages.
import { type OwnTeamMembership, TeamId, type TeamScene } from '@xinqiao/contract/im/team/team-model.ts'
import { transaction } from '../../../kit/db/db.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { presentOwn } from '../../conversations/teams/team-states.ts'
import * as store from './ack-store.ts'

export type TeamAck = { scene: TeamScene; to: string; timetag: number }

/** messaging.md 4: an ack only moves forward. Teams in which the account is not a member are skipped. */
export const markTeamAcks = (acks: readonly TeamAck[], { sql, viewer, deliver }: ImCtx): Promise<void> =>
  transaction(sql, async (tx, afterCommit) => {
    const teamAcks = acks.flatMap(({ to, ...ack }) =>
      TeamId.safeParse(to).success ? [{ ...ack, teamId: Number(to) }] : [],
    )
    // sorted by id, so that two devices of the account cannot deadlock
    for (const { teamId, scene, timetag } of teamAcks.sort((a, b) => a.teamId - b.teamId)) {
      const row = await store.lockMember(tx, teamId, viewer.imId)
      if (!row || !(await store.updateMemberAck(tx, row, timetag))) continue
      const own: OwnTeamMembership = presentOwn((await store.lockMember(tx, teamId, viewer.imId))!)
      afterCommit(() => deliver(viewer.imId, 'team.own', { teamId: `${teamId}`, scene, own }))
    }
  })
