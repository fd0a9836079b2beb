// Examinations for examiners: scheduling, supervision, results.
import { keysOf } from '../../keys.ts'
import { auditedByHandler, auditChangeOf, auditCreationOf } from '../../audit.ts'
import { z } from 'zod'
import { examEvents } from '../../exams.ts'
import { examiners, PaperSummary } from './bank.ts'
import { ItemFigures } from './figures.ts'
import {
  BytesReply,
  endpoint,
  EmptyReply,
  requiredText,
  Id,
  isDay,
  optional,
  EmptyInput,
  pageSchemaOf,
  paging,
  toLimits,
  replyTypes,
  text,
  Time,
} from '../endpoint.ts'

/** China time as the pickers send it. */
const Instant = z
  .string('请选择时间')
  .regex(/^20\d\d-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?$/, '时间格式应为 年-月-日 时:分:秒')
  .refine(
    (value) => isDay(value.slice(0, 10)) && !Number.isNaN(Date.parse(`${value.replace(' ', 'T')}+08:00`)),
    '没有这个时间',
  )
const minutes = z.number('请填写分钟数').int('分钟数应为整数').min(1, '至少1分钟').max(600, '不能超过600分钟')

export const ExamDraft = z
  .object({
    name: requiredText(60, '请填写考试名称', '考试名称不能超过60个字'),
    paperId: Id,
    startTime: Instant,
    endTime: Instant,
    duration: minutes,
    attempts: z.number('请填写次数').int('次数应为整数').min(1, '至少1次').max(20, '不能超过20次'),
    counted: z.enum(['best', 'last'], '请选择计分方式'),
    shuffleQuestions: z.boolean(),
    shuffleOptions: z.boolean(),
    shown: z.enum(['afterHandIn', 'afterEnd'], '请选择公布方式'),
    givesCertificate: z.boolean(),
    targets: z.object({
      everyone: z.boolean(),
      members: z.boolean(),
      groupIds: z.array(Id).max(100, '分组不能超过100个'),
      accountIds: z.array(Id).max(2000, '考生不能超过2000人，请使用分组'),
    }),
  })
  .refine(({ startTime, endTime }) => startTime.replace('T', ' ') < endTime.replace('T', ' '), {
    path: ['endTime'],
    message: '结束时间应晚于开始时间',
  })
export type ExamDraft = z.output<typeof ExamDraft>

const ExamState = z.enum(['draft', 'open', 'cancelled'], '状态不正确')
const ExamSummary = z.object({
  id: z.number(),
  name: z.string(),
  paperId: z.number(),
  paperName: z.string(),
  startTime: Time,
  endTime: Time,
  duration: z.number(),
  state: ExamState,
  running: z.number(),
  handedIn: z.number(),
})
export type ExamSummary = z.output<typeof ExamSummary>
const ExamPerson = z.object({ id: z.number(), username: z.string(), nickname: z.string() })
export type ExamPerson = z.output<typeof ExamPerson>
const StaffExam = ExamSummary.extend({
  version: z.number(),
  attempts: z.number(),
  counted: z.enum(['best', 'last']),
  shuffleQuestions: z.boolean(),
  shuffleOptions: z.boolean(),
  shown: z.enum(['afterHandIn', 'afterEnd']),
  givesCertificate: z.boolean(),
  everyone: z.boolean(),
  members: z.boolean(),
  groups: z.array(z.object({ id: z.number(), name: z.string() })),
  accounts: z.array(ExamPerson),
  allowances: z.array(ExamPerson.extend({ extraMinutes: z.number(), extraAttempts: z.number() })),
})
export type StaffExam = z.output<typeof StaffExam>

const ExamAttemptForStaff = z.object({
  id: z.number(),
  accountId: z.number(),
  username: z.string(),
  nickname: z.string(),
  number: z.number(),
  state: z.enum(['inProgress', 'handedIn', 'marked']),
  startTime: Time,
  /** Remaining seconds; 0 when it is over. */
  seconds: z.number(),
  answered: z.number(),
  questions: z.number(),
  /** How often the page lost the focus. */
  left: z.number(),
  /** How often text was pasted. */
  pasted: z.number(),
  /** How often the network failed. */
  offline: z.number(),
  /** How often another device opened the examination. */
  elsewhere: z.number(),
  handedInTime: Time.nullable(),
  handedInBy: z.enum(['examinee', 'clock', 'examiner']).nullable(),
  score: z.number().nullable(),
})
export type ExamAttemptForStaff = z.output<typeof ExamAttemptForStaff>

const reason = requiredText(200, '请填写原因', '原因不能超过200个字')

