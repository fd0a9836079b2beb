// Holidays and the weekend days worked instead, for appointments and for counting working days.
import { keysOf } from '../../keys.ts'
import { auditedByHandler, type AuditEntryDraft } from '../../audit.ts'
import { z } from 'zod'
import { dayKinds } from '../../calendar.ts'
import { limits } from '../../limits.ts'
import {
  BytesReply,
  endpoint,
  Day,
  EmptyReply,
  requiredText,
  ImportReport,
  EmptyInput,
  replyTypes,
} from '../endpoint.ts'

const staff = ['administrator', 'service'] as const
const Year = z.coerce.number('年份不正确').int('年份不正确').min(2020, '年份不正确').max(2099, '年份不正确')
const OneYear = z.object({ year: Year })

export const CalendarDay = z.object({
  day: Day,
  name: requiredText(20, '请输入名称', '名称不能超过20个字'),
  kind: z.enum(keysOf(dayKinds), '请选择放假或上班'),
})
export type CalendarDay = z.output<typeof CalendarDay>
const DaysOfYear = z.array(CalendarDay).max(200, '日期过多')

/** The audit entry of a change of a year's days. */
export const auditOfCalendarChange = (year: number, action: string, days: number) =>
  ({
    action: 'calendarChanged',
    subject: `calendar ${year}`,
    reason: action,
    detail: { days },
  }) satisfies AuditEntryDraft

export const calendar = {
  'GET /admin/calendar': endpoint({
    who: staff,
    summary: '一年的节假日与调休工作日',
    input: OneYear,
    output: z.object({ days: z.array(CalendarDay) }),
  }),
  'PUT /admin/calendar': endpoint({
    who: staff,
    summary: '保存一年的节假日与调休工作日',
    audit: ({ year, days }) => auditOfCalendarChange(year, `保存${year}年的${days.length}天`, days.length),
    success: '保存成功',
    input: z
      .object({ year: Year, days: DaysOfYear })
      .refine(({ year, days }) => days.every(({ day }) => day.startsWith(`${year}-`)), {
        path: ['days'],
        message: '日期应在所选年份之内',
      })
      .refine(({ days }) => new Set(days.map(({ day }) => day)).size === days.length, {
        path: ['days'],
        message: '日期不能重复',
      }),
    output: EmptyReply,
  }),
  'GET /admin/calendar/statutory': endpoint({
    who: staff,
    summary: '按《全国年节及纪念日放假办法》推算的一年13天法定节假日；调休以国务院通知为准',
    input: OneYear,
    output: z.array(CalendarDay),
  }),
  'GET /admin/calendar/sheet': endpoint({
    who: staff,
    summary: '一年的节假日表（Excel），也是导入的模板',
    input: OneYear,
    output: BytesReply,
    reply: replyTypes.sheet,
    download: '节假日.xlsx',
  }),
  'POST /admin/calendar/import': endpoint({
    who: staff,
    summary: '导入一年的节假日（Excel），替换该年已有的；有一行不对就全部不导入',
    audit: auditedByHandler,
    input: EmptyInput,
    upload: { field: 'file', maxBytes: limits.maxSheetBytes },
    output: ImportReport,
    errors: ['fileMissing', 'notASheet', 'tooLarge'],
  }),
}
