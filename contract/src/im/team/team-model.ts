// Teams and super teams: their state, their members, and notification messages. One design for both (decision 017).
import { keysOf } from '../../keys.ts'
import { z } from 'zod'
import { Accid } from '../accounts/auth.ts'
import { namedText, pictureAddress } from '../named-text.ts'

export const teamScenes = ['team', 'superTeam'] as const
export const TeamScene = z.enum(teamScenes)
export type TeamScene = z.output<typeof TeamScene>

export const TeamId = z.string('teamId必须是字符串').regex(/^\d{1,15}$/, 'teamId不正确')

/** messaging.md 3: names for the codes of the wire. */
export const joinModes = { noVerify: 0, needVerify: 1, rejectAll: 2 } as const
export const beInviteModes = { needVerify: 0, noVerify: 1 } as const
/** Which members may perform an action in a team. */
export const rightModes = { manager: 0, all: 1 } as const
export const muteTypes = { none: 0, normal: 1, all: 3 } as const
export const teamTypes = { normal: 0, advanced: 1 } as const
export const memberRoles = { normal: 0, owner: 1, manager: 2 } as const
export type MemberRole = keyof typeof memberRoles

export const teamLimits = {
  /** Maximum number of members of a team, the owner included. */
  members: { team: 2_000, superTeam: 10_000 } satisfies Record<TeamScene, number>,
  /** Maximum number of accounts that one request adds or removes. */
  accounts: 200,
  /** Maximum number of teams of both kinds per account. */
  teams: 500,
  /** Maximum number of other members whom one member follows in a team. */
  followed: 200,
  memberPage: 500,
  /** Maximum length of a nickname on the site; apps have that of `TeamNick`. */
  siteNick: 20,
  unread: 999,
} as const

const teamShape = {
  teamId: z.string(),
  scene: TeamScene,
  type: z.enum(keysOf(teamTypes)),
  name: z.string(),
  avatar: z.string(),
  intro: z.string(),
  announcement: z.string(),
  custom: z.string(),
  owner: z.string(),
  /** Maximum number of members. */
  level: z.number(),
  valid: z.boolean(),
  memberNum: z.number(),
  memberUpdateTime: z.number(),
  createTime: z.number(),
  updateTime: z.number(),
  muteType: z.enum(keysOf(muteTypes)),
  joinMode: z.enum(keysOf(joinModes)),
  beInviteMode: z.enum(keysOf(beInviteModes)),
  inviteMode: z.enum(keysOf(rightModes)),
  updateTeamMode: z.enum(keysOf(rightModes)),
  updateCustomMode: z.enum(keysOf(rightModes)),
  /** True where the site admits and names the members (docs/guides/peer-groups.md). */
  isManaged: z.boolean().optional(),
}
export const Team = z.object(teamShape)
export type Team = z.output<typeof Team>
/** `mustApply`: the caller was removed from this open team of the site, and can return only by an application. */
export const TeamLookup = z.object({ team: Team, mustApply: z.boolean().optional() })

export const TeamMember = z.object({
  teamId: z.string(),
  account: z.string(),
  type: z.enum(keysOf(memberRoles)),
  nickInTeam: z.string(),
  custom: z.string(),
  mute: z.boolean(),
  joinTime: z.number(),
  updateTime: z.number(),
  /** The account that invited the member; empty for the creator of the team. */
  invitorAccid: z.string(),
  /** True while staff of the association mute the member of a group of the site. */
  isMutedByStaff: z.boolean().optional(),
})
export type TeamMember = z.output<typeof TeamMember>

/** Members, and nicknames of those who left after the caller joined, whose messages the caller may read. */
export const NamedMembers = z.object({
  members: z.array(TeamMember),
  formerNames: z.array(z.object({ account: z.string(), nickInTeam: z.string() })),
})

