// Groups that accounts created in the chat, for staff: the list, one group, and moderation without reading messages.
import { z } from 'zod'
import { keysOf } from '../keys.ts'
import { crisisLevels } from '../crisis.ts'
import { memberRoles } from '../im/team/team-model.ts'
import {
  endpoint,
  EmptyReply,
  Id,
  optional,
  pageSchemaOf,
  paging,
  requiredText,
  text,
  Time,
  toLimits,
} from './endpoint.ts'

const moderators = ['administrator', 'service'] as const

const AccountGroup = z.object({
  /** The number of the team in the chat. */
  id: z.number(),
  name: z.string(),
  /** Name of the owner in the group, as members see it there. */
  ownerName: z.string(),
  members: z.number(),
  createTime: Time,
  openReports: z.number(),
  /** True while staff have muted everyone. Only staff end it. */
  isSilenced: z.boolean(),
  /** The level of name and introduction, if they sound like danger. */
  care: z.enum(crisisLevels).nullable(),
})
export type AccountGroup = z.output<typeof AccountGroup>

const AccountGroupDetail = AccountGroup.extend({
  intro: z.string(),
  /** False after the group was dissolved. */
  isValid: z.boolean(),
  /** Number of members with an open crisis alert. */
  membersWithAlerts: z.number(),
})

const AccountGroupMember = z.object({
  /** Internal number of the membership's account, which names no person. */
  id: z.number(),
  /** Name in the group. */
  name: z.string(),
  role: z.enum(keysOf(memberRoles)),
  joinTime: Time,
  isMuted: z.boolean(),
})
export type AccountGroupMember = z.output<typeof AccountGroupMember>

const Reason = requiredText(200, '请填写原因', '原因不能超过200个字')
const Key = optional(text(64).transform((key) => key.trim()))
const memberShape = { id: Id, memberId: Id, reason: Reason }
const errors = ['notFound', 'wrongState'] as const

export const accountGroups = {
  'GET /admin/accountGroups': endpoint({
    who: moderators,
    summary: '用户自己建的小组，新建的在前；key 是名称的一部分或小组编号',
    input: z.object({ ...paging(20), key: Key }).transform(toLimits),
    output: pageSchemaOf(AccountGroup),
  }),
  'GET /admin/accountGroup': endpoint({
    who: moderators,
    summary: '一个用户自己建的小组，已解散的也在内',
    input: z.object({ id: Id }),
    output: AccountGroupDetail,
    errors: ['notFound'],
  }),
  'GET /admin/accountGroup/members': endpoint({
    who: moderators,
    summary: '小组成员，先加入的在前；只显示组内的名字；key 是名字的一部分',
    input: z.object({ id: Id, ...paging(20), key: Key }).transform(toLimits),
    output: pageSchemaOf(AccountGroupMember),
    errors: ['notFound'],
  }),
  'POST /admin/accountGroup/silence': endpoint({
    who: moderators,
    summary: '全员禁言或解除；禁言期间只有组长能发言，组长不能解除',
    audit: ({ id, isSilenced, reason }) => ({
      action: 'peerMemberMuted',
      subject: `chatGroup ${id}`,
      reason,
      detail: { isMuted: isSilenced, accounts: 'all' },
    }),
    success: '操作成功',
    input: z.object({ id: Id, isSilenced: z.boolean('请选择是否禁言'), reason: Reason }),
    output: EmptyReply,
    errors,
  }),
  'POST /admin/accountGroup/muteMember': endpoint({
    who: moderators,
    summary: '禁言小组成员（包括组长）或解除禁言',
    audit: ({ id, memberId, isMuted, reason }) => ({
      action: 'peerMemberMuted',
      subject: `chatGroup ${id}`,
      reason,
      detail: { isMuted, memberId },
    }),
    success: '操作成功',
    input: z.object({ ...memberShape, isMuted: z.boolean('请选择是否禁言') }),
    output: EmptyReply,
    errors,
  }),
  'POST /admin/accountGroup/removeMember': endpoint({
    who: moderators,
    summary: '移出小组成员，对方会收到原因',
    audit: ({ id, memberId, reason }) => ({
      action: 'peerMemberRemoved',
      subject: `chatGroup ${id}`,
      reason,
      detail: { memberId },
    }),
    success: '操作成功',
    input: z.object(memberShape),
    output: EmptyReply,
    errors,
  }),
  'POST /admin/accountGroup/dissolve': endpoint({
    who: moderators,
    summary: '解散小组，成员会收到原因',
    audit: ({ id, reason }) => ({ action: 'chatGroupDissolved', subject: `chatGroup ${id}`, reason }),
    success: '小组已解散',
    input: z.object({ id: Id, reason: Reason }),
    output: EmptyReply,
    errors,
  }),
}
