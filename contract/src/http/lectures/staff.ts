// Live lectures for staff: texts and times, stream and recording, moderators, and attendance.
import { z } from 'zod'
import { auditChangeOf, auditCreationOf } from '../../audit.ts'
import { keysOf } from '../../keys.ts'
import {
  lectureAudiences,
  lectureLimits,
  lectureStates,
  type LectureAudience,
  type LectureState,
} from '../../lectures.ts'
import { limits } from '../../limits.ts'
import {
  endpoint,
  EmptyReply,
  Id,
  Instant,
  optional,
  pageSchemaOf,
  paging,
  requiredText,
  text,
  Time,
  toLimits,
} from '../endpoint.ts'

const lectureEditors = ['administrator', 'editor'] as const
const Audience = z.enum(keysOf<LectureAudience>(lectureAudiences), '请选择谁可以看')
const State = z.enum(keysOf<LectureState>(lectureStates), '状态不正确')
const StreamUrl = text(500, '地址不能超过500个字').default('')

const Announcement = text(lectureLimits.announcementLength, `置顶公告不能超过${lectureLimits.announcementLength}个字`)
const SlowSeconds = z
  .number('请填写发言间隔')
  .int('请输入整数')
  .min(0, '不能小于0秒')
  .max(lectureLimits.maxSlowSeconds, `不能超过${lectureLimits.maxSlowSeconds}秒`)

const Draft = {
  title: requiredText(60, '请输入讲座名称', '讲座名称不能超过60个字'),
  speaker: requiredText(60, '请输入讲者', '讲者不能超过60个字'),
  summary: requiredText(100, '请输入一句话介绍', '一句话介绍不能超过100个字'),
  introduction: requiredText(5_000, '请输入讲座介绍', '讲座介绍不能超过5000个字'),
  startTime: Instant,
  endTime: Instant,
  audience: Audience,
  /** Playlists of HLS at one of the operator's STREAM_ORIGINS. */
  streamUrl: StreamUrl,
  replayUrl: StreamUrl,
  /** The moment that the replay shows first; absent if it begins with the lecture. */
  replayFrom: optional(Instant),
  credits: z.number('请填写学分').min(0, '学分不能为负').max(20, '学分不能超过20').multipleOf(0.5, '学分以0.5为单位'),
  neededMinutes: z.number('请填写所需的观看时间').int('请输入整数').min(1, '至少1分钟').max(600, '最多600分钟'),
  announcement: Announcement.default(''),
  slowSeconds: SlowSeconds,
}

const StaffLectureRow = z.object({
  id: z.number(),
  title: z.string(),
  speaker: z.string(),
  state: State,
  startTime: Time,
  endTime: Time,
  audience: Audience,
  /** Accounts that have watched. */
  attended: z.number(),
})
export type StaffLectureRow = z.output<typeof StaffLectureRow>

const StaffLecture = StaffLectureRow.extend({
  summary: z.string(),
  introduction: z.string(),
  streamUrl: z.string(),
  replayUrl: z.string(),
  replayFrom: Time,
  /** Size of the uploaded recording in bytes; 0 without one. */
  recordingBytes: z.number(),
  credits: z.number(),
  neededMinutes: z.number(),
  announcement: z.string(),
  slowSeconds: z.number(),
  cancelReason: z.string(),
  /** Origins from which streams may come. */
  streamOrigins: z.array(z.string()),
})
export type StaffLecture = z.output<typeof StaffLecture>

const LectureModerator = z.object({ username: z.string(), name: z.string() })
export type LectureModerator = z.output<typeof LectureModerator>

const StaffAttendance = z.object({
  /** Id of the account that attended. */
  id: z.number(),
  username: z.string(),
  nickname: z.string(),
  minutes: z.number(),
  isCredited: z.boolean(),
  lastTime: Time.nullable(),
})
export type StaffAttendance = z.output<typeof StaffAttendance>

/** A warning about an address that could not be checked; empty without one. */
const Saved = z.object({ id: z.number(), warning: z.string() })
const changeErrors = ['notFound', 'wrongState', 'invalid'] as const

