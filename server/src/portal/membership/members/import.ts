// Import of an older register from Excel: all rows or none.
import { readIdNumber } from '@xinqiao/contract/id-numbers.ts'
import { z } from 'zod'
import { fail } from '@xinqiao/contract/errors.ts'
import type { ImportReport } from '@xinqiao/contract/http/endpoint.ts'
import { idCardPattern, mobilePattern, type MemberKind } from '@xinqiao/contract/membership.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import { type Ctx, type Kit, type KitInTransaction, type AuditedCtx } from '../../../kit/ctx.ts'
import { reserveId, type Tx } from '../../../kit/db/db.ts'
import { checkLines, readLines, writeSheet } from '../../../kit/documents/sheets/sheets.ts'
import { chinaDay } from '../../../kit/time.ts'
import { idNumberIndexOf, phoneIndexOf, sealMemberContact } from '../records/sealed-form.ts'
import { selectLevels, type LevelRow } from '../records/level-store.ts'
import * as store from '../records/member-store.ts'
import { renewMemberCertificate } from '../rules/member-certificate.ts'
import { readMembershipSettings } from '../rules/settings.ts'
import { memberStateOn } from '../rules/terms.ts'

const dayField = (empty: string) =>
  z
    .string(empty)
    .transform((text) => text.replace(/[./年月]/g, '-').replace('日', ''))
    .pipe(z.string().regex(/^(19|20)\d\d-\d{1,2}-\d{1,2}$/, empty))
    .transform((text) =>
      text
        .split('-')
        .map((part) => part.padStart(2, '0'))
        .join('-'),
    )
    .refine((text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text), '没有这一天')

const optionalField = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

const ImportLine = z
  .object({
    类别: z.string('请填写类别').min(1, '请填写类别').max(20, '没有这个类别'),
    姓名或单位: z.string('请填写姓名').min(1, '请填写姓名').max(100, '不能超过100个字'),
    所在单位或会员代表: optionalField(z.string().max(100, '不能超过100个字')),
    性别: optionalField(z.enum(['男', '女'], '应为男或女')),
    证件号码: optionalField(z.string().max(18, '证件号码不正确')),
    手机号码: z.string('请填写手机号码').regex(mobilePattern, '请输入正确的手机号码'),
    邮箱: optionalField(z.email('请输入正确的邮箱地址').max(100, '不能超过100个字')),
    会员编号: optionalField(z.string().regex(/^[0-9A-Za-z-]{3,20}$/, '编号只能有字母、数字和横线，3至20位')),
    入会日期: dayField('请填写入会日期，如 2020-05-01'),
    会期开始: dayField('请填写会期开始，如 2026-01-01'),
    会期截止: dayField('请填写会期截止，如 2026-12-31'),
  })
  .refine((line) => line.会期开始 <= line.会期截止, { path: ['会期截止'], message: '不能早于会期开始' })
  .refine((line) => line.入会日期 <= line.会期截止, { path: ['入会日期'], message: '不能晚于会期截止' })
type ImportLine = z.output<typeof ImportLine>

const titles = Object.keys(ImportLine.shape) as (keyof ImportLine)[]
const requiredTitles = ['类别', '姓名或单位', '手机号码', '入会日期', '会期开始', '会期截止']

/** Marks the example row of the template. */
const sampleRow = '示例（导入前请删除本行）'

export async function createMemberTemplate(kit: Kit): Promise<Uint8Array> {
  const level = (await selectLevels(kit.sql)).find((row) => row.kind === 'individual')
  const example: Record<keyof ImportLine, string> = {
    类别: level?.title ?? '个人会员',
    姓名或单位: sampleRow,
    所在单位或会员代表: '省立第一医院',
    性别: '女',
    证件号码: '',
    手机号码: '13900000000',
    邮箱: '',
    会员编号: '',
    入会日期: '2020-05-01',
    会期开始: '2026-01-01',
    会期截止: '2026-12-31',
  }
  return writeSheet(
    '会员',
    titles.map((title) => ({
      title: requiredTitles.includes(title) ? `${title}*` : title,
      width: 20,
      value: (row: typeof example) => row[title],
    })),
    [example],
  )
}

type ImportableLine = { line: number; value: ImportLine; level: LevelRow }

