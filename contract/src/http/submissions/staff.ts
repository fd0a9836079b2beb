// Papers, works and award applications for the secretariat: calls, review, decisions, results.
import { keysOf } from '../../keys.ts'
import { auditedByHandler, auditChangeOf, auditCreationOf, auditActionOn } from '../../audit.ts'
import { z } from 'zod'
import {
  endpoint,
  Day,
  EmptyReply,
  requiredText,
  Id,
  Instant,
  EmptyInput,
  optional,
  pageSchemaOf,
  paging,
  toLimits,
  text,
  Time,
} from '../endpoint.ts'
import { limits } from '../../limits.ts'
import { AnnouncementName, CriterionRow, Kind, Objection } from './submissions.ts'
import { callStates, reviewStates, submissionStates } from '../../submissions.ts'

const organisers = ['administrator', 'editor'] as const

const StaffCall = z.object({
  id: z.number(),
  kind: Kind,
  title: z.string(),
  opensTime: Time,
  deadline: Time,
  state: z.enum(keysOf(callStates)),
  criteria: z.array(CriterionRow),
  /** Working days of the notice period before results are final; 0 for no notice. */
  noticeDays: z.number(),
  noticeUntil: Time.nullable(),
  /** Days after the results for which works and author data are retained. */
  retentionDays: z.number(),
  isPurged: z.boolean(),
  submitted: z.number(),
  reviewed: z.number(),
  version: z.number(),
})
export type StaffCall = z.infer<typeof StaffCall>
const CallDraft = z.object({
  kind: Kind,
  title: requiredText(100, '请输入标题', '标题不能超过100个字'),
  opensTime: Instant,
  deadline: Instant,
  criteria: z.array(CriterionRow).min(1, '至少一项指标').max(10, '最多10项指标'),
  noticeDays: optional(
    z.number('请填写公示天数').int('公示天数为整数').min(0, '公示天数不能为负').max(30, '公示不超过30个工作日'),
  ),
  retentionDays: optional(
    z.number('请填写保存天数').int('保存天数为整数').min(90, '至少保存90天').max(1095, '最多保存1095天'),
  ),
})

const StaffSubmission = z.object({
  id: z.number(),
  kind: Kind,
  state: z.enum(keysOf(submissionStates)),
  /** The name of a nominated person is masked until the award is public. */
  title: z.string(),
  /** Masked name of the author. */
  author: z.string(),
  score: z.number().nullable(),
  reviews: z.number(),
  reviewsDone: z.number(),
  award: z.number().nullable(),
  submitTime: Time.nullable(),
  dueTime: Time.nullable(),
  isOverdue: z.boolean(),
})
export type StaffSubmission = z.infer<typeof StaffSubmission>
const Part = z.object({ label: z.string(), text: z.string() })
const StaffSubmissionDetail = StaffSubmission.extend({
  callId: z.number(),
  /** The names of nominated persons are masked in these texts, too. */
  parts: z.array(Part),
  /** Masked fields of the author. */
  person: z.array(Part),
  /** Address of the file of a competition work. Files of other kinds need a reason. */
  fileUrl: z.string(),
  fileName: z.string(),
  counts: z.record(z.string(), z.number()),
  note: z.string(),
  reviewList: z.array(
    z.object({
      reviewerId: z.number(),
      reviewer: z.string(),
      state: z.enum(keysOf(reviewStates)),
      total: z.number().nullable(),
      comment: z.string(),
      mayTakeBack: z.boolean(),
    }),
  ),
})
export type StaffSubmissionDetail = z.infer<typeof StaffSubmissionDetail>

const AwardPreview = z.object({
  counted: z.number(),
  /** Missing reviews and corrected works, as text; empty if nothing is missing. */
  outstanding: z.string(),
  lines: z.array(z.string()),
  ranking: z.array(
    z.object({ id: z.number(), title: z.string(), score: z.number(), award: z.number().nullable(), rank: z.number() }),
  ),
})
export type AwardPreview = z.infer<typeof AwardPreview>

/** Filters of submissions, for the list and the export. */
export const SubmissionFilters = z.object({
  callId: Id,
  state: optional(z.enum(keysOf(submissionStates))),
  key: optional(text(50, '搜索词不能超过50个字')),
})

const AnnouncementDraft = z.object({
  title: requiredText(100, '请输入标题', '标题不能超过100个字'),
  dated: Day,
  lead: requiredText(500, '请输入导语', '导语不能超过500个字'),
  content: z.string('请输入正文').max(limits.maxArticleBytes, '正文过长'),
})
const StaffAnnouncement = AnnouncementDraft.extend({
  id: AnnouncementName,
  /** Number of the stored version; 0 for the default text. */
  version: z.number(),
  /** The numbers of the current call, by their names in the text. */
  numbers: z.array(z.object({ name: z.string(), text: z.string() })),
})
export type StaffAnnouncement = z.infer<typeof StaffAnnouncement>

/** @param reason required when reviews or corrected works are missing */
const PublicationInput = z.object({ id: Id, version: Id, reason: optional(text(200, '理由不能超过200个字')) })

