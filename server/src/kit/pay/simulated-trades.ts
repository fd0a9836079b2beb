// Payers of the stand-in, and callbacks to our server at the intervals of the real providers.
import type { Sql } from '../db/db.ts'
import type { PaySimulator, SimulatedTrade } from './pay.ts'
import { forEachProvider, providers } from './providers.ts'
import type { SimulatorKeys } from './simulator/keys.ts'
import * as store from './simulator/store.ts'
import type { TradeSimulator } from './simulator/protocol.ts'

/** Delay of a late payment, which arrives just after the screen has stopped waiting. */
const lateNoticeSeconds = 70

export type CallbackDelivery = (url: string, headers: Record<string, string>, body: string) => Promise<number>

export function createTradeSimulator(sql: Sql, keys: SimulatorKeys, deliver: CallbackDelivery): TradeSimulator {
  const protocols = forEachProvider((name) => providers[name].standIn.protocol(keys))

  const announce = (trade: store.TradeRow) =>
    store.insertCallback(sql, trade.provider, trade.notify_url, protocols[trade.provider].writePaidCallback(trade))

  const pay = (trade: store.TradeRow, cents: number, anyState: boolean) => {
    const transactionId = protocols[trade.provider].createTransactionId()
    return store.markTradePaid(sql, trade.out_trade_no, { transactionId, cents, anyState })
  }

  async function payArrivedTrades(): Promise<void> {
    for (const trade of await store.selectArrivedTrades(sql)) {
      const paid = await pay(trade, trade.total_cents, true)
      if (paid) await announce(paid)
    }
  }

  async function announceRefund(refund: store.SimulatedRefundRow): Promise<void> {
    const trade = (await store.selectTrade(sql, refund.out_trade_no))!
    const isWhole = (await store.sumRefunds(sql, trade.out_trade_no)) === trade.paid_cents
    if (isWhole) await store.updateTradeState(sql, trade.out_trade_no, ['SUCCESS'], 'REFUND')
    if (!refund.notify_url) return
    const body = protocols[trade.provider].writeRefundedCallback(refund, trade)
    await store.insertCallback(sql, trade.provider, refund.notify_url, body)
  }

  async function deliverDue(): Promise<number> {
    await payArrivedTrades()
    for (const refund of await store.markRefundsDone(sql)) await announceRefund(refund)
    let count = 0
    for (let due = await store.claimCallback(sql); due; due = await store.claimCallback(sql)) {
      const { headersFor, callbackDelaysSeconds } = protocols[due.provider]
      const status = await deliver(due.url, headersFor(due.body), due.body).catch(() => 0)
      const wait = callbackDelaysSeconds[due.tries - 1]
      if (status === 200 || status === 204 || wait === undefined) await store.deleteCallback(sql, due.id)
      else await store.updateCallbackTime(sql, due.id, wait)
      count += 1
    }
    return count
  }

  async function findTrade(attemptNo: string): Promise<store.TradeRow | null> {
    for (const { toTradeNo } of Object.values(protocols)) {
      const trade = await store.selectTrade(sql, toTradeNo(attemptNo)) // oxlint-disable-line no-await-in-loop -- few providers
      if (trade) return trade
    }
    return null
  }

  const applyResult: PaySimulator['act'] = async (no, result, seconds = lateNoticeSeconds) => {
    const trade = await findTrade(no)
    if (!trade) return false
    if (result === 'fail') {
      return store.updateTradeState(sql, trade.out_trade_no, ['NOTPAY'], protocols[trade.provider].failedState)
    }
    if (result === 'late') {
      const isOnItsWay = await store.updateArrivalTime(sql, trade.out_trade_no, seconds)
      if (seconds <= 0) await deliverDue()
      return isOnItsWay
    }
    const paid = await pay(
      trade,
      result === 'wrongAmount' ? Math.max(1, trade.total_cents - 1) : trade.total_cents,
      false,
    )
    if (!paid) return false
    if (result === 'refundsFail') await store.markRefundsFailing(sql, paid.out_trade_no)
    await announce(paid)
    if (result === 'duplicate') await announce(paid)
    await deliverDue()
    return true
  }

  const presentTrade = (trade: store.TradeRow | null): SimulatedTrade | null =>
    trade && {
      attemptNo: protocols[trade.provider].toAttemptNo(trade.out_trade_no),
      provider: trade.provider,
      token: trade.token,
      description: trade.description,
      totalCents: trade.total_cents,
      state: trade.state,
      isOver: trade.state === 'NOTPAY' && trade.expires_at.getTime() <= Date.now(),
      expiresAt: trade.expires_at,
    }

  const driver: PaySimulator = {
    findTrade: async (no) => presentTrade(await findTrade(no)),
    findByToken: async (token) => presentTrade(await store.selectTradeByToken(sql, token)),
    act: applyResult,
    deliverDue,
  }
  return { driver, payArrivedTrades, announceRefund, pay }
}
