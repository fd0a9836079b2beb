// Counsellor-led groups (团体辅导): the consent of clients, and what a counsellor does as leader.
import { z } from 'zod'
import { keysOf } from '../../keys.ts'
import { peerGroupLimits, peerGroupStates } from '../../peer-groups.ts'
import { ReadText } from '../consents.ts'
import { Day, EmptyInput, EmptyReply, endpoint, Id, optional, requiredText, text } from '../endpoint.ts'

const counsellor = ['counsellor'] as const
const { minCapacity, maxCapacity } = peerGroupLimits

/** Texts, capacity and days of a group, as staff and counsellors write them. */
export const GroupTexts = {
  title: requiredText(30, '请输入小组名称', '小组名称不能超过30个字'),
  summary: requiredText(80, '请输入一句话介绍', '一句话介绍不能超过80个字'),
  description: requiredText(2_000, '请输入小组介绍', '小组介绍不能超过2000个字'),
  rules: requiredText(1_000, '请输入小组规则', '小组规则不能超过1000个字'),
  capacity: z.coerce
    .number('请输入名额')
    .int('名额不正确')
    .min(minCapacity, `名额至少${minCapacity}人`)
    .max(maxCapacity, `名额最多${maxCapacity}人`),
  startsOn: optional(Day),
  endsOn: optional(Day),
}
/** Version of the group that the form has read; empty to save over any change that others made since. */
export const Edition = text(64).default('')
/** Account name of the second leader. */
export const CoLeader = text(30, '账号不能超过30个字').default('')

/**
 * A dissolution needs a reason, which the members read. So does publishing a counsellor-led group without a co-leader,
 * for the audit log.
 */
export const StateChange = z
  .object({
    id: Id,
    state: z.enum(['open', 'closed', 'dissolved'], '状态不正确'),
    reason: text(200, '原因不能超过200个字').default(''),
  })
  .refine(({ state, reason }) => state !== 'dissolved' || reason !== '', { path: ['reason'], message: '请填写原因' })

const LedConsentText = z.object({
  version: z.string(),
  hash: z.string(),
  title: z.string(),
  sections: z.array(z.object({ heading: z.string(), text: z.string() })),
  withdrawal: z.string(),
})
export type LedConsentText = z.output<typeof LedConsentText>

const OwnLedGroup = z.object({
  id: z.number(),
  title: z.string(),
  state: z.enum(keysOf(peerGroupStates)),
  capacity: z.number(),
  members: z.number(),
  waiting: z.number(),
  teamId: z.string().nullable(),
  summary: z.string(),
  description: z.string(),
  rules: z.string(),
  /** `2026-11-21`; empty for a group without such a day. */
  startsOn: z.string(),
  endsOn: z.string(),
  /** Account name of the co-leader; empty without one. */
  coLeader: z.string(),
  /** Why the proposal was declined, or the group ended. */
  endReason: z.string(),
  /** True for the leader's proposal that waits or was declined, whose texts the leader may change. */
  canEdit: z.boolean(),
  /** True while the counsellor who was named as co-leader has not answered. */
  awaitsCoLeader: z.boolean(),
  /** Version of the texts, days, places and leaders, by which a save detects changes of others. */
  edition: z.string(),
  /** True for a caller who is the co-leader, or is asked to be. */
  isCoLeader: z.boolean(),
})
export type OwnLedGroup = z.output<typeof OwnLedGroup>

const InvitableClient = z.object({
  /** Id of the latest appointment, which names the client. */
  bookingId: z.number(),
  /** The alias under which the counsellor knows the client. */
  name: z.string(),
  /** True after an invitation that was neither withdrawn nor declined, whether or not the client has used it. */
  isInvited: z.boolean(),
  /** False in the days after an invitation, also a withdrawn or declined one. */
  canInvite: z.boolean(),
  /** True for a client who declined the latest invitation. */
  hasDeclined: z.boolean(),
})
export type InvitableClient = z.output<typeof InvitableClient>

