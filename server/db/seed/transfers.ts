// Dues by bank transfer on the demo site: a proof that was refused, and the next one, which waits for its review.
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { hourMs } from '@xinqiao/contract/time.ts'
import type { Kit } from '../../src/kit/ctx.ts'
import { createPdf } from '../../src/kit/documents/pdf.ts'
import { storePrivateFile } from '../../src/kit/files/private-files.ts'
import { fileOfBytes } from '../../src/kit/files/uploads.ts'
import { startPayment } from '../../src/portal/payments/checkout/start-payment.ts'
import { selectLiveAttempt } from '../../src/portal/payments/records/attempt-store.ts'
import { selectOrderByNo } from '../../src/portal/payments/records/order-store.ts'
import { updateProofDecision, insertTransferProof } from '../../src/portal/payments/records/transfer-store.ts'

const createSlip = (payer: string, orderNo: string, cents: number) =>
  createPdf({ title: '电子回单' }, (pdf) => {
    pdf.font('bold').fontSize(20).text('演示银行　电子回单', { align: 'center' }).moveDown(1.5)
    pdf.font('regular').fontSize(12)
    const lines = [
      `付款人：${payer}`,
      '收款人：省心理卫生协会（演示账户）',
      `金额：人民币 ${formatYuan(cents)} 元`,
      `附言：${orderNo}`,
      '状态：交易成功',
    ]
    for (const line of lines) pdf.text(line).moveDown(0.6)
    pdf.moveDown().fontSize(10).text('本回单为演示内容，没有真实的转账。')
  })

/**
 * Acts as a payer: creates an order, chooses a bank transfer, and sends the proof.
 * @returns the attempt
 */
async function sendSlip(kit: Kit, accountId: number, payer: string): Promise<number> {
  const request = { accountId, kind: 'membershipFee', reference: '', method: 'transfer', ip: '127.0.0.1' } as const
  const { orderNo, amountCents: cents } = await startPayment(kit, request)
  const order = (await selectOrderByNo(kit.sql, orderNo))!
  const attempt = (await selectLiveAttempt(kit.sql, order.id))!
  const bytes = await createSlip(payer, orderNo, cents)
  const rules = {
    purpose: 'transferProof',
    readers: ['administrator', 'finance'],
    kinds: ['pdf'],
    wrongKind: '',
  } as const
  const { key } = await storePrivateFile(kit, fileOfBytes('电子回单.pdf', bytes), { ...rules, ownerId: accountId })
  await insertTransferProof(kit.sql, attempt.id, key)
  return attempt.id
}

/** The first proof was unreadable. */
export async function seedTransfers(kit: Kit, today: number, idOf: ReadonlyMap<string, number>): Promise<void> {
  const { sql } = kit
  const [finance] = await sql<{ id: number }[]>`select id from account where username = 'finance'`
  const accountId = idOf.get('applicant3')
  if (!finance || accountId === undefined) return
  const attemptId = await sendSlip(kit, accountId, '邓若兰')
  const [first] = await sql<{ id: number }[]>`select id from transfer_proof where attempt_id = ${attemptId}`
  await updateProofDecision(sql, first!.id, {
    state: 'refused',
    decided_by: finance.id,
    reason: '回单不清楚，看不到附言中的订单号，请重新上传',
  })
  await sendSlip(kit, accountId, '邓若兰')
  await sql`
    update transfer_proof set created_at = ${new Date(today - 30 * hourMs)}, decided_at = ${new Date(today - 14 * hourMs)}
    where id = ${first!.id}`
}