/** The account's membership of a team. Its version is separate from that of the account. */
export const OwnTeamMembership = z.object({
  version: z.number(),
  /** The last position before joining; only later messages are visible. */
  joinSeq: z.number(),
  joinTime: z.number(),
  type: z.enum(keysOf(memberRoles)),
  ack: z.number(),
  /** Number of readable messages up to the ack: all, and the account's own. */
  ackReadable: z.number(),
  ackOwnReadable: z.number(),
  /** Messages up to this time are not visible: from before joining, or cleared. */
  clearTime: z.number(),
  /** The last position that is not visible for this reason. */
  clearSeq: z.number(),
  /** Times of messages after the ack that would count as unread, but that the member deleted for itself. */
  hiddenTimes: z.array(z.number()),
  nickInTeam: z.string(),
  custom: z.string(),
  /** messaging.md 3: notify of 0 all messages, 1 none, 2 those of managers. */
  muteNotiType: z.number(),
  /** Members whose messages the account wants to notice even in a muted team. */
  followAccountIds: z.array(z.string()),
  /** The session is deleted until a message after this position. */
  deletedSeq: z.number(),
  /** Private notes of the account about the session. */
  ext: z.string(),
  /** Why staff of the association mute the account; only while they do. */
  muteReason: z.string().optional(),
})
export type OwnTeamMembership = z.output<typeof OwnTeamMembership>

/** messaging.md 3, attach types. Those of super teams have the same names here. */
const teamNoticeTypes = [
  ...(['addTeamMembers', 'removeTeamMembers', 'leaveTeam', 'updateTeam', 'dismissTeam', 'passTeamApply'] as const),
  ...(['transferTeam', 'addTeamManagers', 'removeTeamManagers', 'acceptTeamInvite', 'updateTeamMute'] as const),
] as const
/** Content of a notification message, written by the server. */
export const TeamNotice = z.object({
  type: z.enum(teamNoticeTypes),
  /** The fields of the team that changed, and always `teamId`. */
  team: z.object(teamShape).partial().optional(),
  accounts: z.array(z.string()).optional(),
  account: z.string().optional(),
  mute: z.boolean().optional(),
  /** True where the former owner leaves; its notification follows. */
  leave: z.boolean().optional(),
  custom: z.string().optional(),
})
export type TeamNotice = z.output<typeof TeamNotice>

const Version = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
/** The version of a team that a device holds completely, and the version of its own membership. */
export const TeamSyncMark = z.object({ teamId: TeamId, version: Version, ownVersion: Version })

const enumOfNames = <Names extends string>(names: Record<Names, number>, name: string) =>
  z.enum(keysOf(names), `${name}不正确`)

export const TeamNick = namedText(64, 'nickInTeam')
export const TeamName = namedText(64, 'name').min(1, 'name不能为空')
/** Fields that a page may set. messaging.md 5: only known modes are allowed. */
export const TeamFields = z
  .object({
    name: TeamName,
    avatar: pictureAddress('avatar'),
    intro: namedText(512, 'intro'),
    announcement: namedText(4_096, 'announcement'),
    custom: namedText(2_048, 'custom'),
    joinMode: enumOfNames(joinModes, 'joinMode'),
    beInviteMode: enumOfNames(beInviteModes, 'beInviteMode'),
    inviteMode: enumOfNames(rightModes, 'inviteMode'),
    updateTeamMode: enumOfNames(rightModes, 'updateTeamMode'),
    updateCustomMode: enumOfNames(rightModes, 'updateCustomMode'),
  })
  .partial()
export type TeamFields = z.output<typeof TeamFields>
/** Fields of a new team. */
export const NewTeamFields = TeamFields.extend({
  scene: TeamScene.default('team'),
  type: z.enum(keysOf(teamTypes), 'type只能是normal或advanced'),
  name: TeamName,
  /** The owner's nickname. */
  nickInTeam: TeamNick.default(''),
})
/** Texts of a team as a member saw them before changing them. Without them, the later change is kept. */
export const TeamTextsBeforeChange = z
  .object({
    name: namedText(64, 'name'),
    intro: namedText(512, 'intro'),
    announcement: namedText(4_096, 'announcement'),
  })
  .partial()
export type TeamTextsBeforeChange = z.output<typeof TeamTextsBeforeChange>

export const MemberAccounts = z
  .array(Accid, 'accounts必须是数组')
  .max(teamLimits.accounts, `accounts不能超过${teamLimits.accounts}个`)
  .transform((accounts) => [...new Set(accounts)])
export const SomeMemberAccounts = z
  .array(Accid, 'accounts必须是数组')
  .min(1, 'accounts不能为空数组')
  .max(teamLimits.accounts, `accounts不能超过${teamLimits.accounts}个`)
  .transform((accounts) => [...new Set(accounts)])