/** Checks against the database and the other rows: levels, used numbers, duplicates. */
async function checkAgainstOthers(
  kit: KitInTransaction,
  tx: Tx,
  lines: readonly { line: number; value: ImportLine }[],
) {
  const levels = new Map((await selectLevels(tx)).map((level) => [level.title, level]))
  const ready: ImportableLine[] = []
  const bad: ImportReport['bad'] = []
  const lineByNumber = new Map<string, number>()
  for (const { line, value } of lines) {
    const problems: Record<string, string> = {}
    const level = levels.get(value.类别)
    if (!level) problems['类别'] = `没有“${value.类别}”这个类别`
    const number = value.证件号码
    if (number && level?.kind === 'individual') {
      if (!idCardPattern.test(number)) problems['证件号码'] = '请输入正确的身份证号码'
      else if (!readIdNumber(number, chinaDay()).isCheckRight) problems['证件号码'] = '身份证号码校验位不符'
    }
    for (const [name, cell] of [
      ['证件号码', number && `${level?.kind} ${number.toUpperCase()}`],
      ['会员编号', value.会员编号],
      ['手机号码', `${level?.kind} ${value.手机号码}`],
    ] as const) {
      const before = cell ? lineByNumber.get(`${name} ${cell}`) : undefined
      if (before !== undefined) problems[name] = `与第${before}行重复`
      else if (cell) lineByNumber.set(`${name} ${cell}`, line)
    }
    if (value.姓名或单位 === sampleRow) problems['姓名或单位'] = '请删除示例行'
    if (level) {
      const index = number ? idNumberIndexOf(kit.secrets, number) : null
      const takenIdentifiers = await store.selectTakenIdentifiers(tx, level.kind, {
        number: value.会员编号 ?? '',
        idNumber: index,
        phone: phoneIndexOf(kit.secrets, value.手机号码),
      })
      if (takenIdentifiers.number) problems['会员编号'] = '该会员编号已存在'
      if (takenIdentifiers.id_number) problems['证件号码'] = '该证件号码已有会员在使用'
      if (takenIdentifiers.phone) problems['手机号码'] = '该手机号码已有会员在使用'
      const accountId = await store.selectAccountByPhone(tx, phoneIndexOf(kit.secrets, value.手机号码))
      if (accountId !== null && (await store.selectLiveMember(tx, accountId)))
        problems['手机号码'] = '该手机号码的账号已是会员'
    }
    if (level && Object.keys(problems).length === 0) ready.push({ line, value, level })
    else bad.push({ line, problems })
  }
  return { ready, bad }
}

async function insertMemberLine(
  kit: KitInTransaction,
  tx: Tx,
  { value, level }: ImportableLine,
  graceDays: number,
): Promise<void> {
  const today = chinaDay()
  const state = memberStateOn(value.会期截止, today, graceDays)
  const index = phoneIndexOf(kit.secrets, value.手机号码)
  const kind: MemberKind = level.kind
  const id = await reserveId(tx, 'member')
  await store.insertMember(tx, {
    id,
    number: value.会员编号?.toUpperCase() ?? (await store.selectNextMemberNumber(tx, kind, value.入会日期)),
    kind,
    level_id: level.id,
    account_id: await store.selectAccountByPhone(tx, index),
    name: value.姓名或单位,
    organization: value.所在单位或会员代表 ?? '',
    gender: value.性别 ?? null,
    state,
    ...(state === 'left' && { left_on: today, left_reason: '导入时会期已过期一年以上' }),
    joined_on: value.入会日期,
    term_from: value.会期开始,
    term_until: value.会期截止,
    id_number_index: value.证件号码 ? idNumberIndexOf(kit.secrets, value.证件号码) : null,
    ...sealMemberContact(kit.secrets, id, { idNumber: value.证件号码, phone: value.手机号码, email: value.邮箱 }),
  })
  await store.insertTerm(tx, {
    member_id: id,
    fee_id: null,
    order_no: null,
    cents: 0,
    starts_on: value.会期开始,
    ends_on: value.会期截止,
  })
  await renewMemberCertificate(tx, id)
}

export async function readMemberSheet(_input: unknown, { file }: Ctx) {
  if (!file || file.size === 0) throw fail('fileMissing')
  const lines = await readLines(await file.read(), requiredTitles)
  return { fileName: file.name, rows: lines.length, ...checkLines(lines, ImportLine) }
}

/** Imports all rows or none, and reports each invalid row. */
export async function importMembers(
  _input: unknown,
  { kit, tx, viewer }: AuditedCtx,
  { fileName, rows, good, bad }: Awaited<ReturnType<typeof readMemberSheet>>,
): Promise<ImportReport> {
  const others = await checkAgainstOthers(kit, tx, good)
  const invalidLines = [...bad, ...others.bad].sort((a, b) => a.line - b.line)
  if (invalidLines.length > 0) return { rows, imported: 0, bad: invalidLines }
  const { graceDays } = await readMembershipSettings(tx)
  for (const line of others.ready) await insertMemberLine(kit, tx, line, graceDays)
  await recordAudit(tx, {
    actorId: viewer.id,
    action: 'membersImported',
    subject: 'members',
    reason: `从“${fileName.slice(0, 80)}”导入${rows}名会员`,
    detail: { rows },
  })
  return { rows, imported: rows, bad: [] }
}