export const staffExams = {
  'GET /admin/exams': endpoint({
    who: examiners,
    summary: '考试',
    input: z.object({ ...paging(20), state: optional(ExamState) }).transform(toLimits),
    output: pageSchemaOf(ExamSummary),
  }),
  'GET /admin/exam': endpoint({
    who: examiners,
    summary: '一场考试',
    input: z.object({ id: Id }),
    output: StaffExam,
    errors: ['notFound'],
  }),
  'POST /admin/exam': endpoint({
    who: examiners,
    summary: '新建考试',
    audit: auditCreationOf('exam'),
    input: ExamDraft,
    output: StaffExam,
    errors: ['invalid', 'notFound', 'wrongState'],
  }),
  'PUT /admin/exam': endpoint({
    who: examiners,
    summary: '修改考试；开始作答后不能更换试卷',
    audit: auditChangeOf('exam'),
    input: ExamDraft.safeExtend({ id: Id, version: Id }),
    output: StaffExam,
    errors: ['invalid', 'notFound', 'changedMeanwhile', 'wrongState'],
  }),
  'POST /admin/exam/state': endpoint({
    who: examiners,
    summary: '发布或取消考试',
    audit: ({ id, state }, { name }) =>
      state === 'cancelled'
        ? { action: 'examCancelled', subject: `exam ${id}`, reason: name }
        : { action: 'staffCall', subject: `exam ${id}` },
    input: z.object({ id: Id, version: Id, state: z.enum(['open', 'cancelled'], '状态不正确') }),
    output: StaffExam,
    errors: ['notFound', 'changedMeanwhile', 'wrongState'],
  }),
  'POST /admin/exam/allowance': endpoint({
    who: examiners,
    summary: '为一名考生延长作答时间或增加次数',
    audit: ({ id, accountId }) => ({ action: 'staffCall', subject: `exam ${id} account ${accountId}` }),
    input: z.object({
      id: Id,
      accountId: Id,
      extraMinutes: z.number().int().min(0, '分钟数不正确').max(600, '不能超过600分钟'),
      extraAttempts: z.number().int().min(0, '次数不正确').max(20, '不能超过20次'),
    }),
    output: StaffExam,
    errors: ['notFound'],
  }),
  'GET /admin/exam/people': endpoint({
    who: examiners,
    summary: '按账号或昵称查找考生',
    input: z.object({ key: requiredText(30, '请输入账号或昵称') }),
    output: z.array(ExamPerson),
  }),
  'GET /admin/exam/groups': endpoint({
    who: examiners,
    summary: '考生分组',
    input: EmptyInput,
    output: z.array(z.object({ id: z.number(), name: z.string(), people: z.array(ExamPerson) })),
  }),
  'POST /admin/exam/group': endpoint({
    who: examiners,
    summary: '新建或修改分组：按账号列出成员，逐个报告找不到的',
    audit: auditCreationOf('examGroup'),
    input: z.object({
      id: optional(Id),
      name: requiredText(30, '请填写分组名称', '分组名称不能超过30个字'),
      usernames: z.array(text(30)).max(2000, '成员不能超过2000人'),
    }),
    output: z.object({ id: z.number(), unknown: z.array(z.string()) }),
    errors: ['notFound', 'invalid'],
  }),
  'DELETE /admin/exam/group': endpoint({
    who: examiners,
    summary: '删除没有安排考试的分组',
    audit: auditChangeOf('examGroup'),
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
  'GET /admin/exam/attempts': endpoint({
    who: examiners,
    summary: '监考：进行中与已交卷的考生',
    input: z.object({ id: Id, ...paging(50, 500) }).transform(toLimits),
    output: z.object({
      content: z.array(ExamAttemptForStaff),
      totalElements: z.number(),
      running: z.number(),
      handedIn: z.number(),
      serverTime: Time,
    }),
    errors: ['notFound'],
  }),
  'GET /admin/exam/watch': endpoint({
    who: examiners,
    summary: '监考实时通道的入场券，一分钟内有效',
    input: z.object({ id: Id }),
    output: z.object({ ticket: z.string() }),
    errors: ['notFound'],
  }),
  'GET /admin/exam/events': endpoint({
    who: examiners,
    summary: '一次作答的过程记录',
    input: z.object({ attemptId: Id }),
    output: z.array(
      z.object({
        id: z.number(),
        time: Time,
        kind: z.enum(keysOf(examEvents)),
        detail: z.string(),
      }),
    ),
    errors: ['notFound'],
  }),
  'POST /admin/exam/extend': endpoint({
    who: examiners,
    summary: '为进行中的考生延长时间；不写考生则为全场',
    audit: auditedByHandler,
    input: z.object({ id: Id, attemptId: optional(Id), minutes, reason }),
    output: z.object({ extended: z.number() }),
    errors: ['notFound', 'wrongState'],
  }),
  'POST /admin/exam/end': endpoint({
    who: examiners,
    summary: '结束一名考生的作答并交卷',
    audit: auditedByHandler,
    input: z.object({ attemptId: Id, reason }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
  'GET /admin/exam/statistics': endpoint({
    who: examiners,
    summary: '成绩与试题分析',
    input: z.object({ id: Id }),
    output: z.object({
      examinees: z.number(),
      passed: z.number(),
      average: z.number(),
      highest: z.number(),
      lowest: z.number(),
      /** Number of examinees in each of ten bands of ten points. */
      bands: z.array(z.number()),
      items: z.array(ItemFigures),
      paper: PaperSummary,
    }),
    errors: ['notFound'],
  }),
  'GET /admin/exam/scores': endpoint({
    who: examiners,
    summary: '成绩单（Excel）',
    audit: auditChangeOf('exam'),
    input: z.object({ id: Id }),
    output: BytesReply,
    reply: replyTypes.sheet,
    download: '成绩单.xlsx',
    errors: ['notFound'],
  }),
  'POST /admin/exam/correct': endpoint({
    who: examiners,
    summary: '更正答案或全体给分，并重新阅卷',
    audit: auditedByHandler,
    input: z.object({ id: Id, versionId: Id, answer: text(12).nullable(), reason }),
    output: z.object({ marked: z.number(), changed: z.number() }),
    errors: ['notFound', 'wrongAnswer'],
  }),
}
