// Teams and super teams: one service for both, distinguished by the scene (decision 017).
import { z } from 'zod'
import { Accid } from '../accounts/auth.ts'
import { Change } from '../accounts/changes.ts'
import { WireMessage } from '../messages/messages.ts'
import { notice } from '../accounts/notify.ts'
import { command, definePush, service } from '../command.ts'
import { Timestamp } from '../messages/scene.ts'
import {
  SingleReadReceiptRef,
  ReadReceiptRefs,
  TeamReadAccounts,
  TeamReadNotice,
  TeamReadReceipt,
} from './team-receipts.ts'
import {
  MemberAccounts,
  NamedMembers,
  NewTeamFields,
  OwnTeamMembership,
  SomeMemberAccounts,
  Team,
  TeamTextsBeforeChange,
  TeamFields,
  TeamId,
  teamLimits,
  TeamMember,
  TeamLookup,
  TeamNick,
  TeamScene,
} from './team-model.ts'

/** A team from the view of one member, read in one snapshot. */
export const TeamState = z.object({
  team: Team,
  /** Increases with every message and every change of the team. */
  version: z.number(),
  lastSeq: z.number(),
  lastTime: z.number(),
  /** Number of readable messages: all, and those of the account. */
  lastReadable: z.number(),
  ownReadable: z.number(),
  own: OwnTeamMembership,
  lastMsg: WireMessage.nullable(),
  /** Times of messages after the ack that would count as unread, but were recalled. */
  recalledTimes: z.array(z.number()),
})
export type TeamState = z.output<typeof TeamState>

const teamRefShape = { scene: TeamScene.default('team'), teamId: TeamId }
export const TeamRef = z.object(teamRefShape)
export type TeamRef = z.output<typeof TeamRef>
const TeamEnd = z.object({ reason: z.enum(['left', 'removed', 'dismissed']), msg: WireMessage.optional() })
const MembersRef = TeamRef.extend({ accounts: SomeMemberAccounts })
const Answer = TeamRef.extend({ idServer: notice.IdServer, from: Accid, ps: notice.Ps.default('') })
const rightErrors = ['notAllowedInTeam', 'notInTeam'] as const
const joinErrors = ['notFound', 'noSuchTeam', 'teamFull', 'tooManyTeams', 'alreadyInTeam'] as const
const TeamIds = z.array(TeamId, 'teamIds必须是数组').min(1, 'teamIds不能为空数组').max(100, 'teamIds不能超过100个')
/** messaging.md 5: at most ten accounts. */
const MutedAccounts = SomeMemberAccounts.refine((accounts) => accounts.length <= 10, 'accounts不能超过10个')
const Custom = z.string('custom必须是字符串').max(2_048, 'custom不能超过2048个字符')

const answering = { who: 'chat', texts: ['ps'], input: Answer, output: z.null() } as const
const following = { who: 'chat', input: MembersRef, output: z.object({ own: OwnTeamMembership }) } as const

