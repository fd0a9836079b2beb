// Crisis alerts: messages that sound like a person in danger, and their follow-up.
import { keysOf } from '../../keys.ts'
import { z } from 'zod'
import {
  alertFilters,
  crisisLevels,
  alertOutcomes,
  protocolSteps,
  textFates,
  type AlertFilterName,
  type AlertOutcome,
  type ProtocolStep,
  type TextFate,
} from '../../crisis.ts'
import { auditActionOn, type AuditAction, type AuditEntryDraft } from '../../audit.ts'
import { CrisisAlert, CrisisSignal, EmergencyContact } from './alert-model.ts'
import { dutyRoles } from './duty.ts'
import {
  endpoint,
  Day,
  EmptyReply,
  requiredText,
  Id,
  EmptyInput,
  optional,
  pageSchemaOf,
  paging,
  toLimits,
  text,
  Time,
  staffReason,
} from '../endpoint.ts'

export const CrisisLevelReply = z.object({ care: z.enum(crisisLevels).nullable() })
const Note = z.object({ id: z.number(), author: z.string(), time: Time, text: z.string() })

const reason = staffReason('请填写查看理由')
const lookReply = {
  /** The reason for the audit entry: from the input, or the caller's reason for this alert within the last hour. */
  reason: z.string(),
  openUntil: Time,
  /** Seconds until the access ends, because the caller's clock may be wrong. */
  openSeconds: z.number(),
}
const auditOfLook =
  (action: AuditAction) =>
  ({ id }: { id: number }, { reason: given }: { reason: string }): AuditEntryDraft => ({
    action,
    subject: `crisisAlert ${id}`,
    reason: given,
  })

type TranscriptReply = { reason: string; signalId: number | null; lines: { time: string }[] }
function auditOfTranscript(input: { id: number }, output: TranscriptReply): AuditEntryDraft {
  const [from, until] = [output.lines[0], output.lines.at(-1)]
  const range: Record<string, string> = from && until ? { from: from.time, until: until.time } : {}
  const detail = { signal: output.signalId ?? 0, lines: output.lines.length, ...range }
  return { ...auditOfLook('transcriptOpened')(input, output), detail }
}

const noteText = requiredText(1000, '请填写跟进情况', '跟进情况不能超过1000个字')

/** Number of texts (`hits`) that the alert had when the caller read it. */
const seenHits = z.number('请刷新后再试').int('请刷新后再试').min(0, '请刷新后再试').max(2_147_483_647, '请刷新后再试')

const letterText = requiredText(500, '请写下想说的话', '信不能超过500个字')

const TranscriptLine = z.object({
  time: Time,
  /** Position of the text in its source; also the cursor for older ones. */
  cursor: z.number(),
  isWriter: z.boolean(),
  text: z.string(),
  /** The parts of the text that raised the alert. */
  signs: z.array(z.string()),
  /** Fate of the text: refused, or removed or changed since; null if nothing happened. */
  fate: z.enum(keysOf<TextFate>(textFates)).nullable(),
})
export type TranscriptLine = z.output<typeof TranscriptLine>

/** A conversation of the calling counsellor, whose other side may be in danger. */
const CrisisConversation = z.object({
  accid: z.string(),
  level: z.enum(crisisLevels),
  since: Time,
  /** True when the duty staff follow the alert. */
  isTaken: z.boolean(),
  /** The caller's steps, and those of the server in the caller's calls; oldest first. */
  steps: z.array(z.object({ step: z.enum([...keysOf<ProtocolStep>(protocolSteps), 'dropped']), time: Time })),
})
export type CrisisConversation = z.output<typeof CrisisConversation>

const TeamNumber = z.string('请选择小组').regex(/^\d{1,15}$/, '小组不正确')

