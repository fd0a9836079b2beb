// Requests for the deletion of one's chat messages and for closing the account: made and withdrawn by the person,
// carried out or refused by the secretariat.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import { dataRequestKinds, type DataRequestKind, type DataRequestState } from '@xinqiao/contract/data-requests.ts'
import type { DataRequest, StaffDataRequest } from '@xinqiao/contract/http/data-requests.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { eraseMessagesOfAccount, leaveAllTeams } from '../../im/chat.ts'
import { recordAudit } from '../../kit/audit/audit.ts'
import { inTransaction, viewerOf, type AuditedCtx, type Ctx, type TransactionScope } from '../../kit/ctx.ts'
import type { Db, Tx } from '../../kit/db/db.ts'
import type { PageLimits } from '../../kit/db/lists.ts'
import { formatTime } from '../../kit/time.ts'
import { closeAccount } from '../../portal/accounts/accounts.ts'
import { rebuildSearchTextOfAccount } from '../../portal/counsellors/search-text.ts'
import { notifyUsers } from '../../portal/notify/notify.ts'
import * as store from './store.ts'

/** The tab of the personal settings that shows the requests. */
const requestsLink = withQuery(routes.setting, { tab: 6 })
const subjectOf = (id: number) => `dataRequest ${id}` as const

const presentRequest = (row: store.DataRequestRow): DataRequest => ({
  id: row.id,
  kind: row.kind,
  includesPrivate: row.includes_private,
  state: row.state,
  createTime: formatTime(row.created_at),
  settledTime: row.settled_at ? formatTime(row.settled_at) : '',
  reason: row.state === 'refused' ? row.reason : '',
})

/** Lists what a person must settle before the account can be closed. */
async function listOwnObstacles(db: Db, accountId: number): Promise<string[]> {
  const owner = orNotFound(await store.selectOwner(db, accountId))
  if (owner.role_id !== roles.user) return ['工作人员和咨询师的账号请联系协会秘书处办理']
  const facts = await store.selectObstacles(db, accountId)
  return [
    ...(facts.has_booking ? ['还有没有结束的咨询预约，请先取消，或者等它结束'] : []),
    ...(facts.has_order ? ['还有没有付款的订单，请先付款或取消'] : []),
    ...(facts.is_member ? ['会籍还有效，请先在“我的会籍”里退会'] : []),
    ...(facts.owns_group ? ['您是小组的组长，请先转让或解散小组'] : []),
  ]
}

/** Lists what must be settled first. A person in danger must stay within reach, with what they wrote. */
async function listObstacles(db: Db, accountId: number, kind: DataRequestKind): Promise<string[]> {
  const { has_alert: hasAlert } = await store.selectObstacles(db, accountId)
  return [
    ...(hasAlert ? ['本人有还没有结束的危机提醒，请先联系本人，结束跟进后再办理'] : []),
    ...(kind === 'accountClosure' ? await listOwnObstacles(db, accountId) : []),
  ]
}

export async function listOwnRequests(db: Db, accountId: number) {
  const requests = (await store.selectRequestsOf(db, accountId)).map(presentRequest)
  return { requests, obstacles: await listOwnObstacles(db, accountId) }
}

export const addRequest = (
  ctx: Ctx,
  { kind, includesPrivate }: { kind: DataRequestKind; includesPrivate: boolean },
): Promise<{ id: number }> =>
  inTransaction(ctx.kit, async (scope) => {
    const { tx } = scope
    const { id: accountId } = viewerOf(ctx)
    const [obstacle] = kind === 'accountClosure' ? await listOwnObstacles(tx, accountId) : []
    if (obstacle !== undefined) throw fail('wrongState', obstacle)
    const id = await store.insertRequest(tx, { accountId, kind, includesPrivate })
    if (id === null) throw fail('wrongState', '您已经申请过，请等待办理')
    await recordAudit(tx, {
      actorId: accountId,
      action: 'dataRequestAdded',
      subject: subjectOf(id),
      reason: '',
      detail: { kind, includesPrivate },
    })
    const title = `您申请了${dataRequestKinds[kind]}。办理之前可以撤回；不是您本人申请的，请立即撤回并修改密码`
    await notifyUsers(scope, { kind: 'security', userIds: [accountId], title, link: requestsLink })
    return { id }
  })