export const ledGroups = {
  'GET /peerGroup/consentText': endpoint({
    who: 'anyone',
    summary: '团体辅导知情同意书的全文与版本；不指定版本时是现在的版本',
    input: z.object({ version: optional(text(20)) }),
    output: LedConsentText,
    errors: ['notFound'],
  }),
  'POST /peerGroup/renewConsent': endpoint({
    who: 'user',
    summary: '成员或申请人：同意更新后的知情同意书',
    success: '已同意新版知情同意书',
    input: z.object({ id: Id, consent: ReadText }),
    output: EmptyReply,
    errors: ['notFound', 'changedMeanwhile', 'invalid'],
  }),
  'POST /peerGroup/withdrawConsent': endpoint({
    publicCache: 'invalidate',
    who: 'user',
    summary: '撤回对一个团体辅导小组的同意，同时离开',
    success: '已撤回同意并离开小组',
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound'],
  }),
  'GET /peerGroup/led': endpoint({
    who: counsellor,
    summary: '我带领的团体辅导，待审核的也在内',
    input: EmptyInput,
    output: z.object({ content: z.array(OwnLedGroup) }),
  }),
  'POST /peerGroup/propose': endpoint({
    who: counsellor,
    summary: '提议一个团体辅导，由协会审核发布',
    success: '已提交，协会审核后发布',
    input: z.object({ ...GroupTexts, coLeader: CoLeader }),
    output: z.object({ id: z.number() }),
    errors: ['invalid', 'wrongState', 'tooManyRequests'],
  }),
  'PUT /peerGroup/proposal': endpoint({
    who: counsellor,
    summary: '修改待审核或未通过的提议，并提交审核',
    success: '已提交，协会审核后发布',
    input: z.object({ id: Id, ...GroupTexts, coLeader: CoLeader, edition: Edition }),
    output: EmptyReply,
    errors: ['notFound', 'invalid', 'wrongState', 'changedMeanwhile', 'tooManyRequests'],
  }),
  'POST /peerGroup/coLead': endpoint({
    who: counsellor,
    summary: '被提名的协同带领者：在姓名公开前同意或谢绝',
    success: '已回复',
    input: z.object({ id: Id, isAgreed: z.boolean('请选择是否同意') }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
  'GET /peerGroup/clients': endpoint({
    who: counsellor,
    summary: '带领者：与我有过预约的来访者，以及是否邀请过',
    input: z.object({ id: Id }),
    output: z.object({ content: z.array(InvitableClient) }),
    errors: ['notFound'],
  }),
  'POST /peerGroup/invite': endpoint({
    who: counsellor,
    summary: '带领者：邀请一位来访者；对方同意后直接加入',
    success: '邀请已发出',
    input: z.object({ id: Id, bookingId: Id }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState', 'tooManyRequests'],
  }),
  'POST /peerGroup/withdrawInvitation': endpoint({
    who: counsellor,
    summary: '带领者：撤回对一位来访者的邀请；已经加入的不受影响',
    success: '邀请已撤回',
    input: z.object({ id: Id, bookingId: Id }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
  'POST /peerGroup/acceptInvitation': endpoint({
    publicCache: 'invalidate',
    who: 'user',
    summary: '申请还在等待时收到邀请的来访者：接受邀请，直接加入',
    success: '已加入小组',
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState', 'changedMeanwhile'],
  }),
  'POST /peerGroup/declineInvitation': endpoint({
    who: 'user',
    summary: '受邀的来访者：谢绝邀请；带领者在名单里看到，不另外通知',
    success: '已谢绝邀请',
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound'],
  }),
  'POST /peerGroup/leaderState': endpoint({
    publicCache: 'invalidate',
    who: counsellor,
    summary: '带领者：停止招募、恢复招募或结束团体辅导；结束要写明原因，成员会收到通知',
    success: '操作成功',
    input: StateChange,
    output: EmptyReply,
    errors: ['notFound', 'wrongState', 'invalid'],
  }),
}
