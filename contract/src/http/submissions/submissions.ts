// Papers, competition works and award applications: for authors, and for reviewers.
import { keysOf } from '../../keys.ts'
import { z } from 'zod'
import { endpoint, EmptyReply, requiredText, Id, EmptyInput, optional, text, Time } from '../endpoint.ts'
import {
  callKinds,
  callStates,
  objectionStates,
  categories,
  reviewStates,
  submissionStates,
  teamSize,
  type CallKind,
  type ObjectionState,
} from '../../submissions.ts'
import { announcements, type AnnouncementId } from '../../announcements.ts'
import { isDialablePhone } from '../../phone.ts'
import { limits } from '../../limits.ts'

export const Kind = z.enum(keysOf<CallKind>(callKinds), '征集类别不正确')
export const CriterionRow = z.object({
  key: requiredText(20, '请填写指标代号').regex(/^[a-z]+$/, '代号只能是小写字母'),
  title: requiredText(30, '请填写指标名称', '指标名称不能超过30个字'),
  weight: z.number('请填写权重').int('权重为整数').min(1, '权重至少为1').max(100, '权重不能超过100'),
})

const SubmissionCall = z.object({
  id: z.number(),
  kind: Kind,
  title: z.string(),
  opensTime: Time,
  deadline: Time,
  isOpen: z.boolean(),
  state: z.enum(keysOf(callStates)),
  criteria: z.array(CriterionRow),
  /** The server's time, by which the deadline is decided. */
  now: Time,
})
export type SubmissionCall = z.infer<typeof SubmissionCall>

const longText = (maxLength: number) => text(maxLength, `不能超过${maxLength}个字`)
/** A draft may be incomplete; the server checks all fields on submission. */
const SubmissionFields = z.object({
  title: longText(100),
  keywords: optional(longText(100)),
  abstract: optional(longText(2000)),
  englishAbstract: optional(z.string().trim().max(8000, '英文摘要过长')),
  body: optional(z.string().trim().max(60_000, '正文过长')),
  biography: optional(longText(1000)),
  category: optional(z.enum(keysOf(categories), '请选择参赛类别')),
  introduction: optional(longText(1000)),
  videoUrl: optional(z.string().trim().max(500, '视频链接过长')),
  deeds: optional(longText(6000)),
  /** The author or the nominated person. Reviewers never see it. */
  name: optional(longText(60)),
  phone: optional(longText(20)),
  company: optional(longText(100)),
  position: optional(longText(60)),
  team: optional(
    z.array(z.object({ name: longText(40), company: longText(100) })).max(teamSize, `团队不超过${teamSize}人`),
  ),
})
export type SubmissionFields = z.output<typeof SubmissionFields>

const OwnSubmission = z.object({
  id: z.number(),
  callId: z.number(),
  kind: Kind,
  state: z.enum(keysOf(submissionStates)),
  version: z.number(),
  fields: SubmissionFields,
  fileName: z.string(),
  /** A signed address that expires. */
  fileUrl: z.string(),
  /** Lengths of the texts as the server counts them, by field. */
  counts: z.record(z.string(), z.number()),
  submitTime: Time.nullable(),
  /** Date by which the secretariat plans to decide. */
  dueTime: Time.nullable(),
  note: z.string(),
  /** Reason why it can no longer be changed, submitted or withdrawn; empty while it can. */
  obstacle: z.string(),
  /** The result in words; empty until the results are published. */
  result: z.string(),
  certificateNumber: z.string(),
  updateTime: Time,
})
export type OwnSubmission = z.infer<typeof OwnSubmission>

const OwnReview = z.object({
  id: z.number(),
  kind: Kind,
  title: z.string(),
  state: z.enum(keysOf(reviewStates)),
  total: z.number().nullable(),
})
export type OwnReview = z.infer<typeof OwnReview>
const ReviewSheet = OwnReview.extend({
  /** Time of submission in milliseconds. It identifies the version of the text that a score refers to. */
  handedIn: z.number(),
  criteria: z.array(CriterionRow),
  parts: z.array(z.object({ label: z.string(), text: z.string() })),
  fileUrl: z.string(),
  scores: z.record(z.string(), z.number()),
  comment: z.string(),
  mayChange: z.boolean(),
})
export type ReviewSheet = z.infer<typeof ReviewSheet>

/** An objection, for its author and the secretariat. */
export const Objection = z.object({
  id: z.number(),
  callTitle: z.string(),
  /** Title of the work; empty for an objection to the whole result. */
  work: z.string(),
  state: z.enum(keysOf<ObjectionState>(objectionStates)),
  name: z.string(),
  phone: z.string(),
  text: z.string(),
  answer: z.string(),
  time: Time,
})
export type Objection = z.infer<typeof Objection>

const AwardNotice = z.object({
  id: z.number(),
  kind: Kind,
  title: z.string(),
  from: Time,
  until: Time,
  /** True during the period for objections. */
  isRunning: z.boolean(),
  /** True when the awards are final. */
  isFinal: z.boolean(),
  winners: z.array(z.object({ id: z.number(), award: z.string(), work: z.string(), holder: z.string() })),
})
export type AwardNotice = z.infer<typeof AwardNotice>

