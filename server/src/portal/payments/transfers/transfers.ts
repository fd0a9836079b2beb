// Bank transfers for dues: a payment attempt that finance staff settle.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import { formatYuan, type OrderKindName, type TransferState } from '@xinqiao/contract/orders.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import { viewerOf, type Ctx } from '../../../kit/ctx.ts'
import { findPrivateFile, linkToPrivateFile, storePrivateFile } from '../../../kit/files/private-files.ts'
import { formatTime } from '../../../kit/time.ts'
import { notifyUsers } from '../../notify/notify.ts'
import { findBankAccount, isDuesOrder } from '../rules/bank-account.ts'
import { startPayment } from '../checkout/start-payment.ts'
import { requireOwnOrder } from '../rules/own-order.ts'
import type { StaffScope } from '../refunds/refunds.ts'
import { settleInTransaction } from '../settlement/settle.ts'
import { selectAttempt, selectLiveAttempt } from '../records/attempt-store.ts'
import type { Db } from '../../../kit/db/db.ts'
import * as proofs from '../records/transfer-store.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'

/** @throws Failure those of `startPayment` */
export async function startTransfer(
  ctx: Ctx,
  { kind, reference = '' }: { kind: OrderKindName; reference?: string | undefined },
) {
  const { kit } = ctx
  const account = findBankAccount(kit)
  if (account === '') throw fail('payUnavailable', '暂不支持银行转账，请用其他方式支付')
  const request = { accountId: viewerOf(ctx).id, kind, reference, method: 'transfer' as const, ip: ctx.ip }
  if (!isDuesOrder(kit, kind)) throw fail('nothingToPay', '该项目不支持银行转账')
  const { orderNo, title, amountCents } = await startPayment(kit, request)
  return { orderNo, title, amountCents, account }
}

/**
 * Finds the transfer that a proof belongs to, before the file is received.
 * @throws Failure notFound, wrongState
 */
export async function requireAttemptForProof(ctx: Ctx, orderNo: string) {
  const { sql } = ctx.kit
  const order = await requireOwnOrder(ctx, orderNo)
  const attempt = await selectLiveAttempt(sql, order.id)
  if (attempt?.provider !== 'bank') throw fail('wrongState')
  if (await proofs.hasOpenTransferProof(sql, attempt.attempt_no)) throw fail('wrongState', '凭证已提交，正在核对')
  return attempt
}

/** @throws Failure notFound, wrongState, wrongFileKind, fileInfected */
export async function submitTransferProof(ctx: Ctx, orderNo: string): Promise<null> {
  const { kit, file } = ctx
  const attempt = await requireAttemptForProof(ctx, orderNo)
  if (!file || file.size === 0) throw fail('fileMissing')
  const storedProof = await storePrivateFile(kit, file, {
    ownerId: viewerOf(ctx).id,
    purpose: 'transferProof',
    readers: ['administrator', 'finance'],
    kinds: ['pdf', 'jpg', 'png'],
    wrongKind: '请上传 PDF、JPG 或 PNG 文件',
  })
  await proofs.insertTransferProof(kit.sql, attempt.id, storedProof.key)
  return null
}

export async function listTransferProofs(ctx: Ctx, state: TransferState | undefined, page: PageLimits) {
  const { kit } = ctx
  const { rows, total } = await proofs.selectTransferProofs(kit.sql, state, page)
  const content = await Promise.all(
    rows.map(async (row) => {
      const file = await findPrivateFile(kit.sql, row.file_key)
      return {
        id: row.id,
        orderId: row.order_id,
        orderNo: row.order_no,
        title: row.title,
        payer: row.payer,
        cents: row.amount_cents,
        fileUrl: file ? linkToPrivateFile(kit, file, viewerOf(ctx)) : '',
        state: row.state,
        reason: row.reason,
        decider: row.decider ?? '',
        createTime: formatTime(row.created_at),
      }
    }),
  )
  return { content, totalElements: total }
}

const requireProof = async (db: Db, id: number): Promise<proofs.StaffTransferProofRow> =>
  orNotFound(await proofs.selectTransferProof(db, id))

type TransferConfirmation = { id: number; serial: string; cents: number }

/**
 * Settles the payment of a proof. The payment, its ledger entry and the decision on the proof are one transaction, so
 * that no one refuses a proof whose order is paid.
 * @throws Failure notFound, wrongState, amountDiffers, numberTaken
 */
export async function confirmTransfer(
  scope: StaffScope,
  { id, serial, cents }: TransferConfirmation,
): Promise<{ isSurplus: boolean }> {
  const { tx, actorId } = scope
  const proof = await requireProof(tx, id)
  if (proof.state !== 'sent') throw fail('wrongState')
  // a wrong amount belongs to no order: the bank sends it back, and the payer uploads another proof
  if (cents !== proof.amount_cents)
    throw fail(
      'amountDiffers',
      `到账金额与应付的${formatYuan(proof.amount_cents)}元不符，请退回凭证并写明原因，由银行原路退款`,
    )
  const attempt = orNotFound(await selectAttempt(tx, proof.attempt_no))
  await settleInTransaction(scope, attempt, { transactionId: serial, amountCents: cents, paidAt: new Date() }, 'staff')
  const payment = await proofs.selectBankPayment(tx, serial)
  if (payment.attempt_id !== attempt.id) throw fail('numberTaken')
  const decision = { state: 'confirmed' as const, decided_by: actorId, reason: '' }
  if (!(await proofs.updateProofDecision(tx, id, decision))) throw fail('wrongState')
  const subject = `transfer ${proof.order_no}` as const
  await recordAudit(tx, { actorId, action: 'transferConfirmed', subject, reason: serial, detail: { cents } })
  return { isSurplus: payment.purpose === 'surplus' }
}

export async function refuseTransfer(scope: StaffScope, id: number, reason: string): Promise<null> {
  const { tx, actorId } = scope
  const proof = await requireProof(tx, id)
  if (!(await proofs.updateProofDecision(tx, id, { state: 'refused', decided_by: actorId, reason })))
    throw fail('wrongState')
  const title = `“${proof.title}”的转账凭证被退回：${reason}`
  const notice = { kind: 'payment' as const, userIds: [proof.account_id], title, link: routes.orders }
  await notifyUsers(scope, notice)
  const subject = `transfer ${proof.order_no}` as const
  await recordAudit(tx, { actorId, action: 'transferRefused', subject, reason })
  return null
}
