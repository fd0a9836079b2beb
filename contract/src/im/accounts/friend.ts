// Friends: added directly or on request, and the aliases that an account gives them.
import { z } from 'zod'
import { Accid } from './auth.ts'
import { notice } from './notify.ts'
import { command, service } from '../command.ts'
import { namedText } from '../named-text.ts'

/** Ways to make or answer a friend request, by their number on the wire (messaging.md 3). */
export const friendRequests = { addFriend: 1, applyFriend: 2, passFriendApply: 3, rejectFriendApply: 4 } as const
export type FriendRequest = keyof typeof friendRequests

/** The tip that the server writes into the conversation of new friends of the site. Screens show it as a notice. */
export const newFriendsTip = '你们已成为好友，可以私聊了'
export const isNewFriendsTip = (content: object): boolean => 'tip' in content && content.tip === newFriendsTip

export const friendLimits = { friends: 10_000, page: 3_000 } as const // maximum per account, and per read (im-sdk-api.md, figures)

export const Friend = z.object({
  account: z.string(),
  alias: z.string(),
  custom: z.string(),
  serverex: z.string(),
  /** False when the account is no longer a friend. */
  valid: z.boolean(),
  createTime: z.number(),
  updateTime: z.number(),
})
export type Friend = z.output<typeof Friend>

export const FriendUpdate = z
  .object({
    account: Accid,
    alias: namedText(128, 'alias').optional(),
    custom: z.string('custom必须是字符串').max(1_024, 'custom不能超过1024个字符').optional(),
  })
  .refine(({ alias, custom }) => alias !== undefined || custom !== undefined, 'alias和custom至少要有一个')

export const friend = service(
  12,
  {
    friendRequest: command(1, {
      who: 'chat',
      texts: ['ps'],
      input: z.object({
        account: Accid,
        type: z.literal(Object.values(friendRequests), '好友请求类型不正确'),
        ps: notice.Ps.default(''),
        /** The application that an answer is about. */
        idServer: notice.IdServer.optional(),
        /** The team in which an account of the site applies. Its names become the names of the new friends. */
        teamId: notice.TeamId.optional(),
      }),
      output: z.null(),
      errors: ['notFound', 'invalid', 'blockedByPeer', 'consentNeeded'],
      maxFrequency: { times: 30, seconds: 60 },
    }),
    deleteFriend: command(2, {
      who: 'chat',
      input: z.object({ account: Accid, delAlias: z.boolean().default(false) }),
      output: z.null(),
      errors: ['notFound'],
    }),
    updateFriend: command(3, {
      who: 'chat',
      texts: ['alias', 'custom'],
      input: FriendUpdate,
      output: z.null(),
      errors: ['notFound'],
    }),
    getFriends: command(4, {
      who: 'chat',
      input: z.object({ timetag: z.number().int().min(0).default(0) }),
      output: z.object({ friends: z.array(Friend), timetag: z.number() }),
    }),
  },
  {},
)
