// Duty for crisis alerts: the roster, its notifications and exercises, waiting alerts, and monthly figures.
import { keysOf } from '../../keys.ts'
import { z } from 'zod'
import { alertOutcomes, crisisLevels, dutyRanks, type AlertOutcome, type DutyRank } from '../../crisis.ts'
import { EmptyInput, EmptyReply, endpoint, Id, Time } from '../endpoint.ts'

/** Roles that open the duty list and can be on duty. */
export const dutyRoles = ['administrator', 'service'] as const

const DutyPerson = z.object({
  id: z.number(),
  name: z.string(),
  roleId: z.number(),
  /** Contact data: every account has a phone number; a confirmed mail address is optional. */
  hasMail: z.boolean(),
  onDuty: z.boolean(),
  /** Rank on the roster; null when the person is off duty. */
  rank: z.enum(keysOf<DutyRank>(dutyRanks)).nullable(),
  since: Time.nullable(),
})
export type DutyPerson = z.output<typeof DutyPerson>

const createMinuteSchema = (name: string) =>
  z.number(`请填写${name}`).int(`${name}应为整数`).min(1, `${name}应为1至60分钟`).max(60, `${name}应为1至60分钟`)
/**
 * Minutes until the deputies are notified of an unclaimed alert, until the heads are, and between further
 * notifications.
 */
const DutySettings = z.object({
  deputyMinutes: createMinuteSchema('通知备班的时间'),
  headMinutes: createMinuteSchema('通知负责人的时间'),
  repeatMinutes: createMinuteSchema('再次通知的间隔'),
})
export type DutySettings = z.output<typeof DutySettings>

/** Alerts of one month, without exercises. */
const MonthlyAlertFigures = z.object({
  /** A month, such as `2026-11`. */
  month: z.string(),
  total: z.number(),
  levels: z.record(z.enum(crisisLevels), z.number()),
  /** Seconds until an alert was claimed; null if none was. */
  medianSeconds: z.number().nullable(),
  takenWithin15Minutes: z.number(),
  outcomes: z.record(z.enum(keysOf<AlertOutcome>(alertOutcomes)), z.number()),
  /** Number of alerts that are not closed yet. */
  running: z.number(),
})
export type MonthlyAlertFigures = z.output<typeof MonthlyAlertFigures>

export const duty = {
  'GET /admin/care/duty': endpoint({
    who: dutyRoles,
    summary: '值班安排：有新的危机提醒时，短信与邮件通知谁',
    input: EmptyInput,
    output: z.array(DutyPerson),
  }),
  'PUT /admin/care/duty': endpoint({
    who: dutyRoles,
    summary: '安排或结束一个人的值班',
    audit: ({ accountId, onDuty, rank }) => ({
      action: 'dutyChanged',
      subject: `account ${accountId}`,
      detail: { onDuty, rank },
    }),
    success: '保存成功',
    input: z.object({
      accountId: Id,
      onDuty: z.boolean('请选择是否值班'),
      rank: z.enum(keysOf<DutyRank>(dutyRanks), '请选择班次').default('duty'),
    }),
    output: EmptyReply,
    errors: ['notFound'],
  }),
  'GET /admin/care/dutySettings': endpoint({
    who: dutyRoles,
    summary: '无人接手时多久通知备班与负责人',
    input: EmptyInput,
    output: DutySettings,
  }),
  'PUT /admin/care/dutySettings': endpoint({
    who: dutyRoles,
    summary: '修改值班通知的间隔',
    audit: ({ deputyMinutes, headMinutes, repeatMinutes }) => ({
      action: 'dutySettingsChanged',
      subject: 'dutySettings',
      detail: { deputyMinutes, headMinutes, repeatMinutes },
    }),
    success: '保存成功',
    input: DutySettings,
    output: EmptyReply,
  }),
  'GET /admin/care/waiting': endpoint({
    quick: true,
    polled: true,
    who: dutyRoles,
    summary: '还没有人接手的危机提醒，本人跟进的提醒的新消息与交接，以及本人到期的回访',
    input: EmptyInput,
    output: z.object({
      /** Number of open alerts, exercises included. */
      open: z.number(),
      drills: z.number(),
      level: z.enum(crisisLevels).nullable(),
      longestWaitSeconds: z.number(),
      followUps: z.number(),
      /** Alerts of the caller with texts that they have not looked at. */
      newsIds: z.array(z.number()),
      /** Alerts that were handed over to the caller, who has not opened them yet. */
      handedOverIds: z.array(z.number()),
      /** Alerts of colleagues who did not look at new texts in time. */
      overdueIds: z.array(z.number()),
    }),
  }),
  'GET /admin/care/figures': endpoint({
    who: dutyRoles,
    summary: '最近十二个月的危机提醒：数量、接手速度与结果，不含姓名与演练',
    input: EmptyInput,
    output: z.array(MonthlyAlertFigures),
  }),
  'POST /admin/care/drill': endpoint({
    who: dutyRoles,
    summary: '发起一次演练：同样通知值班人员，不计入统计',
    audit: (_input, { id }) => ({ action: 'drillRaised', subject: `crisisAlert ${id}` }),
    success: '演练已发起，正在通知值班人员',
    input: EmptyInput,
    output: z.object({ id: z.number() }),
    errors: ['wrongState'],
  }),
}
