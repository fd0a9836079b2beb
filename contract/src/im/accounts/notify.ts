// System messages: from the service to an account, or between accounts outside of conversations.
import { z } from 'zod'
import { command, definePush, service } from '../command.ts'
import { Scene, Target } from '../messages/scene.ts'

/** Types of system messages about invitations and requests to join a team. */
export const teamRequestMessageTypes = ['teamInvite', 'rejectTeamInvite', 'applyTeam', 'rejectTeamApply'] as const
export type TeamRequestMessageType = (typeof teamRequestMessageTypes)[number]
export const systemMessageTypes = ['friendRequest', 'deleteFriend', ...teamRequestMessageTypes, 'custom'] as const
export type SystemMessageType = (typeof systemMessageTypes)[number]
export const systemMessageStates = ['init', 'passed', 'rejected', 'error'] as const

const maxPs = 5_000 // maximum length of the text that comes with a request (messaging.md 9)
export const notice = {
  Ps: z.string('ps必须是字符串').max(maxPs, `ps不能超过${maxPs}个字符`),
  IdServer: z.string('idServer必须是字符串').regex(/^\d{1,18}$/, 'idServer不正确'),
  TeamId: z.string('teamId必须是字符串').regex(/^\d{1,18}$/, 'teamId不正确'),
}

export const SystemMessage = z.object({
  idServer: z.string(),
  type: z.literal(systemMessageTypes),
  from: z.string(),
  /** The scene of a message to a team; absent in p2p. */
  scene: Scene.optional(),
  /** The receiving account, or the team. */
  to: z.string(),
  time: z.number(),
  ps: z.string(),
  /** Kind of a message about a friendship: `addFriend`, `applyFriend` and so on. For a team: its state as JSON. */
  attach: z.string(),
  /** Content of a custom message, free for the sender. */
  content: z.string(),
  /** The nickname that an applicant wishes for in the team; for a friend application, the present one. */
  nickInTeam: z.string().optional(),
  /** The team in which an account of the site applied to become a friend. */
  teamId: z.string().optional(),
  read: z.boolean(),
  state: z.literal(systemMessageStates),
})
export type SystemMessage = z.output<typeof SystemMessage>

export const CustomNotice = Target.extend({
  content: z.string('content必须是字符串').min(1, 'content不能为空').max(maxPs, `content不能超过${maxPs}个字符`),
  /**
   * True for a transient message, such as "is typing": not stored, and not delivered to offline accounts. Required for
   * teams of more than 200 members.
   */
  sendToOnlineUsersOnly: z.boolean().default(false),
  /** True to notify the account's other devices, too. */
  cc: z.boolean().default(false),
})

export const Broadcast = z.object({ broadcastId: z.number(), body: z.string(), time: z.number() })
export type Broadcast = z.output<typeof Broadcast>

export const notify = service(
  4,
  {
    sendCustomSysMsg: command(1, {
      who: 'chat',
      texts: ['content'],
      input: CustomNotice,
      output: z.object({ sysMsg: SystemMessage }),
      errors: ['notFound', 'blockedByPeer', 'invalid', 'muted', 'notInTeam', 'consentNeeded'],
    }),
    batchMarkRead: command(5, {
      who: 'chat',
      input: z.object({ ids: z.array(notice.IdServer).min(1, 'ids不能为空数组').max(100, 'ids不能超过100个') }),
      output: z.null(),
    }),
  },
  {
    /** A transient message for online accounts only; it is not part of the changes. */
    passing: definePush(101, z.object({ sysMsg: SystemMessage })),
    broadcast: definePush(102, z.object({ broadcast: Broadcast })),
    /** The site has a new message for this account in its message centre. Clients then load it. */
    portal: definePush(103, z.object({})),
  },
)