export const staffLectures = {
  'GET /admin/lectures': endpoint({
    who: lectureEditors,
    summary: '直播讲座列表，草稿与已取消的也在内',
    input: z.object({ ...paging(20), state: optional(State) }).transform(toLimits),
    output: pageSchemaOf(StaffLectureRow),
  }),
  'GET /admin/lecture': endpoint({
    who: lectureEditors,
    summary: '一场直播讲座',
    input: z.object({ id: Id }),
    output: StaffLecture,
    errors: ['notFound'],
  }),
  'POST /admin/lecture': endpoint({
    who: lectureEditors,
    summary: '新建直播讲座，状态为草稿',
    audit: auditCreationOf('lecture'),
    success: '保存成功',
    input: z.object(Draft),
    output: Saved,
    errors: ['invalid'],
  }),
  'PUT /admin/lecture': endpoint({
    publicCache: 'invalidate',
    who: lectureEditors,
    summary: '修改直播讲座',
    audit: auditChangeOf('lecture'),
    success: '保存成功',
    input: z.object({
      id: Id,
      ...Draft,
      // moderators change both fields as well, so the page sends a field only when its user has changed it
      announcement: Announcement.optional(),
      slowSeconds: SlowSeconds.optional(),
    }),
    output: Saved,
    errors: changeErrors,
  }),
  'POST /admin/lecture/state': endpoint({
    publicCache: 'invalidate',
    who: lectureEditors,
    summary: '发布或取消直播讲座；取消要写明原因，预约提醒的人和主持人会收到通知',
    audit: ({ id, state, reason }) => ({
      action: 'lectureStateChanged',
      subject: `lecture ${id}`,
      reason,
      detail: { state },
    }),
    success: '操作成功',
    input: z
      .object({
        id: Id,
        state: z.enum(['published', 'cancelled'], '状态不正确'),
        reason: text(200, '原因不能超过200个字').default(''),
      })
      .refine(({ state, reason }) => state !== 'cancelled' || reason !== '', {
        path: ['reason'],
        message: '请填写原因',
      }),
    output: EmptyReply,
    errors: changeErrors,
  }),
  'POST /admin/lecture/recording': endpoint({
    publicCache: 'invalidate',
    who: lectureEditors,
    summary: '上传讲座的录像（MP4）',
    audit: auditChangeOf('lecture'),
    success: '上传成功',
    upload: { field: 'file', maxBytes: limits.maxRecordingBytes },
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound', 'wrongFileKind', 'tooLarge', 'fileInfected'],
  }),
  'POST /admin/lecture/removeRecording': endpoint({
    publicCache: 'invalidate',
    who: lectureEditors,
    summary: '删除讲座的录像',
    audit: auditChangeOf('lecture'),
    success: '已删除',
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound'],
  }),
  'GET /admin/lecture/moderators': endpoint({
    who: lectureEditors,
    summary: '讲座的讲者与主持人账号',
    input: z.object({ id: Id }),
    output: z.object({ content: z.array(LectureModerator) }),
    errors: ['notFound'],
  }),
  'POST /admin/lecture/moderator': endpoint({
    who: lectureEditors,
    summary: '设或取消讲座的主持人；账号可以是登录名、手机号、昵称或聊天账号，name 是聊天室里显示的名字',
    audit: ({ id, isAdded }, { username }) => ({
      action: 'lectureModeratorChanged',
      subject: `lecture ${id}`,
      detail: { username, isAdded },
    }),
    success: '保存成功',
    input: z.object({
      id: Id,
      username: requiredText(64, '请输入账号', '账号不能超过64个字'),
      name: text(20, '名字不能超过20个字').default(''),
      isAdded: z.boolean('请选择设或取消'),
    }),
    output: z.object({ username: z.string() }),
    errors: changeErrors,
  }),
  'GET /admin/lecture/attendance': endpoint({
    who: lectureEditors,
    summary: '讲座的观看记录，看得久的在前',
    input: z.object({ ...paging(20), id: Id }).transform(toLimits),
    output: pageSchemaOf(StaffAttendance),
    errors: ['notFound'],
  }),
  'POST /admin/lecture/credit': endpoint({
    who: lectureEditors,
    summary: '更正一位参加者的讲座学分：补记或撤销',
    audit: ({ id, accountId, isCredited, reason }) => ({
      action: 'lectureCreditCorrected',
      subject: `lecture ${id}`,
      reason,
      detail: { accountId, isCredited },
    }),
    success: '已更正',
    input: z.object({
      id: Id,
      accountId: Id,
      isCredited: z.boolean('请选择补记或撤销'),
      reason: requiredText(200, '请填写原因', '原因不能超过200个字'),
    }),
    output: EmptyReply,
    errors: changeErrors,
  }),
}