export const staffSubmissions = {
  'GET /admin/announcement': endpoint({
    who: organisers,
    summary: '通知正文，连同其中数值的写法',
    input: z.object({ id: AnnouncementName }),
    output: StaffAnnouncement,
  }),
  'PUT /admin/announcement': endpoint({
    who: organisers,
    summary: '修改通知正文；限额等数值以名称写入，由系统填写',
    audit: auditChangeOf('announcement'),
    input: AnnouncementDraft.extend({ id: AnnouncementName, version: z.number('版本不正确').int('版本不正确').min(0) }),
    output: StaffAnnouncement,
    bodyBytes: limits.maxArticleBytes + 64 * 1024,
    errors: ['invalid', 'changedMeanwhile'],
  }),
  'GET /admin/calls': endpoint({ who: organisers, summary: '征集列表', input: EmptyInput, output: z.array(StaffCall) }),
  'POST /admin/call': endpoint({
    who: organisers,
    summary: '新建征集',
    audit: auditCreationOf('submissionCall'),
    input: CallDraft,
    output: StaffCall,
    errors: ['invalid'],
  }),
  'PUT /admin/call': endpoint({
    who: organisers,
    summary: '修改征集；已有评分后不能再改指标',
    audit: auditChangeOf('submissionCall'),
    input: CallDraft.omit({ kind: true }).extend({ id: Id, version: Id }),
    output: StaffCall,
    errors: ['invalid', 'notFound', 'changedMeanwhile', 'wrongState'],
  }),
  'GET /admin/submissions': endpoint({
    who: organisers,
    summary: '投稿与申报列表',
    input: SubmissionFilters.extend(paging(20)).transform(toLimits),
    output: pageSchemaOf(StaffSubmission),
  }),
  'GET /admin/submission': endpoint({
    who: organisers,
    summary: '一份投稿或申报',
    input: z.object({ id: Id }),
    output: StaffSubmissionDetail,
    errors: ['notFound'],
  }),
  'POST /admin/submission/reveal': endpoint({
    who: organisers,
    summary: '查看作者的完整资料、内容与文件，理由记入审计日志',
    audit: auditActionOn('submissionRevealed', 'submission'),
    input: z.object({ id: Id, reason: requiredText(200, '请填写理由', '理由不能超过200个字') }),
    output: z.object({ person: z.array(Part), parts: z.array(Part), fileUrl: z.string() }),
    errors: ['notFound'],
  }),
  'GET /admin/reviewers': endpoint({
    who: organisers,
    summary: '可以评审的专家，连同手上的评审数',
    input: EmptyInput,
    output: z.array(z.object({ id: z.number(), name: z.string(), open: z.number() })),
  }),
  'POST /admin/submission/assign': endpoint({
    who: organisers,
    summary: '分配评审专家',
    audit: (_input, { ids }) => ids.map((id) => ({ action: 'staffCall', subject: `submission ${id}` })),
    input: z.object({
      ids: z.array(Id).min(1, '请选择作品').max(500, '一次最多500件'),
      reviewerIds: z.array(Id).min(1, '请选择评审专家').max(20, '最多20位'),
    }),
    /** `ids`: the works to which the expert was newly assigned. */
    output: z.object({ assigned: z.number(), ids: z.array(z.number()) }),
    errors: ['notFound', 'wrongState', 'invalid'],
  }),
  'POST /admin/submission/unassign': endpoint({
    who: organisers,
    summary: '收回评审任务；已完成的评审不能收回，专家会收到通知',
    audit: ({ submissionId, accountId }) => ({
      action: 'staffCall',
      subject: `submission ${submissionId} account ${accountId}`,
    }),
    input: z.object({ submissionId: Id, accountId: Id }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
  'POST /admin/submission/decide': endpoint({
    who: organisers,
    summary: '录用、退回修改或不录用',
    audit: auditChangeOf('submission'),
    input: z.object({
      id: Id,
      decision: z.enum(['accepted', 'returned', 'rejected'], '请选择处理结果'),
      note: text(500, '说明不能超过500个字'),
    }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState', 'invalid'],
  }),
  'GET /admin/call/awards': endpoint({
    who: organisers,
    summary: '按评分与比例计算获奖名单，并说明算法',
    input: z.object({ id: Id }),
    output: AwardPreview,
    errors: ['notFound'],
  }),
  'POST /admin/call/notice': endpoint({
    who: organisers,
    summary: '公示评选结果：按设定的工作日数，期间接受异议；评审或修改未完成时须有理由，记入审计日志',
    audit: auditChangeOf('submissionCall'),
    input: PublicationInput,
    output: z.object({ until: Time, winners: z.number() }),
    errors: ['notFound', 'changedMeanwhile', 'wrongState'],
  }),
  'GET /admin/objections': endpoint({
    who: organisers,
    summary: '一次征集公示期间的异议',
    input: z.object({ callId: Id }),
    output: z.array(Objection),
    errors: ['notFound'],
  }),
  'POST /admin/objection/decide': endpoint({
    who: organisers,
    summary: '答复异议；成立的，该作品不再授奖，记入审计日志',
    audit: auditedByHandler,
    input: z.object({
      id: Id,
      upheld: z.boolean('请选择是否成立'),
      answer: requiredText(500, '请填写答复', '答复不能超过500个字'),
    }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
  'POST /admin/call/publish': endpoint({
    who: organisers,
    summary: '公布结果：设有公示的须期满且异议已答复；通知作者并颁发证书；评审或修改未完成时须有理由',
    audit: auditChangeOf('submissionCall'),
    input: PublicationInput,
    output: z.object({ awarded: z.number() }),
    errors: ['notFound', 'changedMeanwhile', 'wrongState'],
  }),
}