/** A command that changes a team replies after its pushes were sent: they bring the device the new state. */
export const team = service(
  8,
  {
    createTeam: command(1, {
      who: 'chat',
      texts: ['name', 'intro', 'announcement', 'custom', 'ps', 'nickInTeam'],
      input: NewTeamFields.extend({ accounts: MemberAccounts.default([]), ps: notice.Ps.default('') }),
      output: z.object({ state: TeamState, owner: TeamMember, accounts: z.array(z.string()) }),
      errors: ['notFound', 'invalid', 'teamFull', 'tooManyTeams', 'blockedByPeer', 'notAllowedInTeam', 'consentNeeded'],
      maxFrequency: { times: 10, seconds: 60 },
    }),
    addTeamMembers: command(2, {
      who: 'chat',
      texts: ['ps', 'custom'],
      input: TeamRef.extend({ accounts: SomeMemberAccounts, ps: notice.Ps.default(''), custom: Custom.default('') }),
      output: z.object({ accounts: z.array(z.string()) }),
      errors: [
        'notFound',
        'notAllowedInTeam',
        'notInTeam',
        'teamFull',
        'tooManyTeams',
        'alreadyInTeam',
        'blockedByPeer',
        'consentNeeded',
      ],
      maxFrequency: { times: 30, seconds: 60 },
    }),
    removeTeamMembers: command(3, {
      who: 'chat',
      input: MembersRef,
      output: z.null(),
      errors: ['notAllowedInTeam', 'notInTeam'],
    }),
    updateTeam: command(4, {
      who: 'chat',
      texts: ['name', 'intro', 'announcement', 'custom'],
      input: TeamFields.extend({ ...teamRefShape, expected: TeamTextsBeforeChange.default({}) }),
      output: z.null(),
      errors: ['notAllowedInTeam', 'notInTeam', 'invalid', 'changedMeanwhile'],
    }),
    leaveTeam: command(5, {
      who: 'chat',
      input: TeamRef,
      output: z.null(),
      errors: ['notAllowedInTeam', 'notInTeam'],
    }),
    getTeam: command(6, { who: 'chat', input: TeamRef, output: TeamLookup, errors: ['noSuchTeam'] }),
    getTeams: command(7, {
      who: 'chat',
      input: z.object({ scene: TeamScene.default('team') }),
      output: z.object({ teams: z.array(Team) }),
    }),
    /** The members of a team, those who joined first at the beginning. */
    getTeamMembers: command(9, {
      who: 'chat',
      input: TeamRef.extend({
        /** The last member of the previous page. */
        after: z.object({ joinTime: Timestamp, account: z.string().max(32) }).optional(),
        limit: z.number().int().min(1, 'limit不能小于1').max(teamLimits.memberPage).default(teamLimits.memberPage),
      }),
      output: z.object({ members: z.array(TeamMember), hasMore: z.boolean() }),
      errors: ['notInTeam'],
    }),
    dismissTeam: command(10, {
      who: 'chat',
      input: TeamRef,
      output: z.null(),
      errors: ['notAllowedInTeam', 'notInTeam'],
    }),
    transferTeam: command(11, {
      who: 'chat',
      input: TeamRef.extend({ account: Accid, leave: z.boolean('leave必须是布尔值') }),
      output: z.null(),
      errors: rightErrors,
    }),
    addTeamManagers: command(12, { who: 'chat', input: MembersRef, output: z.null(), errors: rightErrors }),
    removeTeamManagers: command(13, { who: 'chat', input: MembersRef, output: z.null(), errors: rightErrors }),
    /** Mutes everyone except the owner and the managers. */
    muteTeamAll: command(14, {
      who: 'chat',
      input: TeamRef.extend({ mute: z.boolean('mute必须是布尔值') }),
      output: z.null(),
      errors: rightErrors,
    }),
    updateMuteStateInTeam: command(15, {
      who: 'chat',
      input: TeamRef.extend({ accounts: MutedAccounts, mute: z.boolean('mute必须是布尔值') }),
      output: z.null(),
      errors: rightErrors,
    }),
    /** Changes the caller's membership. */
    updateInfoInTeam: command(16, {
      who: 'chat',
      texts: ['nickInTeam', 'custom'],
      input: TeamRef.extend({
        nickInTeam: TeamNick.optional(),
        custom: Custom.optional(),
        muteNotiType: z.literal([0, 1, 2], 'muteNotiType不正确').optional(),
      }).refine(
        ({ nickInTeam, custom, muteNotiType }) => (nickInTeam ?? custom ?? muteNotiType) !== undefined,
        'nickInTeam、muteTeam、muteNotiType、custom至少有一项',
      ),
      output: z.object({ own: OwnTeamMembership }),
      errors: ['notInTeam'],
    }),
    updateNickInTeam: command(17, {
      who: 'chat',
      texts: ['nickInTeam'],
      input: TeamRef.extend({ account: Accid, nickInTeam: TeamNick }),
      output: z.null(),
      errors: rightErrors,
    }),
    /** Follows members: pages tell of their messages even in a muted team. */
    addTeamMembersFollow: command(31, { ...following, errors: ['notFound', 'notInTeam', 'invalid'] }),
    /** Skips accounts that the caller does not follow. */
    removeTeamMembersFollow: command(32, { ...following, errors: ['notInTeam'] }),
    getMutedTeamMembers: command(18, {
      who: 'chat',
      input: TeamRef,
      output: z.object({ members: z.array(TeamMember) }),
      errors: ['notInTeam'],
    }),
    getTeamsById: command(19, {
      who: 'chat',
      input: z.object({ scene: TeamScene.default('team'), teamIds: TeamIds }),
      output: z.object({ teams: z.array(Team) }),
    }),
    getMembersByAccounts: command(20, {
      who: 'chat',
      input: MembersRef.refine((ref) => ref.scene === 'team' || ref.accounts.length <= 20, 'accounts不能超过20个'),
      output: NamedMembers,
      errors: ['notInTeam'],
    }),
    /** The caller's memberships of these teams. */
    getMyTeamMembers: command(21, {
      who: 'chat',
      input: z.object({ scene: TeamScene.default('team'), teamIds: TeamIds }),
      output: z.object({ members: z.array(z.object({ member: TeamMember, own: OwnTeamMembership })) }),
    }),
    /** Joins, or applies to the owner and the managers. An application keeps the nickname until it is answered. */
    applyTeam: command(22, {
      who: 'chat',
      texts: ['ps', 'nickInTeam'],
      input: TeamRef.extend({ ps: notice.Ps.default(''), nickInTeam: TeamNick.default('') }),
      output: z.object({ team: Team, hasJoined: z.boolean() }),
      errors: [...joinErrors, 'notAllowedInTeam', 'invalid'],
      maxFrequency: { times: 20, seconds: 60 },
    }),
    passTeamApply: command(23, {
      who: 'chat',
      texts: ['ps'],
      input: Answer,
      output: z.null(),
      errors: [...joinErrors, ...rightErrors],
    }),
    rejectTeamApply: command(24, {
      who: 'chat',
      texts: ['ps'],
      input: Answer,
      output: z.null(),
      errors: ['notFound', ...rightErrors],
    }),
    /** Members who joined at a time or later, or before it with `reverse`; lists of super teams are read in parts. */
    getMembersByJoinTime: command(27, {
      who: 'chat',
      input: TeamRef.extend({
        /** Joining time at which the page begins. 0 is that of the first member, or with `reverse` of the last one. */
        joinTime: z.number('joinTime必须是数字').int().min(0, 'joinTime不能小于0').default(0),
        limit: z.number('limit必须是数字').int().min(1, 'limit不能小于1').max(teamLimits.memberPage).default(100),
        reverse: z.boolean('reverse必须是布尔值').default(false),
        isMutedOnly: z.boolean().default(false),
      }),
      output: z.object({ members: z.array(TeamMember) }),
      errors: ['notInTeam'],
    }),
    acceptTeamInvite: command(25, {
      who: 'chat',
      texts: ['ps', 'nickInTeam'],
      input: Answer.extend({ nickInTeam: TeamNick.default('') }),
      output: z.null(),
      errors: [...joinErrors, 'invalid'],
    }),
    rejectTeamInvite: command(26, { ...answering, errors: ['notFound'] }),
    /** Marks messages as read, and in each team all earlier ones. Messages that request no receipt are skipped. */
    sendTeamMsgReceipt: command(28, { who: 'chat', input: ReadReceiptRefs, output: z.null(), errors: ['invalid'] }),
    /** Leaves out messages of others, and those without receipts. */
    getTeamMsgReads: command(29, {
      who: 'chat',
      input: ReadReceiptRefs,
      output: z.object({ teamMsgReceipts: z.array(TeamReadReceipt) }),
      errors: ['invalid'],
    }),
    getTeamMsgReadAccounts: command(30, {
      who: 'chat',
      input: SingleReadReceiptRef,
      output: TeamReadAccounts,
      errors: ['notFound', 'invalid'],
    }),
  },
  {
    /**
     * The account has joined. The state includes the message about the joining. `deviceId` is the device that created
     * the team.
     */
    joined: definePush(101, z.object({ state: TeamState, deviceId: z.string() })),
    /**
     * The account is no longer a member, or the team was dismissed. `msg` is the notification of the account's leaving
     * or removal, which is not in its history.
     */
    left: definePush(102, TeamEnd.extend({ teamId: z.string(), scene: TeamScene })),
    /** A change of the account's membership, made on any of its devices. */
    own: definePush(103, z.object({ teamId: z.string(), scene: TeamScene, own: OwnTeamMembership })),
    /** A new nickname in the team, which has no notification message. `others` changed at the same time. */
    member: definePush(
      105,
      z.object({ member: TeamMember, others: z.array(TeamMember).optional(), team: Team, version: z.number() }),
    ),
    /** A message was recalled or edited by the device `deviceId`. The version of the change is that of the team. */
    changed: definePush(107, z.object({ teamId: z.string(), scene: TeamScene, change: Change, deviceId: z.string() })),
    /** To the sender: members have read these messages. */
    receipts: definePush(106, z.object({ teamMsgReceipts: z.array(TeamReadNotice) })),
    /** A message of the team, the same for all members, with the new state of the team if it changed. */
    msg: definePush(104, z.object({ msg: WireMessage, version: z.number(), team: Team.optional() })),
  },
)
