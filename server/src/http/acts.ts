// Calls of staff that must leave an entry in the audit log: whatever changes something, and what hands out a list of
// people. A row added later is among them by itself; who wants it out says why in `unlogged`.
import { auditSubjects, type AuditSubject } from '@xinqiao/contract/care.ts'
import { staff } from '@xinqiao/contract/roles.ts'
import { recordAudit } from '../kit/audit.ts'
import { viewerOf, type Ctx } from '../kit/ctx.ts'
import { transaction } from '../kit/db.ts'
import { actAs, type StaffAct } from '../kit/staff-act.ts'
import type { Call } from './features.ts'

const upload = '只是存下文件，保存用到它的内容时另有记录'
/** Changing rows of staff without an entry, and why. */
export const unlogged: Readonly<Record<string, string>> = {
  'POST /admin/picture': upload,
  'POST /admin/attachment': upload,
  'POST /admin/article/importWord': upload,
  'POST /admin/memberFee/file': upload,
  'POST /admin/order/query': '只向支付渠道查询，改变什么由渠道的答复决定，记在订单里',
  'POST /admin/meeting/checkIn': '每次签到自己记着由谁、在哪个入口、何时上报',
}

/** Files of these rows hold no personal data: templates, the question bank, the calendar. */
export const impersonal: readonly string[] = [
  'GET /admin/members/template',
  'GET /admin/calendar/sheet',
  'GET /admin/exam/template',
  'GET /admin/exam/export/sheet',
  'GET /admin/exam/export/qti',
]

/** Calls of several transactions, a later one of which carries the feature's own entry: these are waited for. */
export const recordedLast: readonly string[] = [
  'POST /admin/bill/fetch',
  'POST /admin/registration/cancel',
  'POST /admin/transfer/confirm',
]

/** Counsellors answer and consult; staff are who works at the console. */
export const isOfStaff = ({ who }: Call['row']): boolean =>
  Array.isArray(who) && who.every((role) => (staff as readonly string[]).includes(role))

export function isLogged({ key, method, row }: Call): boolean {
  if (!isOfStaff(row) || key in unlogged) return false
  return method !== 'GET' || row.effect === true || (row.reply !== undefined && !impersonal.includes(key))
}

const most = 20
const idsOf = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => Number.isSafeInteger(one)).slice(0, most) as number[]

/** `meetingId` is of a meeting; an `id` alone is of what the call's title names. */
const kindOf = (name: string) => (/^ids?$/.test(name) ? 'id' : name.replace(/Ids?$/, ''))

/** Only numbers under names of ids that people have a word for: no name, no telephone, nothing of a body. */
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

/** What the viewer calls it: the contract's own sentence, without its small print. */
export const titleOf = (summary: string): string => summary.split('；')[0]!

/** Runs the call; there is no doing without its entry, and no entry of what failed. */
export async function performLogged(call: Call, input: unknown, ctx: Ctx): Promise<unknown> {
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
    const result = await call.handle(input as never, ctx)
    isWaiting = false
    // a feature that needed no transaction of its own
    if (!act.isRecorded) await transaction(ctx.kit.sql, async () => result)
    return result
  })
}
