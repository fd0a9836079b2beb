// Peer groups for staff: drafts, states, applications, members and reports.
import { z } from 'zod'
import { auditChangeOf, auditCreationOf } from '../../audit.ts'
import { keysOf } from '../../keys.ts'
import {
  peerGroupKinds,
  peerGroupStates,
  peerReportReasons,
  peerReportStates,
  type PeerGroupState,
  type PeerReportReason,
  type PeerReportState,
} from '../../peer-groups.ts'
import {
  EmptyInput,
  endpoint,
  EmptyReply,
  Id,
  optional,
  pageSchemaOf,
  paging,
  requiredText,
  Time,
  toLimits,
} from '../endpoint.ts'
import { CoLeader, Edition, GroupTexts, StateChange } from './led.ts'
import { PeerApplication, PeerDecision } from './peer-groups.ts'

const groupEditors = ['administrator', 'service'] as const
const State = z.enum(keysOf<PeerGroupState>(peerGroupStates), '状态不正确')

const Draft = {
  ...GroupTexts,
  /** Account names. In a published group only those who may no longer lead are replaced. */
  leader: requiredText(30, '请输入带领者的账号', '账号不能超过30个字'),
  coLeader: CoLeader,
}
const Kind = z.enum(keysOf(peerGroupKinds), '请选择类型')

const StaffPeerGroupRow = z.object({
  id: z.number(),
  kind: Kind,
  title: z.string(),
  state: State,
  leaderName: z.string(),
  capacity: z.number(),
  members: z.number(),
  waiting: z.number(),
  openReports: z.number(),
  /** True if the leader or co-leader is disabled, blocked in the chat, or has lost the role that leads. */
  needsLeader: z.boolean(),
})
export type StaffPeerGroupRow = z.output<typeof StaffPeerGroupRow>

const StaffPeerGroup = StaffPeerGroupRow.extend({
  summary: z.string(),
  description: z.string(),
  rules: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  leader: z.string(),
  coLeader: z.string(),
  /** Version of the texts, days, places and leaders, by which a save detects changes of others. */
  edition: z.string(),
  /** False while the co-leader of a counsellor-led group has not agreed. */
  hasCoLeaderAgreed: z.boolean(),
  /** True when staff have closed the group to applications: its leaders cannot open it again. */
  isClosedByStaff: z.boolean(),
  /** Number of members with an open crisis alert. */
  membersWithAlerts: z.number(),
  /** The end of the group. `by` is a user name, empty for a job. Null while the group runs. */
  end: z.object({ time: Time, by: z.string(), reason: z.string() }).nullable(),
})
export type StaffPeerGroup = z.output<typeof StaffPeerGroup>

/** A member under the alias; leaders are not in the list. */
const StaffPeerMember = z.object({
  /** Id of the accepted application. */
  id: z.number(),
  alias: z.string(),
  joinTime: Time,
  isMuted: z.boolean(),
})
export type StaffPeerMember = z.output<typeof StaffPeerMember>

const StaffPeerReport = z.object({
  id: z.number(),
  /** Null for a report outside of peer groups. */
  groupId: z.number().nullable(),
  /** The group that accounts created; null for the groups of the association and for the private chat of friends. */
  teamId: z.number().nullable(),
  groupTitle: z.string(),
  /** True for a message of the private chat of friends. */
  isPrivate: z.boolean(),
  state: z.enum(keysOf<PeerReportState>(peerReportStates)),
  reason: z.enum(keysOf<PeerReportReason>(peerReportReasons)),
  text: z.string(),
  reporterAlias: z.string(),
  /** Alias of the reported member, or of the sender of the reported message; empty in the report of a former member. */
  reportedAlias: z.string(),
  /** Chat accounts of both sides in the report of a friend. Null for groups, where staff read only their names. */
  accounts: z.object({ reporter: z.string(), reported: z.string() }).nullable(),
  /** The reported message as it was; null if the report is about a member. */
  message: z.string().nullable(),
  /** Address of the reported picture, while the report is open and the group still shows the picture. */
  pictureUrl: z.string().nullable(),
  /** Lines of the group beside the reported message, oldest first; only while the report is open. */
  neighbours: z.array(z.object({ isAfter: z.boolean(), alias: z.string(), text: z.string() })),
  /** True while the group still shows the reported message. */
  hasMessage: z.boolean(),
  outcome: z.string(),
  createTime: Time,
  /**
   * True while the reported person is muted in the group, or in the chat for the report of a friend. Null for a person
   * who is no ordinary member any more.
   */
  isMuted: z.boolean().nullable(),
})
export type StaffPeerReport = z.output<typeof StaffPeerReport>

const Reason = requiredText(200, '请填写原因', '原因不能超过200个字')
const changeErrors = ['notFound', 'wrongState', 'invalid'] as const

