// Membership levels, their fees, and the settings of review and renewal.
import { keysOf } from '../../keys.ts'
import { auditedByHandler, auditChangeOf, auditCreationOf } from '../../audit.ts'
import { z } from 'zod'
import { limits } from '../../limits.ts'
import {
  memberKinds,
  memberStates,
  reminderKinds,
  type MemberKind,
  type MemberState,
  type ReminderKind,
} from '../../membership.ts'
import { MemberLevelFee, MemberLevel } from './own.ts'
import {
  endpoint,
  Day,
  EmptyReply,
  requiredText,
  EmptyInput,
  optional,
  pageSchemaOf,
  paging,
  toLimits,
  text,
  Time,
  SmallId,
} from '../endpoint.ts'

const secretariat = ['administrator'] as const
const levelReaders = ['administrator', 'finance'] as const
const Kind = z.enum(keysOf<MemberKind>(memberKinds), '会员类别不正确')
const MemState = z.enum(keysOf<MemberState>(memberStates), '状态不正确')

/** A reminder and its recipients. */
export const ReminderReach = {
  kind: z.enum(keysOf<ReminderKind>(reminderKinds)),
  /** True for a reminder by SMS to a member who has no account yet. */
  byPhone: z.boolean(),
  /** Number of people notified: the holders of the unit's seats. */
  people: z.number(),
}

const dayCount = (fallback: number, maxDays: number) =>
  z.coerce.number('请填写天数').int('请填写整数').min(0, '不能小于0').max(maxDays, '天数过大').default(fallback)
export const MembershipSettings = z.object({
  /** True when a branch reviews applications before the secretariat. */
  twoStages: z.boolean().default(false),
  /** True: a wrong check character is refused. False: the reviewer is warned. */
  refuseWrongNumber: z.boolean().default(false),
  acceptOldNumber: z.boolean().default(true),
  graceDays: dayCount(90, 364),
  /** Days before the end of a term; negative days are after it. */
  reminderDays: z.array(z.number().int().min(-364).max(90)).max(10, '最多10次提醒').default([60, 30, 7, -1, -30, -80]),
  /** Days within which an application should be decided. */
  reviewDays: dayCount(15, 90),
})
export type MembershipSettings = z.output<typeof MembershipSettings>

// ---- levels and fees

export const StaffLevel = MemberLevel.extend({
  enabled: z.boolean(),
  position: z.number(),
  members: z.number(),
  fees: z.array(MemberLevelFee.extend({ id: z.number() })),
})
export type StaffLevel = z.output<typeof StaffLevel>

const LevelDraft = z.object({
  kind: Kind,
  title: requiredText(20, '请输入类别名称', '类别名称不能超过20个字'),
  description: text(200, '说明不能超过200个字'),
  seats: z.coerce.number('请填写席位数').int('请填写整数').min(1, '至少1个席位').max(500, '最多500个席位'),
  enabled: z.boolean(),
  position: z.coerce.number('请填写排序').int('请填写整数').min(0, '不能小于0').max(999, '不能大于999'),
})

export const staffLevels = {
  'GET /admin/memberLevels': endpoint({
    who: levelReaders,
    summary: '会员类别与历次会费标准',
    input: EmptyInput,
    output: z.array(StaffLevel),
  }),
  'POST /admin/memberLevel': endpoint({
    who: secretariat,
    summary: '新增会员类别',
    audit: auditCreationOf('level'),
    input: LevelDraft,
    output: z.object({ id: z.number() }),
    errors: ['invalid'],
  }),
  'PUT /admin/memberLevel': endpoint({
    who: secretariat,
    summary: '修改会员类别的名称、说明、席位与排序',
    audit: auditChangeOf('level'),
    input: LevelDraft.omit({ kind: true }).extend({ id: SmallId }),
    output: EmptyReply,
    errors: ['notFound', 'invalid'],
  }),
  'POST /admin/memberFee': endpoint({
    who: secretariat,
    summary: '登记新的会费标准：不改旧标准，从生效日起执行，须有会员代表大会决议',
    audit: auditedByHandler,
    input: z.object({
      levelId: SmallId,
      cents: z.number('请输入金额').int('金额精确到分').min(1, '金额须大于0').max(100_000_00, '金额过大'),
      termMonths: z.number('请填写会期').int('请填写整数').min(1, '至少1个月').max(120, '最多120个月'),
      effectiveFrom: Day,
      decision: requiredText(200, '请填写决议名称或文号', '不能超过200个字'),
      decidedOn: Day,
      fileKey: optional(text(64)),
    }),
    output: EmptyReply,
    errors: ['notFound', 'invalid'],
  }),
  'POST /admin/memberFee/file': endpoint({
    who: secretariat,
    summary: '上传会费标准的决议文件',
    // not audited: stores only a file; the fee that uses it is audited
    audit: null,
    input: EmptyInput,
    upload: { field: 'file', maxBytes: limits.maxResumeBytes },
    output: z.object({ key: z.string(), name: z.string() }),
    errors: ['fileMissing', 'wrongFileKind', 'fileInfected', 'tooLarge'],
  }),
  'GET /admin/membership/settings': endpoint({
    who: secretariat,
    summary: '入会审核与会籍的设置',
    input: EmptyInput,
    output: MembershipSettings,
  }),
  'PUT /admin/membership/settings': endpoint({
    who: secretariat,
    summary: '修改入会审核与会籍的设置',
    audit: (_input, settings) => ({
      action: 'membershipSettingsChanged',
      subject: 'membershipSettings',
      reason: JSON.stringify(settings).slice(0, 500),
    }),
    success: '修改成功',
    input: MembershipSettings,
    output: MembershipSettings,
  }),
  'GET /admin/membership/reminders': endpoint({
    who: levelReaders,
    summary: '续费提醒：已发出的，以及未来30天将发出的人数',
    input: z.object({ ...paging(20) }).transform(toLimits),
    output: pageSchemaOf(
      z.object({
        id: z.number(),
        memberId: z.number(),
        number: z.string(),
        name: z.string(),
        termUntil: z.string(),
        days: z.number(),
        time: Time,
        state: MemState,
        ...ReminderReach,
      }),
    ).extend({ ending: z.number(), inGrace: z.number(), lapsed: z.number() }),
  }),
}