/** @throws Failure notFound, or wrongState for a request that is settled */
async function requireOpenRequest(tx: Tx, id: number, accountId?: number): Promise<store.DataRequestRow> {
  const row = orNotFound(await store.lockRequest(tx, id))
  if (accountId !== undefined && row.account_id !== accountId) throw fail('notFound')
  if (row.state !== 'open') throw fail('wrongState', '这个申请已经办理、答复或撤回')
  return row
}

export const withdrawRequest = (ctx: Ctx, id: number): Promise<null> =>
  inTransaction(ctx.kit, async ({ tx }) => {
    const { id: accountId } = viewerOf(ctx)
    await requireOpenRequest(tx, id, accountId)
    await store.updateRequest(tx, id, { state: 'withdrawn', settledBy: accountId, reason: '' })
    await recordAudit(tx, { actorId: accountId, action: 'dataRequestWithdrawn', subject: subjectOf(id), reason: '' })
    return null
  })

export async function listStaffRequests(db: Db, state: DataRequestState | undefined, page: PageLimits) {
  const { ids, total } = await store.selectRequestIds(db, state, page)
  const rows = await store.selectStaffRequests(db, ids)
  const content = await Promise.all(
    rows.map(async (row): Promise<StaffDataRequest> => ({
      ...presentRequest(row),
      username: row.username,
      name: row.nickname,
      settledBy: row.settled_name ?? '',
      obstacles: row.state === 'open' ? await listObstacles(db, row.account_id, row.kind) : [],
    })),
  )
  return { content, totalElements: total }
}

const notifyOwner = (scope: TransactionScope, { account_id: accountId }: store.DataRequestRow, title: string) =>
  notifyUsers(scope, { kind: 'security', userIds: [accountId], title, link: requestsLink })

async function carryOutErasure(ctx: AuditedCtx, row: store.DataRequestRow): Promise<void> {
  const { username } = orNotFound(await store.selectOwner(ctx.tx, row.account_id))
  await eraseMessagesOfAccount(ctx, {
    actorId: ctx.viewer.id,
    accountId: row.account_id,
    key: username,
    includesPrivate: row.includes_private,
    reason: `应本人申请（编号${row.id}）`,
  })
  await notifyOwner(ctx, row, '您申请删除的聊天消息已经删除')
}

async function carryOutClosure(ctx: AuditedCtx, { account_id: accountId }: store.DataRequestRow): Promise<void> {
  await leaveAllTeams(ctx, accountId)
  await closeAccount(ctx, accountId, rebuildSearchTextOfAccount)
}

export async function carryOutRequest(ctx: AuditedCtx, id: number): Promise<null> {
  const { tx, viewer } = ctx
  const row = await requireOpenRequest(tx, id)
  const [obstacle] = await listObstacles(tx, row.account_id, row.kind)
  if (obstacle !== undefined) throw fail('wrongState', obstacle)
  await (row.kind === 'chatErasure' ? carryOutErasure(ctx, row) : carryOutClosure(ctx, row))
  await store.updateRequest(tx, id, { state: 'done', settledBy: viewer.id, reason: '' })
  await recordAudit(tx, {
    actorId: viewer.id,
    action: 'dataRequestCarriedOut',
    subject: subjectOf(id),
    reason: '',
    detail: { kind: row.kind, accountId: row.account_id },
  })
  return null
}

export async function refuseRequest(ctx: AuditedCtx, { id, reason }: { id: number; reason: string }): Promise<null> {
  const { tx, viewer } = ctx
  const row = await requireOpenRequest(tx, id)
  await store.updateRequest(tx, id, { state: 'refused', settledBy: viewer.id, reason })
  await recordAudit(tx, { actorId: viewer.id, action: 'dataRequestRefused', subject: subjectOf(id), reason })
  await notifyOwner(ctx, row, `您${dataRequestKinds[row.kind]}的申请没有办理，原因：${reason}`)
  return null
}
