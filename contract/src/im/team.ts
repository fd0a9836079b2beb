// Teams and super teams: one service for both, told apart by the scene (decision 017).
import { z } from 'zod'
import { WireMessage } from './messages.ts'
import { notice } from './notify.ts'
import { command, push, service } from './row.ts'
import { Time } from './scene.ts'
import {
  MemberAccounts,
  namesOf,
  OwnMembership,
  SomeMemberAccounts,
  Team,
  TeamFields,
  TeamId,
  teamLimits,
  TeamMember,
  TeamName,
  TeamScene,
  teamTypes,
} from './team-model.ts'

/** A team as one member sees it, read in one snapshot. */
export const TeamState = z.object({
  team: Team,
  /** Increases with every message and every change of the team. */
  version: z.number(),
  lastSeq: z.number(),
  lastTime: z.number(),
  /** Readable messages so far: all, and those of the account. */
  lastReadable: z.number(),
  ownReadable: z.number(),
  own: OwnMembership,
  lastMsg: WireMessage.nullable(),
})
export type TeamState = z.output<typeof TeamState>

const TeamPlace = z.object({ scene: TeamScene.default('team'), teamId: TeamId })
const Custom = z.string('custom必须是字符串').max(4_000, 'custom不能超过4000个字符').default('')

/** A call that changes a team answers when the pushes have left: the device learns the new state from them. */
export const team = service(
  8,
  {
    createTeam: command(1, {
      who: 'chat',
      input: TeamFields.extend({
        scene: TeamScene.default('team'),
        type: z.enum(namesOf(teamTypes), 'type只能是normal或advanced'),
        name: TeamName,
        accounts: MemberAccounts.default([]),
        ps: notice.Ps.default(''),
      }),
      output: z.object({ state: TeamState, owner: TeamMember, accounts: z.array(z.string()) }),
      errors: ['notFound', 'invalid', 'teamFull', 'tooManyTeams', 'blockedByPeer'],
      maxFrequency: { times: 10, seconds: 60 },
    }),
    addTeamMembers: command(2, {
      who: 'chat',
      input: TeamPlace.extend({ accounts: SomeMemberAccounts, ps: notice.Ps.default(''), custom: Custom }),
      output: z.object({ accounts: z.array(z.string()) }),
      errors: [
        'notFound',
        'notAllowedInTeam',
        'notInTeam',
        'teamFull',
        'tooManyTeams',
        'alreadyInTeam',
        'blockedByPeer',
      ],
      maxFrequency: { times: 30, seconds: 60 },
    }),
    removeTeamMembers: command(3, {
      who: 'chat',
      input: TeamPlace.extend({ accounts: SomeMemberAccounts }),
      output: z.null(),
      errors: ['notAllowedInTeam', 'notInTeam'],
    }),
    leaveTeam: command(5, {
      who: 'chat',
      input: TeamPlace,
      output: z.null(),
      errors: ['notAllowedInTeam', 'notInTeam'],
    }),
    getTeam: command(6, { who: 'chat', input: TeamPlace, output: z.object({ team: Team }), errors: ['noSuchTeam'] }),
    /** The teams of the account. */
    getTeams: command(7, {
      who: 'chat',
      input: z.object({ scene: TeamScene.default('team') }),
      output: z.object({ teams: z.array(Team) }),
    }),
    /** Oldest members first. */
    getTeamMembers: command(9, {
      who: 'chat',
      input: TeamPlace.extend({
        /** The last member of the previous page. */
        after: z.object({ joinTime: Time, account: z.string().max(32) }).optional(),
        limit: z.number().int().min(1, 'limit不能小于1').max(teamLimits.memberPage).default(teamLimits.memberPage),
      }),
      output: z.object({ members: z.array(TeamMember), hasMore: z.boolean() }),
      errors: ['notInTeam'],
    }),
    dismissTeam: command(10, {
      who: 'chat',
      input: TeamPlace,
      output: z.null(),
      errors: ['notAllowedInTeam', 'notInTeam'],
    }),
  },
  {
    /** The account has joined. The state includes the message of joining; `deviceId` is that of the creator. */
    joined: push(101, z.object({ state: TeamState, deviceId: z.string() })),
    /** The account is no longer a member, or the team was dismissed. */
    left: push(
      102,
      z.object({ teamId: z.string(), scene: TeamScene, reason: z.enum(['left', 'removed', 'dismissed']) }),
    ),
    /** A change of the account's own state, from any of its devices. */
    own: push(103, z.object({ teamId: z.string(), scene: TeamScene, own: OwnMembership })),
    /** A message of the team, equal for all members, and the new state of the team where it changed. */
    msg: push(104, z.object({ msg: WireMessage, version: z.number(), team: Team.optional() })),
  },
)
