// Requests for the deletion of one's chat messages and for closing the account. Nothing is deleted before the
// secretariat carries a request out.
import { z } from 'zod'
import { auditedByHandler } from '../audit.ts'
import { dataRequestKinds, dataRequestStates } from '../data-requests.ts'
import { keysOf } from '../keys.ts'
import { endpoint, EmptyReply, Id, optional, pageSchemaOf, paging, staffReason, Time, toLimits } from './endpoint.ts'

const secretariat = ['administrator'] as const

const Kind = z.enum(keysOf(dataRequestKinds), '请选择要申请什么')
const State = z.enum(keysOf(dataRequestStates))

const DataRequest = z.object({
  id: z.number(),
  kind: Kind,
  /** For messages: true when whole private conversations are to be deleted, too. */
  includesPrivate: z.boolean(),
  state: State,
  createTime: Time,
  /** Empty while the request is open. */
  settledTime: Time,
  /** Why the secretariat refused; empty otherwise. */
  reason: z.string(),
})
export type DataRequest = z.output<typeof DataRequest>

const StaffDataRequest = DataRequest.extend({
  username: z.string(),
  name: z.string(),
  settledBy: z.string(),
  /** Reasons why the request cannot be carried out yet. */
  obstacles: z.array(z.string()),
})
export type StaffDataRequest = z.output<typeof StaffDataRequest>

export const dataRequests = {
  'GET /dataRequest/mine': endpoint({
    who: 'user',
    summary: '本人的删除聊天消息与注销账号申请，新的在前；obstacles 是现在申请注销前要先处理的事',
    input: z.object({}),
    output: z.object({ requests: z.array(DataRequest), obstacles: z.array(z.string()) }),
  }),
  'POST /dataRequest/add': endpoint({
    who: 'user',
    stepUp: true,
    summary: '申请删除自己的聊天消息，或注销账号；由秘书处办理，办理前可以撤回',
    input: z.object({ kind: Kind, includesPrivate: z.boolean('请选择是否包括私聊').default(false) }),
    output: z.object({ id: z.number() }),
    errors: ['wrongState'],
    success: '申请已提交',
  }),
  'POST /dataRequest/withdraw': endpoint({
    who: 'user',
    summary: '撤回还没有办理的申请',
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
    success: '申请已撤回',
  }),
  'GET /admin/dataRequests': endpoint({
    who: secretariat,
    summary: '删除聊天消息与注销账号的申请，新的在前',
    input: z.object({ ...paging(20), state: optional(State) }).transform(toLimits),
    output: pageSchemaOf(StaffDataRequest),
  }),
  'POST /admin/dataRequest/carryOut': endpoint({
    who: secretariat,
    stepUp: true,
    summary: '办理申请：永久清除本人的聊天消息，或注销账号；不能恢复',
    audit: auditedByHandler,
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
    success: '已办理',
  }),
  'POST /admin/dataRequest/refuse': endpoint({
    who: secretariat,
    summary: '不办理申请，本人会看到理由',
    audit: auditedByHandler,
    input: z.object({ id: Id, reason: staffReason('请填写不办理的理由') }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
    success: '已答复',
  }),
}
