// The branches that review applications first, and the staff of each.
import { auditChangeOf, auditCreationOf } from '../../audit.ts'
import { z } from 'zod'
import { endpoint, EmptyReply, requiredText, Id, EmptyInput, optional, SmallId } from '../endpoint.ts'

const reviewers = ['administrator', 'service'] as const
const secretariat = ['administrator'] as const

const StaffBranch = z.object({
  id: z.number(),
  name: z.string(),
  position: z.number(),
  enabled: z.boolean(),
  /** Number of applications that wait for its review. */
  waiting: z.number(),
  reviewers: z.array(z.string()),
})
export type StaffBranch = z.output<typeof StaffBranch>

const BranchReviewer = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  /** The branch for which the account reviews; null for the secretariat. */
  branchId: z.number().nullable(),
})
export type BranchReviewer = z.output<typeof BranchReviewer>

const Draft = z.object({
  name: requiredText(40, '请输入分支机构名称', '名称不能超过40个字'),
  position: z.coerce.number('请填写排序').int('请填写整数').min(0, '不能小于0').max(999, '不能大于999'),
  enabled: z.boolean(),
})

export const staffBranches = {
  'GET /admin/memberBranches': endpoint({
    who: reviewers,
    summary: '参与初审的分支机构',
    input: EmptyInput,
    output: z.array(StaffBranch),
  }),
  'GET /admin/memberBranch/own': endpoint({
    who: reviewers,
    summary: '本人所属的分支机构；为空是秘书处',
    input: EmptyInput,
    output: z.object({ name: z.string().nullable() }),
  }),
  'POST /admin/memberBranch': endpoint({
    who: secretariat,
    summary: '新增分支机构',
    audit: auditCreationOf('branch'),
    input: Draft,
    output: z.object({ id: z.number() }),
    errors: ['invalid'],
  }),
  'PUT /admin/memberBranch': endpoint({
    who: secretariat,
    summary: '修改分支机构；停用后申请人不能再选择',
    audit: auditChangeOf('branch'),
    input: Draft.extend({ id: SmallId }),
    output: EmptyReply,
    errors: ['notFound', 'invalid'],
  }),
  'GET /admin/memberBranch/reviewers': endpoint({
    who: secretariat,
    summary: '客服与审核账号及其所属分支机构',
    input: EmptyInput,
    output: z.array(BranchReviewer),
  }),
  'PUT /admin/memberBranch/reviewer': endpoint({
    who: secretariat,
    summary: '指定一个审核账号所属的分支机构；不填为秘书处',
    audit: ({ accountId, branchId }) => ({
      action: 'staffCall',
      subject: `account ${accountId}${branchId === undefined ? '' : ` branch ${branchId}`}`,
    }),
    input: z.object({ accountId: Id, branchId: optional(SmallId) }),
    output: EmptyReply,
    errors: ['notFound'],
  }),
  'POST /admin/memberApplication/branch': endpoint({
    who: secretariat,
    summary: '把待初审的申请转给另一分支机构；不填为秘书处初审',
    audit: auditChangeOf('memberApplication'),
    input: z.object({ id: Id, version: Id, branchId: optional(SmallId) }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState', 'changedMeanwhile'],
  }),
}
