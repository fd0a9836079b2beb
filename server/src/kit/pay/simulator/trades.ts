// What the stand-in's payers do, and how the shop hears of it: callbacks on the ladder of the real one.
import { randomInt } from 'node:crypto'
import type { Sql } from '../../db.ts'
import type { PaySimulator, SimulatedTrade } from '../pay.ts'
import { makeNonce, nowSeconds, replyText, sealResource, sign } from '../signing.ts'
import type { SimulatorKeys } from './keys.ts'
import * as store from './store.ts'

/** pay.weixin.qq.com/doc/v3: 15s 15s 30s 3m 10m 20m 30m 30m 30m 60m 3h 3h 3h 6h 6h */
const ladderSeconds = [15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10_800, 10_800, 10_800, 21_600, 21_600]
/** Just after the screen has given up waiting. */
const lateSeconds = 70

export const simulatedAccount = { appId: 'wx0000000000000000', mchId: '1900000001' }

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')
export const makeTransactionId = () => `42000${digits(23)}`
export const china = (at: Date) => `${new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`

/** A trade as queries and callbacks tell it. */
export const describeTrade = (trade: store.TradeRow) => ({
  appid: simulatedAccount.appId,
  mchid: simulatedAccount.mchId,
  out_trade_no: trade.out_trade_no,
  trade_state: trade.state,
  trade_state_desc: trade.state,
  ...(trade.transaction_id && {
    transaction_id: trade.transaction_id,
    trade_type: trade.trade_type,
    bank_type: 'OTHERS',
    success_time: china(trade.paid_at ?? new Date()),
    payer: { openid: trade.openid ?? 'oSimulatedPayer' },
    amount: { total: trade.paid_cents, payer_total: trade.paid_cents, currency: 'CNY', payer_currency: 'CNY' },
  }),
})

export const describeRefund = (refund: store.RefundRow, transactionId: string) => ({
  refund_id: refund.refund_id,
  out_refund_no: refund.out_refund_no,
  transaction_id: transactionId,
  out_trade_no: refund.out_trade_no,
  channel: 'ORIGINAL',
  user_received_account: '支付用户零钱',
  create_time: china(refund.created_at),
  status: refund.state,
  ...(refund.done_at && { success_time: china(refund.done_at) }),
  amount: { total: refund.cents, refund: refund.cents, payer_refund: refund.cents, currency: 'CNY' },
})

export type Deliver = (url: string, headers: Record<string, string>, body: string) => Promise<number>

const writeCallback = (keys: SimulatorKeys, event: string, type: string, told: object) =>
  JSON.stringify({
    id: `EV-${digits(30)}`,
    create_time: china(new Date()),
    resource_type: 'encrypt-resource',
    event_type: event,
    summary: event === 'TRANSACTION.SUCCESS' ? '支付成功' : '退款结果',
    resource: { original_type: type, ...sealResource(JSON.stringify(told), keys.apiV3Key, type) },
  })

const signCallback = (keys: SimulatorKeys, body: string): Record<string, string> => {
  const [timestamp, nonce] = [nowSeconds(), makeNonce()]
  return {
    'content-type': 'application/json',
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': keys.platformSerial,
    'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
    'wechatpay-signature': sign(replyText(timestamp, nonce, body), keys.platform),
  }
}

export function makeTrades(sql: Sql, keys: SimulatorKeys, deliver: Deliver) {
  const announce = (trade: store.TradeRow) =>
    store.queueCallback(
      sql,
      trade.notify_url,
      writeCallback(keys, 'TRANSACTION.SUCCESS', 'transaction', describeTrade(trade)),
    )

  async function letMoneyArrive(): Promise<void> {
    for (const { out_trade_no: no, total_cents: cents } of await store.listArrived(sql)) {
      const paid = await store.payTrade(sql, no, { transactionId: makeTransactionId(), cents, anyState: true })
      if (paid) await announce(paid)
    }
  }

  async function finishRefunds(): Promise<void> {
    for (const refund of await store.finishRefunds(sql)) {
      const trade = (await store.findTrade(sql, refund.out_trade_no))!
      const isWhole = (await store.sumRefunds(sql, trade.out_trade_no)) === trade.paid_cents
      if (isWhole) await store.changeTrade(sql, trade.out_trade_no, ['SUCCESS'], 'REFUND')
      if (!refund.notify_url) continue
      const { status, ...told } = describeRefund(refund, trade.transaction_id ?? '')
      const body = writeCallback(keys, 'REFUND.SUCCESS', 'refund', { ...told, refund_status: status })
      await store.queueCallback(sql, refund.notify_url, body)
    }
  }

  async function deliverDue(): Promise<number> {
    await letMoneyArrive()
    await finishRefunds()
    let count = 0
    for (let due = await store.takeCallback(sql); due; due = await store.takeCallback(sql)) {
      const status = await deliver(due.url, signCallback(keys, due.body), due.body).catch(() => 0)
      const wait = ladderSeconds[due.tries - 1]
      if (status === 200 || status === 204 || wait === undefined) await store.dropCallback(sql, due.id)
      else await store.putOffCallback(sql, due.id, wait)
      count += 1
    }
    return count
  }

  const act: PaySimulator['act'] = async (no, result, seconds = lateSeconds) => {
    const trade = await store.findTrade(sql, no)
    if (!trade) return false
    if (result === 'fail') return store.changeTrade(sql, no, ['NOTPAY'], 'PAYERROR')
    if (result === 'late') {
      const isOnItsWay = await store.sendLate(sql, no, seconds)
      if (seconds <= 0) await deliverDue()
      return isOnItsWay
    }
    const cents = result === 'wrongAmount' ? Math.max(1, trade.total_cents - 1) : trade.total_cents
    const paid = await store.payTrade(sql, no, { transactionId: makeTransactionId(), cents, anyState: false })
    if (!paid) return false
    await announce(paid)
    if (result === 'duplicate') await announce(paid)
    await deliverDue()
    return true
  }

  const present = (trade: store.TradeRow | null): SimulatedTrade | null =>
    trade && {
      attemptNo: trade.out_trade_no,
      token: trade.token,
      description: trade.description,
      totalCents: trade.total_cents,
      state: trade.state,
      isOver: trade.state === 'NOTPAY' && trade.expires_at.getTime() <= Date.now(),
      expiresAt: trade.expires_at,
    }

  const driver: PaySimulator = {
    findTrade: async (no) => present(await store.findTrade(sql, no)),
    findByToken: async (token) => present(await store.findByToken(sql, token)),
    act,
    deliverDue,
  }
  return { driver, letMoneyArrive }
}
export type Trades = ReturnType<typeof makeTrades>