export const crisisAlerts = {
  'GET /care/search': endpoint({
    quick: true,
    who: 'anyone',
    summary: '搜索词是否需要先显示求助信息；不记录，也不提醒值班人员',
    input: z.object({ key: optional(text(50, '搜索词不能超过50个字')) }),
    output: CrisisLevelReply,
  }),
  'POST /care/draft': endpoint({
    quick: true,
    who: 'user',
    summary: '还没有发出的文字是否需要先显示求助信息；不保存，也不提醒值班人员',
    texts: ['title', 'text'],
    readsTexts: true,
    input: z.object({ title: text(500).default(''), text: text(2200).default('') }),
    output: CrisisLevelReply,
  }),
  'POST /care/letter': endpoint({
    who: 'user',
    summary: '写信给值班人员：加密保存，并入本人的危机提醒',
    success: '已送达值班人员',
    texts: ['text'],
    readsTexts: true,
    input: z.object({ text: letterText, level: z.enum(crisisLevels, '请选择情况') }),
    output: EmptyReply,
    errors: ['tooManyRequests'],
  }),
  'GET /care/talks': endpoint({
    quick: true,
    polled: true,
    who: ['counsellor'],
    summary: '本人的会话中，对方可能有危险的；不含姓名与手机号',
    input: EmptyInput,
    output: z.array(CrisisConversation),
  }),
  'GET /care/groupMessages': endpoint({
    quick: true,
    polled: true,
    who: ['counsellor', 'user'],
    summary: '带领者：小组里可能提示危险的消息，最近的在前；不带领这个小组时为空',
    input: z.object({ teamId: TeamNumber }),
    output: z.array(
      z.object({
        idServer: z.string(),
        /** Milliseconds since 1970 of the latest call of a leader for the duty staff at this message. */
        calledTime: z.number().nullable(),
      }),
    ),
  }),
  // The handler writes the audit entry, which names the alert; the leader does not know its id.
  'POST /care/callForGroupMessage': endpoint({
    who: ['counsellor', 'user'],
    summary: '带领者：为小组里可能提示危险的一条消息呼叫值班人员；提醒已结束时新建',
    success: '已通知值班人员',
    input: z.object({ teamId: TeamNumber, idServer: z.string('请选择消息').regex(/^\d{1,15}$/, '消息不正确') }),
    output: EmptyReply,
    errors: ['notFound', 'tooManyRequests'],
  }),
  // The handler writes the audit entry, which names the alert; the counsellor does not know its id.
  'POST /care/step': endpoint({
    who: ['counsellor'],
    summary: '记录危机应对的一步；呼叫值班人员时，没有提醒则新建',
    success: '已记录',
    input: z.object({
      accid: z.string('会话不正确').min(1, '会话不正确').max(32, '会话不正确'),
      step: z.enum(keysOf<ProtocolStep>(protocolSteps), '步骤不正确'),
      /** The level of a new alert, `thought` by default. A more severe level raises that of the existing alert. */
      level: z.enum(crisisLevels, '请选择情况').optional(),
      note: text(500, '记录不能超过500个字').default(''),
    }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState', 'tooManyRequests'],
  }),
  'GET /admin/care/alerts': endpoint({
    polled: true,
    who: dutyRoles,
    summary: '危机提醒值班列表，待处理的在前',
    input: z
      .object({ ...paging(20), state: optional(z.enum(keysOf<AlertFilterName>(alertFilters), '状态不正确')) })
      .transform(toLimits),
    output: pageSchemaOf(CrisisAlert).extend({ open: z.number() }),
  }),
  'GET /admin/care/alert': endpoint({
    polled: true,
    who: dutyRoles,
    summary: '一条危机提醒与跟进记录',
    input: z.object({ id: Id }),
    output: CrisisAlert.extend({
      /** Since when the follower has not looked at new texts. */
      unseenSince: Time.nullable(),
      notes: z.array(Note),
      /** The latest sources of the alert; `GET /admin/care/signals` lists the others. */
      signals: z.array(CrisisSignal),
      signalCount: z.number(),
      /** End of the period in which the caller may open conversation and phone number without another reason. */
      openUntil: Time.nullable(),
    }),
    errors: ['notFound'],
  }),
  'GET /admin/care/signals': endpoint({
    who: dutyRoles,
    summary: '一条危机提醒出现过的地方，最近的在前',
    input: z.object({ ...paging(20), id: Id }).transform(toLimits),
    output: pageSchemaOf(CrisisSignal),
    errors: ['notFound'],
  }),
  'POST /admin/care/take': endpoint({
    who: dutyRoles,
    summary: '接手',
    audit: auditActionOn('alertTaken', 'crisisAlert'),
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
  'POST /admin/care/seen': endpoint({
    who: dutyRoles,
    summary: '跟进人已看到这条提醒的内容；其他人调用没有作用',
    // no audit entry: the call opens no data, and the alert records which texts the follower has seen
    audit: null,
    input: z.object({ id: Id, hits: seenHits }),
    output: EmptyReply,
    errors: ['notFound'],
  }),
  'POST /admin/care/note': endpoint({
    who: dutyRoles,
    summary: '记录跟进情况',
    audit: auditActionOn('alertNoted', 'crisisAlert'),
    input: z.object({
      id: Id,
      text: noteText,
      /** Day of the next contact. Absent: the planned day stays. Null: it is cleared. */
      followUpOn: Day.nullable().optional(),
    }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
  'POST /admin/care/handOver': endpoint({
    who: dutyRoles,
    summary: '交接给另一位值班人员，写明情况',
    audit: ({ id, accountId }) => ({
      action: 'alertHandedOver',
      subject: `crisisAlert ${id}`,
      detail: { to: accountId },
    }),
    success: '已交接',
    input: z.object({ id: Id, accountId: Id, text: noteText }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
  'POST /admin/care/close': endpoint({
    who: dutyRoles,
    summary: '结束跟进，写明结果',
    audit: ({ id, outcome }) => ({ action: 'alertClosed', subject: `crisisAlert ${id}`, detail: { outcome } }),
    input: z.object({
      id: Id,
      outcome: z.enum(keysOf<AlertOutcome>(alertOutcomes), '请选择处理结果'),
      text: noteText,
      seenHits,
    }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState', 'changedMeanwhile'],
  }),
  'POST /admin/care/transcript': endpoint({
    who: dutyRoles,
    summary: '查看引发提醒的对话；同一条提醒一小时内填一次理由，每次查看记入审计日志',
    audit: auditOfTranscript,
    input: z.object({
      id: Id,
      reason: optional(reason),
      before: optional(z.coerce.number('位置不正确').int('位置不正确').min(0, '位置不正确')),
      signalId: optional(Id),
    }),
    output: z.object({
      /** Signal whose texts are shown. */
      signalId: z.number().nullable(),
      /** The writer in the group of this signal, by the name that its members and leaders know. */
      inGroup: z.object({ name: z.string(), hasLeft: z.boolean() }).nullable(),
      lines: z.array(TranscriptLine),
      hasMore: z.boolean(),
      ...lookReply,
    }),
    errors: ['notFound'],
  }),
  'POST /admin/care/phone': endpoint({
    who: dutyRoles,
    summary: '查看写信人的手机号与紧急联系人；同一条提醒一小时内填一次理由，每次查看记入审计日志',
    audit: (input, output) => ({
      ...auditOfLook('phoneRevealed')(input, output),
      detail: { hasContact: output.contact !== null },
    }),
    input: z.object({ id: Id, reason: optional(reason) }),
    output: z.object({ phone: z.string(), contact: EmergencyContact.nullable(), ...lookReply }),
    errors: ['notFound'],
  }),
}
