// Peer groups (同伴小组): the public list, applications of users, and the calls of a group's leader.
import { z } from 'zod'
import { keysOf } from '../../keys.ts'
import {
  peerApplicationStates,
  peerGroupKinds,
  peerGroupLimits,
  peerReportReasons,
  type PeerApplicationState,
  type PeerReportReason,
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
  text,
  Time,
  toLimits,
} from '../endpoint.ts'
import { ReadText } from '../consents.ts'

const PeerGroupLeader = z.object({
  name: z.string(),
  /** Professional title of a counsellor; empty for another leader. */
  title: z.string(),
  photo: z.string(),
  /** Id and account of the counsellor's public page; null for a leader without one. */
  counsellor: z.object({ id: z.number(), userId: z.number() }).nullable(),
})
export type PeerGroupLeader = z.output<typeof PeerGroupLeader>

/** The latest application of the caller. */
const OwnApplication = z.object({
  id: z.number(),
  state: z.enum(keysOf<PeerApplicationState>(peerApplicationStates)),
  alias: z.string(),
  /** Reason of a refusal. */
  reason: z.string(),
  /** True for a former member, who may still report what happened in the group. */
  canReport: z.boolean(),
})

const PeerGroupCard = z.object({
  id: z.number(),
  kind: z.enum(keysOf(peerGroupKinds)),
  /** First and last day, `2026-11-21`; empty for a group without such a day. */
  startsOn: z.string(),
  endsOn: z.string(),
  title: z.string(),
  summary: z.string(),
  /** False for a group that accepts no applications at present. */
  isOpen: z.boolean(),
  /** True for a dissolved group, which only its former members still see. */
  isDissolved: z.boolean(),
  capacity: z.number(),
  places: z.number(),
  leader: PeerGroupLeader,
  own: OwnApplication.nullable(),
  isLeader: z.boolean(),
  /** Id of the chat team, for members and leaders only. */
  teamId: z.string().nullable(),
})
export type PeerGroupCard = z.output<typeof PeerGroupCard>

const PeerGroupDetail = PeerGroupCard.extend({
  description: z.string(),
  rules: z.string(),
  coLeader: PeerGroupLeader.nullable(),
  /** True for a client whom a leader of a counsellor-led group has invited, and whom no one needs to accept. */
  isInvited: z.boolean(),
  /** True for a client whose consent is to an earlier version of the text of counsellor-led groups. */
  needsConsent: z.boolean(),
  /** For leaders: true when the association has closed the group to applications, so that they cannot open it again. */
  isClosedByStaff: z.boolean(),
})
export type PeerGroupDetail = z.output<typeof PeerGroupDetail>

/** An application as leaders and staff see it: under its alias only. */
export const PeerApplication = z.object({
  id: z.number(),
  alias: z.string(),
  note: z.string(),
  createTime: Time,
  /** When a leader or staff removed the applicant from this group; null for others. */
  removedTime: Time.nullable(),
  /** The name that the removed person had in the group; empty for others. */
  removedAlias: z.string(),
  /** True when alias or note sound as if the applicant were in danger. Only the duty staff learn the level. */
  isInDanger: z.boolean(),
})
export type PeerApplication = z.output<typeof PeerApplication>

/** Input of a decision by leader or staff. A refusal needs a reason, which the applicant reads. */
export const PeerDecision = z
  .object({
    id: Id,
    isAccepted: z.boolean('请选择是否接受'),
    reason: text(200, '原因不能超过200个字').default(''),
  })
  .refine(({ isAccepted, reason }) => isAccepted || reason !== '', { path: ['reason'], message: '请填写原因' })

/** Report of a former member, who sees no messages any more. */
export const ReportInWords = z.object({
  id: Id,
  reason: z.enum(keysOf<PeerReportReason>(peerReportReasons), '请选择举报原因'),
  text: requiredText(200, '请写下发生了什么', '说明不能超过200个字'),
})

const decisionErrors = ['notFound', 'wrongState', 'invalid'] as const