export const staffPeerGroups = {
  'GET /admin/peerGroups': endpoint({
    who: groupEditors,
    summary: '同伴小组列表，草稿与已解散的也在内',
    input: z.object({ ...paging(20), state: optional(State) }).transform(toLimits),
    output: pageSchemaOf(StaffPeerGroupRow),
  }),
  'GET /admin/peerGroup': endpoint({
    who: groupEditors,
    summary: '一个同伴小组',
    input: z.object({ id: Id }),
    output: StaffPeerGroup,
    errors: ['notFound'],
  }),
  'POST /admin/peerGroup': endpoint({
    who: groupEditors,
    summary: '新建同伴小组，状态为草稿',
    audit: auditCreationOf('peerGroup'),
    success: '保存成功',
    input: z.object({ ...Draft, kind: Kind.default('peer') }),
    output: z.object({ id: z.number() }),
    errors: ['invalid'],
  }),
  'PUT /admin/peerGroup': endpoint({
    publicCache: 'invalidate',
    who: groupEditors,
    summary: '修改同伴小组',
    audit: auditChangeOf('peerGroup'),
    success: '保存成功',
    input: z.object({ id: Id, ...Draft, edition: Edition }),
    output: EmptyReply,
    errors: [...changeErrors, 'changedMeanwhile'],
  }),
  'POST /admin/peerGroup/state': endpoint({
    publicCache: 'invalidate',
    who: groupEditors,
    summary: '发布、停止招募、恢复招募或解散同伴小组；解散要写明原因，成员会收到通知',
    audit: ({ id, state, reason }) => ({
      action: 'peerGroupStateChanged',
      subject: `peerGroup ${id}`,
      reason,
      detail: { state },
    }),
    success: '操作成功',
    input: StateChange,
    output: EmptyReply,
    errors: changeErrors,
  }),
  'GET /admin/peerGroup/applications': endpoint({
    who: groupEditors,
    summary: '小组待审核的申请',
    input: z.object({ id: Id }),
    output: z.object({ content: z.array(PeerApplication) }),
    errors: ['notFound'],
  }),
  'POST /admin/peerGroup/decide': endpoint({
    publicCache: 'invalidate',
    who: groupEditors,
    summary: '接受或婉拒入组申请',
    audit: ({ id, isAccepted, reason }) => ({
      action: 'peerApplicationDecided',
      subject: `peerApplication ${id}`,
      reason,
      detail: { isAccepted },
    }),
    success: '处理成功',
    input: PeerDecision,
    output: EmptyReply,
    errors: changeErrors,
  }),
  'GET /admin/peerGroup/members': endpoint({
    who: groupEditors,
    summary: '小组成员，只显示组内称呼',
    input: z.object({ id: Id }),
    output: z.object({ content: z.array(StaffPeerMember) }),
    errors: ['notFound'],
  }),
  'POST /admin/peerGroup/mute': endpoint({
    who: groupEditors,
    summary: '禁言小组成员或解除禁言，对方会收到原因，带领者不能解除；id 是成员的申请编号',
    audit: ({ id, isMuted, reason }) => ({
      action: 'peerMemberMuted',
      subject: `peerApplication ${id}`,
      reason,
      detail: { isMuted },
    }),
    success: '操作成功',
    input: z.object({ id: Id, isMuted: z.boolean('请选择是否禁言'), reason: Reason }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
  'POST /admin/peerGroup/remove': endpoint({
    publicCache: 'invalidate',
    who: groupEditors,
    summary: '移出小组成员；id 是成员的申请编号',
    audit: ({ id, reason }) => ({ action: 'peerMemberRemoved', subject: `peerApplication ${id}`, reason }),
    success: '操作成功',
    input: z.object({ id: Id, reason: Reason }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
  'GET /admin/peerReports': endpoint({
    who: groupEditors,
    summary: '小组成员的举报，待处理的在前',
    input: z
      .object({ ...paging(20), state: optional(z.enum(keysOf<PeerReportState>(peerReportStates), '状态不正确')) })
      .transform(toLimits),
    output: pageSchemaOf(StaffPeerReport),
  }),
  'GET /admin/peerReports/waiting': endpoint({
    quick: true,
    polled: true,
    who: groupEditors,
    summary: '待处理的小组举报有多少',
    input: EmptyInput,
    output: z.object({ open: z.number() }),
  }),
  'POST /admin/peerReport/mute': endpoint({
    who: groupEditors,
    summary: '在小组或名单群里禁言被举报的人，或解除禁言；举报好友时在整个聊天中禁言；id 是举报编号',
    audit: ({ id, isMuted, reason }) => ({
      action: 'peerMemberMuted',
      subject: `peerReport ${id}`,
      reason,
      detail: { isMuted },
    }),
    success: '操作成功',
    input: z.object({ id: Id, isMuted: z.boolean('请选择是否禁言'), reason: Reason }),
    output: EmptyReply,
    errors: changeErrors,
  }),
  'POST /admin/peerReport/removeMessage': endpoint({
    who: groupEditors,
    summary: '删除被举报的消息，所有成员都不再看到；发送者会收到原因；id 是举报编号',
    audit: ({ id, reason }) => ({ action: 'peerMessageRemoved', subject: `peerReport ${id}`, reason }),
    success: '消息已删除',
    input: z.object({ id: Id, reason: Reason }),
    output: EmptyReply,
    errors: changeErrors,
  }),
  'POST /admin/peerReport/handle': endpoint({
    who: groupEditors,
    summary: '处理举报；处理结果会通知举报人',
    audit: ({ id, outcome }) => ({ action: 'peerReportHandled', subject: `peerReport ${id}`, reason: outcome }),
    success: '处理成功',
    input: z.object({ id: Id, outcome: requiredText(200, '请填写处理结果', '处理结果不能超过200个字') }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
}
