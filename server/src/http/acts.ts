// Staff endpoints that are audited: all that change something or export people. New endpoints are included automatically;
// exceptions are listed in `unlogged` with a reason.
import { auditSubjects, type AuditSubject } from '@xinqiao/contract/audit.ts'
import { staff } from '@xinqiao/contract/roles.ts'
import { recordAudit } from '../kit/audit.ts'
import { viewerOf, type Ctx } from '../kit/ctx.ts'
import { transaction } from '../kit/db.ts'
import { actAs, type StaffAct } from '../kit/staff-act.ts'
import type { Endpoint } from '../modules.ts'

const upload = '只是存下文件，保存用到它的内容时另有记录'
/** Endpoints without an audit entry, and the reason. */
export const unlogged: Readonly<Record<string, string>> = {
  'POST /admin/picture': upload,
  'POST /admin/attachment': upload,
  'POST /admin/article/importWord': upload,
  'POST /admin/memberFee/file': upload,
  'POST /admin/order/query': '只向支付渠道查询，改变什么由渠道的答复决定，记在订单里',
  'POST /admin/meeting/checkIn': '每次签到自己记着由谁、在哪个入口、何时上报',
}

/** Downloads without personal data: templates, the question bank, the calendar. */
export const impersonal: readonly string[] = [
  'GET /admin/members/template',
  'GET /admin/calendar/sheet',
  'GET /admin/exam/template',
  'GET /admin/exam/export/sheet',
  'GET /admin/exam/export/qti',
]

/** Endpoints with several transactions, where a later one writes the feature's own entry. */
export const recordedLast: readonly string[] = [
  'POST /admin/bill/fetch',
  'POST /admin/registration/cancel',
  'POST /admin/transfer/confirm',
]

/** Staff work in the console; counsellors are not staff. */
export const isOfStaff = ({ who }: Endpoint['row']): boolean =>
  Array.isArray(who) && who.every((role) => (staff as readonly string[]).includes(role))

export function isLogged({ key, method, row }: Endpoint): boolean {
  if (!isOfStaff(row) || key in unlogged || row.audit) return false
  return method !== 'GET' || row.effect === true || (row.reply !== undefined && !impersonal.includes(key))
}

const most = 20
const idsOf = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => Number.isSafeInteger(one)).slice(0, most) as number[]

/** Subject of an id: `meetingId` is a meeting; a plain `id` belongs to the endpoint's subject. */
const kindOf = (name: string) => (/^ids?$/.test(name) ? 'id' : name.replace(/Ids?$/, ''))

/** Only ids are recorded: no names, phone numbers or other input. */
export function subjectOf(input: unknown, result: unknown): AuditSubject {
  const words = (from: unknown) =>
    Object.entries(from ?? {}).flatMap(([name, value]) => {
      const ids = kindOf(name) in auditSubjects && /^ids?$|Ids?$/.test(name) ? idsOf(value) : []
      return ids.length > 0 ? [`${kindOf(name)} ${ids.join('、')}`] : []
    })
  const given = words(input)
  const named = given.length > 0 ? given : words(result).slice(0, 1)
  return (named.join(' ') || 'id —') as AuditSubject
}

/** The endpoint's summary, without its additions. */
export const titleOf = (summary: string): string => summary.split('；')[0]!

/** Runs the handler and writes its audit entry; a failed call has no entry. */
export async function performLogged(call: Endpoint, input: unknown, ctx: Ctx): Promise<unknown> {
  let isWaiting = recordedLast.includes(call.key)
  const act: StaffAct = {
    isRecorded: false,
    async record(tx, result) {
      if (isWaiting) return
      await recordAudit(tx, {
        actorId: viewerOf(ctx).id,
        action: 'staffCall',
        subject: subjectOf(input, result),
        reason: '',
        detail: { call: call.key, title: titleOf(call.row.summary) },
      })
    },
  }
  return actAs(act, async () => {
    const result = await (call.handle as (given: unknown, by: Ctx) => Promise<unknown>)(input, ctx)
    isWaiting = false
    // the handler used no transaction
    if (!act.isRecorded) await transaction(ctx.kit.sql, async () => result)
    return result
  })
}
