// Links to groups of the chat: members create them, and people with an account join by link or code.
import { z } from 'zod'
import { EmptyReply, endpoint, Time } from '../endpoint.ts'
import { limits } from '../../limits.ts'
import { TeamId, teamLimits } from '../../im/team/team-model.ts'

const members = ['counsellor', 'user'] as const
const TeamLink = z.object({ code: z.string(), endTime: Time })
export type TeamLink = z.output<typeof TeamLink>

const TeamLinkPreview = z.object({
  teamId: z.string(),
  name: z.string(),
  intro: z.string(),
  members: z.number(),
  isMember: z.boolean(),
})
export type TeamLinkPreview = z.output<typeof TeamLinkPreview>

const TeamInput = z.object({ teamId: TeamId })
const Code = z
  .string('请输入邀请码')
  .trim()
  .toUpperCase()
  .regex(/^[0-9A-Z]{8,32}$/, '邀请码不正确')

export const teamLinks = {
  'POST /chat/teamLink': endpoint({
    who: members,
    summary: `小组的邀请链接：已有的直接返回，没有则新建，${limits.teamLinkDays}天内有效；可以邀请成员的人才能取得`,
    input: TeamInput,
    output: TeamLink,
    errors: ['notFound', 'forbidden', 'tooManyRequests'],
  }),
  'GET /chat/teamLink/current': endpoint({
    who: members,
    summary: '小组现有的邀请链接；没有时为 null',
    input: TeamInput,
    output: z.object({ link: TeamLink.nullable() }),
    errors: ['notFound', 'forbidden'],
  }),
  'POST /chat/teamLink/end': endpoint({
    who: members,
    summary: '停用小组的邀请链接',
    success: '邀请链接已停用',
    input: TeamInput,
    output: EmptyReply,
    errors: ['notFound', 'forbidden'],
  }),
  'GET /chat/teamLink': endpoint({
    who: members,
    summary: '邀请码对应的小组',
    input: z.object({ code: Code }),
    output: TeamLinkPreview,
    errors: ['notFound', 'tooManyRequests'],
  }),
  'POST /chat/teamLink/join': endpoint({
    who: members,
    summary: '用邀请码加入小组；已是成员时不变',
    success: '您已加入小组',
    texts: ['nickInTeam'],
    input: z.object({
      code: Code,
      /** The nickname in the group. Pages of earlier versions do not send it. */
      nickInTeam: z
        .string('请输入昵称')
        .trim()
        .max(teamLimits.siteNick, `昵称不能超过${teamLimits.siteNick}个字`)
        .default(''),
    }),
    output: z.object({ teamId: z.string() }),
    errors: ['notFound', 'wrongState', 'tooManyRequests', 'invalid'],
  }),
}