export const AnnouncementName = z.enum(keysOf<AnnouncementId>(announcements), '通知不存在')
/** The text that visitors read, with its numbers filled in. */
const Announcement = z.object({ title: z.string(), dated: z.string(), lead: z.string(), content: z.string() })
export type Announcement = z.infer<typeof Announcement>

export const submissions = {
  'GET /submission/announcement': endpoint({
    who: 'anyone',
    summary: '征文、竞赛与评优的通知正文',
    input: z.object({ id: AnnouncementName }),
    output: Announcement,
  }),
  'GET /submission/notices': endpoint({
    who: 'anyone',
    summary: '评选结果的公示',
    input: EmptyInput,
    output: z.array(AwardNotice),
  }),
  'POST /submission/objection': endpoint({
    who: 'user',
    summary: '公示期间实名提出异议',
    texts: ['name', 'text'],
    input: z.object({
      callId: Id,
      submissionId: optional(Id),
      name: requiredText(40, '请输入姓名', '姓名不能超过40个字'),
      phone: requiredText(20, '请输入联系电话', '联系电话不能超过20个字').refine(
        isDialablePhone,
        '请输入正确的联系电话',
      ),
      text: requiredText(1000, '请写明异议与依据', '异议不能超过1000个字'),
    }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState', 'tooManyRequests'],
  }),
  'GET /submission/objections': endpoint({
    who: 'user',
    summary: '本人提出的异议与答复',
    input: EmptyInput,
    output: z.array(Objection),
  }),
  'GET /submission/call': endpoint({
    who: 'anyone',
    summary: '某一类别最近一次征集',
    input: z.object({ kind: Kind }),
    output: SubmissionCall.nullable(),
  }),
  'GET /submission/mine': endpoint({
    who: 'user',
    summary: '本人的投稿与申报',
    input: z.object({ kind: optional(Kind) }),
    output: z.array(OwnSubmission),
  }),
  'POST /submission/draft': endpoint({
    who: 'user',
    summary: '保存草稿；不带 id 为新建',
    texts: [
      'fields.title',
      'fields.keywords',
      'fields.abstract',
      'fields.englishAbstract',
      'fields.body',
      'fields.biography',
      'fields.introduction',
      'fields.deeds',
      'fields.name',
      'fields.company',
      'fields.position',
      'fields.team[].name',
      'fields.team[].company',
    ],
    input: z.object({ kind: Kind, id: optional(Id), version: optional(Id), fields: SubmissionFields }),
    output: OwnSubmission,
    bodyBytes: 256 * 1024,
    errors: ['invalid', 'notFound', 'wrongState', 'changedMeanwhile', 'tooManyRequests'],
  }),
  'POST /submission/file': endpoint({
    who: 'user',
    summary: '上传论文（.docx）、视频（.mp4）或证明材料（.pdf）',
    input: z.object({ id: Id }),
    texts: ['file'],
    upload: { field: 'file', maxBytes: limits.maxSubmissionBytes },
    output: OwnSubmission,
    errors: [
      'fileMissing',
      'wrongFileKind',
      'notAWordFile',
      'fileInfected',
      'tooLarge',
      'notFound',
      'wrongState',
      'invalid',
    ],
  }),
  'POST /submission/submit': endpoint({
    who: 'user',
    summary: '提交；字数与截止时间以服务器为准',
    input: z.object({ id: Id, version: Id }),
    output: OwnSubmission,
    errors: ['invalid', 'notFound', 'wrongState', 'changedMeanwhile'],
  }),
  'POST /submission/withdraw': endpoint({
    who: 'user',
    summary: '撤回，截止前可以再次提交',
    input: z.object({ id: Id }),
    output: OwnSubmission,
    errors: ['notFound', 'wrongState'],
  }),
  'GET /review/mine': endpoint({
    who: ['counsellor'],
    summary: '分配给本人的评审',
    input: EmptyInput,
    output: z.array(OwnReview),
  }),
  'GET /review/sheet': endpoint({
    who: ['counsellor'],
    summary: '一份评审；不含作者信息',
    input: z.object({ id: Id }),
    output: ReviewSheet,
    errors: ['notFound'],
  }),
  'POST /review/save': endpoint({
    who: ['counsellor'],
    summary: '保存或提交评分；作者重新提交后，对原内容的评分不再接受',
    input: z.object({
      id: Id,
      /** The version of the text that the score sheet refers to. */
      handedIn: z.number('请刷新页面，阅读作品后再评分').int('请刷新页面，阅读作品后再评分').min(0).max(8.64e15),
      scores: z.record(z.string().max(20), z.number('请填写分数').min(0, '分数为0至100').max(100, '分数为0至100')),
      comment: text(2000, '评语不能超过2000个字'),
      isDone: z.boolean('请选择保存或提交'),
    }),
    output: EmptyReply,
    errors: ['invalid', 'notFound', 'wrongState', 'changedMeanwhile'],
  }),
  'POST /review/decline': endpoint({
    who: ['counsellor'],
    summary: '因利益关系等原因回避',
    input: z.object({ id: Id, reason: requiredText(200, '请填写回避原因', '回避原因不能超过200个字') }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
}
