// Counsellors for staff: their pages and verified credentials.
import { keysOf } from '../../keys.ts'
import { auditChangeOf, auditCreationOf, auditActionOn } from '../../audit.ts'
import { z } from 'zod'
import { credentialStates, type CredentialState } from '../../counselling.ts'
import { limits } from '../../limits.ts'
import {
  endpoint,
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
  SmallId,
} from '../endpoint.ts'

const counsellorEditors = ['administrator', 'service'] as const
const StaffCounsellorRow = z.object({
  id: z.number(),
  userId: z.number(),
  username: z.string(),
  nickname: z.string(),
  department: z.string(),
  professionalTitle: z.string(),
  price: z.number(),
  listed: z.boolean(),
  answers: z.number(),
  follows: z.number(),
  pendingCredentials: z.number(),
})
export type StaffCounsellorRow = z.output<typeof StaffCounsellorRow>

const StaffCredential = z.object({
  id: z.number(),
  title: z.string(),
  number: z.string(),
  issuer: z.string(),
  validUntil: Time.nullable(),
  state: z.enum(keysOf<CredentialState>(credentialStates)),
  note: z.string(),
  /** Link to the scan, which opens in the caller's sign-in session only, for a quarter of an hour. */
  scanUrl: z.string().nullable(),
})
export type StaffCredential = z.output<typeof StaffCredential>

const Draft = {
  department: text(60, '部门不能超过60个字'),
  professionalTitle: text(30, '职称不能超过30个字'),
  description: text(600, '介绍不能超过600个字'),
  qualification: z.string('请输入资质说明').max(20_000, '资质说明过长'),
  domainIds: z.array(SmallId, '请选择擅长领域').max(12, '最多12个领域'),
  price: z.coerce.number('请输入价格').int('价格不正确').min(0, '价格不正确').max(10_000_000, '价格过高'),
  duration: text(100, '工作时间不能超过100个字'),
  phone: text(30, '电话不能超过30个字'),
  listed: z.boolean('请选择是否展示'),
}
const StaffCounsellor = z.object({
  id: z.number(),
  userId: z.number(),
  username: z.string(),
  nickname: z.string(),
  ...Draft,
  domainIds: z.array(z.number()),
  price: z.number(),
  credentials: z.array(StaffCredential),
})
export type StaffCounsellor = z.output<typeof StaffCounsellor>

export const staffCounsellors = {
  'GET /admin/counsellors': endpoint({
    who: counsellorEditors,
    summary: '咨询师列表，未展示的也在内',
    input: z.object({ ...paging(20), key: optional(text(50, '搜索词不能超过50个字')) }).transform(toLimits),
    output: pageSchemaOf(StaffCounsellorRow),
  }),
  'GET /admin/counsellor': endpoint({
    who: counsellorEditors,
    summary: '一位咨询师的资料与证书',
    input: z.object({ id: Id }),
    output: StaffCounsellor,
    errors: ['notFound'],
  }),
  'PUT /admin/counsellor': endpoint({
    publicCache: 'invalidate',
    who: counsellorEditors,
    summary: '保存咨询师资料',
    audit: auditActionOn('counsellorChanged', 'counsellor'),
    success: '保存成功',
    input: z.object({ id: Id, ...Draft }),
    output: StaffCounsellor,
    errors: ['notFound', 'invalid'],
  }),
  'POST /admin/credential': endpoint({
    who: counsellorEditors,
    summary: '登记一本证书，待核验',
    audit: auditCreationOf('credential'),
    success: '保存成功',
    input: z.object({
      counsellorId: Id,
      title: requiredText(60, '请输入证书名称', '证书名称不能超过60个字'),
      number: requiredText(60, '请输入证书编号', '证书编号不能超过60个字'),
      issuer: requiredText(60, '请输入发证机构', '发证机构不能超过60个字'),
      validUntil: optional(z.iso.date('请选择有效期')),
    }),
    output: StaffCredential,
    errors: ['notFound'],
  }),
  'POST /admin/credential/scan': endpoint({
    publicCache: 'invalidate',
    who: counsellorEditors,
    summary: '上传证书扫描件，只有工作人员能打开',
    audit: (_input, { id }) => ({ action: 'staffCall', subject: `credential ${id}` }),
    success: '文件上传成功',
    input: z.object({ id: optional(Id) }),
    upload: { field: 'file', maxBytes: limits.maxResumeBytes },
    output: StaffCredential,
    errors: ['notFound', 'fileMissing', 'wrongFileKind', 'fileInfected', 'tooLarge'],
  }),
  'POST /admin/credential/settle': endpoint({
    publicCache: 'invalidate',
    who: counsellorEditors,
    summary: '核验证书：通过或不通过',
    audit: ({ id, state, note }) => ({
      action: 'credentialSettled',
      subject: `credential ${id}`,
      reason: note,
      detail: { state },
    }),
    success: '处理成功',
    input: z.object({
      id: Id,
      state: z.enum(['verified', 'refused'], '请选择核验结果'),
      note: text(200, '说明不能超过200个字').default(''),
    }),
    output: StaffCredential,
    errors: ['notFound'],
  }),
  'DELETE /admin/credential': endpoint({
    publicCache: 'invalidate',
    who: counsellorEditors,
    summary: '删除证书',
    audit: auditChangeOf('credential'),
    success: '删除成功',
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound'],
  }),
  'GET /admin/counsellorDomains': endpoint({
    who: counsellorEditors,
    summary: '可选的擅长领域',
    input: EmptyInput,
    output: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
}