export const peerGroups = {
  'GET /peerGroup/list': endpoint({
    publicCache: 'read',
    quick: true,
    who: 'anyone',
    summary: '同伴小组列表，招募中的在前；登录后含本人的申请状态',
    input: z.object(paging(10)).transform(toLimits),
    output: pageSchemaOf(PeerGroupCard),
  }),
  'GET /peerGroup/getById': endpoint({
    publicCache: 'read',
    quick: true,
    who: 'anyone',
    summary: '同伴小组详情；登录后含本人的申请状态',
    input: z.object({ id: Id }),
    output: PeerGroupDetail,
    errors: ['notFound'],
  }),
  'POST /peerGroup/apply': endpoint({
    publicCache: 'invalidate',
    who: 'user',
    summary: '申请加入同伴小组，只限用户',
    success: '申请已提交',
    texts: ['alias', 'note'],
    input: z.object({
      id: Id,
      alias: requiredText(
        peerGroupLimits.aliasLength,
        '请输入小组内的称呼',
        `称呼不能超过${peerGroupLimits.aliasLength}个字`,
      ),
      /** Optional for an invited client only. */
      note: text(peerGroupLimits.noteLength, `不能超过${peerGroupLimits.noteLength}个字`).default(''),
      agreed: z.literal(true, '请先阅读并同意小组规则'),
      /** The consent text that the client of a counsellor-led group has read. */
      consent: optional(ReadText),
    }),
    output: EmptyReply,
    errors: [
      ...(['notFound', 'forbidden', 'wrongState', 'alreadyApplied', 'invalid', 'tooManyRequests'] as const),
      'changedMeanwhile',
    ],
  }),
  'POST /peerGroup/withdraw': endpoint({
    publicCache: 'invalidate',
    who: 'user',
    summary: '撤回本人的申请',
    success: '申请已撤回',
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
  'GET /peerGroup/applications': endpoint({
    who: 'user',
    summary: '带领者：小组待审核的申请',
    input: z.object({ id: Id }),
    output: z.object({ content: z.array(PeerApplication) }),
    errors: ['notFound'],
  }),
  'GET /peerGroup/waiting': endpoint({
    quick: true,
    polled: true,
    who: ['counsellor', 'user'],
    summary: '带领者：我带领的小组里有多少份申请待审核；没有申请的小组不在内',
    input: EmptyInput,
    output: z.object({
      content: z.array(z.object({ id: z.number(), teamId: z.string(), waiting: z.number() })),
    }),
  }),
  'POST /peerGroup/decide': endpoint({
    publicCache: 'invalidate',
    who: 'user',
    summary: '带领者：接受或婉拒申请',
    success: '处理成功',
    input: PeerDecision,
    output: EmptyReply,
    errors: decisionErrors,
  }),
  'POST /peerGroup/report': endpoint({
    who: 'user',
    summary: '小组成员：举报一条消息或一位成员；idServer 是消息的编号，account 是成员的聊天账号，二者给一个',
    success: '已收到您的举报，协会会尽快处理',
    texts: ['text'],
    input: z
      .object({
        teamId: z.string('请选择小组').regex(/^\d{1,15}$/, '小组不正确'),
        idServer: optional(z.string('消息不正确').regex(/^\d{1,15}$/, '消息不正确')),
        account: optional(z.string('成员不正确').max(32, '成员不正确')),
        reason: z.enum(keysOf<PeerReportReason>(peerReportReasons), '请选择举报原因'),
        text: text(200, '说明不能超过200个字').default(''),
      })
      .refine(({ idServer, account }) => (idServer === undefined) !== (account === undefined), '请选择消息或成员'),
    output: EmptyReply,
    errors: ['notFound', 'wrongState', 'alreadyReported', 'tooManyRequests'],
  }),
  'POST /peerGroup/reportFriend': endpoint({
    who: 'user',
    summary: '举报好友在私聊里发来的一条消息；idServer 是消息的编号，对方后来不再是好友时也可以举报',
    success: '已收到您的举报，协会会尽快处理',
    texts: ['text'],
    input: z.object({
      idServer: z.string('消息不正确').regex(/^\d{1,15}$/, '消息不正确'),
      reason: z.enum(keysOf<PeerReportReason>(peerReportReasons), '请选择举报原因'),
      text: text(200, '说明不能超过200个字').default(''),
    }),
    output: EmptyReply,
    errors: ['notFound', 'alreadyReported', 'tooManyRequests'],
  }),
  'POST /peerGroup/reportAfterLeaving': endpoint({
    who: 'user',
    summary: `离开小组${peerGroupLimits.reportDays}天内：举报小组里发生的事`,
    success: '已收到您的举报，协会会尽快处理',
    texts: ['text'],
    input: ReportInWords,
    output: EmptyReply,
    errors: ['notFound', 'alreadyReported', 'tooManyRequests'],
  }),
}
