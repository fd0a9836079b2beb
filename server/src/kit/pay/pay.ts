// Interface of payment providers. Amounts are in cents, times are instants.
import type { OnlineProvider, PayMethod, PayProviderName, RefundBank } from '@xinqiao/contract/orders.ts'

export type PrepayRequest = {
  attemptNo: string
  method: PayMethod
  title: string
  amountCents: number
  /** Time after which the trade cannot be paid. */
  expiresAt: Date
  /** WeChat's id of the payer, for payments inside WeChat. */
  openid?: string
  /** IP address of the payer's device, which some payment methods require. */
  ip: string
}

/** Data with which the payer's device continues. */
export type PaymentInstruction =
  | { kind: 'qr'; url: string }
  | { kind: 'jsapi'; invoke: Record<'appId' | 'timeStamp' | 'nonceStr' | 'package' | 'signType' | 'paySign', string> }
  | { kind: 'link'; url: string }
  | { kind: 'bank' }

export type ConfirmedPayment = { transactionId: string; amountCents: number; paidAt: Date }

/** The provider's state of one attempt. `absent`: unknown to the provider. */
export type TradeState =
  | ({ state: 'paid' } & ConfirmedPayment)
  | { state: 'waiting' }
  | { state: 'failed' }
  | { state: 'closed' }
  | { state: 'absent' }

export type RefundRequest = {
  refundNo: string
  attemptNo: string
  transactionId: string
  amountCents: number
  /** Amount of the whole payment, of which a part or all is refunded. */
  paidCents: number
  reason: string
}
/** `sent` until the refund is completed. `absent`: unknown to the provider. */
export type ProviderRefundState =
  | { state: 'sent' }
  | { state: 'done'; doneAt: Date }
  | { state: 'failed' }
  | { state: 'absent' }

/** Content of a callback with a valid signature. */
export type PayEvent =
  | ({ type: 'paid'; attemptNo: string } & ConfirmedPayment)
  | { type: 'refund'; refundNo: string; refundState: ProviderRefundState }
  | { type: 'other'; name: string }

export type ProviderBillType = 'trade' | 'fund'
/** One line of a daily bill: a payment or a refund. */
export type BillLine =
  | { type: 'payment'; transactionId: string; attemptNo: string; cents: number }
  | { type: 'refund'; refundNo: string; transactionId: string; attemptNo: string; cents: number }
/** `hash` of these bytes is compared with the provider's, if it gives one. `totalCents`: payments minus refunds. */
export type PaymentBill = { lines: BillLine[]; totalCents: number; hash: string; bytes: Buffer }

export type CallbackHeaders = Record<string, string | string[] | undefined>

/** Personal data of the payer: sent encrypted, and never stored. */
export type BankCard = { bank: RefundBank; account: string; holder: string }

export type PayProvider = {
  name: PayProviderName
  /**
   * Creates a payment. Idempotent by its number.
   * @throws GatewayFault
   */
  prepay: (input: PrepayRequest) => Promise<PaymentInstruction>
  query: (attemptNo: string) => Promise<TradeState>
  /** Closes an attempt. After `closed`, it cannot be paid any more; `paid` means that a payment came first. */
  close: (attemptNo: string) => Promise<'closed' | 'paid'>
  /** Requests a refund. Idempotent by its number. */
  refund: (input: RefundRequest) => Promise<ProviderRefundState>
  queryRefund: (refund: Pick<RefundRequest, 'refundNo' | 'attemptNo'>) => Promise<ProviderRefundState>
  /**
   * Redirects a failed refund: to a bank card of the payer, or without a card to our account, to be paid out by hand.
   * `isRedirected` is false when that was already in progress. Undefined for providers that cannot do it.
   */
  redirectRefund?: (
    refund: Pick<RefundRequest, 'refundNo' | 'attemptNo'>,
    card: BankCard | null,
  ) => Promise<{ refundState: ProviderRefundState; isRedirected: boolean }>
  /**
   * @param day such as `2026-11-20`, China time
   * @returns null when there is no bill for that day
   */
  bill: (day: string, kind: ProviderBillType) => Promise<PaymentBill | null>
  /** @throws UntrustedCallbackError for a wrong signature, another receiver, or an old callback */
  readCallback: (headers: CallbackHeaders, body: string) => Promise<PayEvent>
  /** Downloads the provider's keys. Undefined if the keys never change. */
  renewKeys?: () => Promise<unknown>
}

/** The payment services of the server; a provider is null until it is configured. */
export type PayServices = Record<OnlineProvider, PayProvider | null> & {
  /** Identifies the payer inside WeChat; null without an official account. */
  wechatLogin: WechatLogin | null
  /** Controls of the stand-in, while it is the provider. */
  simulator: PaySimulator | null
  close: () => Promise<void>
}

export type WechatLogin = {
  /** Address that returns the payer's browser to `returnUrl` with a code. */
  authorizeUrl: (returnUrl: string, state: string) => string
  openidOf: (code: string) => Promise<string>
}

export type SimulatedResult = 'success' | 'fail' | 'late' | 'duplicate' | 'wrongAmount' | 'refundsFail'
export type SimulatedTrade = {
  attemptNo: string
  provider: OnlineProvider
  /** Part of the address of its page at the cashier. */
  token: string
  description: string
  totalCents: number
  state: string
  isOver: boolean
  expiresAt: Date
}
export type PaySimulator = {
  findTrade: (attemptNo: string) => Promise<SimulatedTrade | null>
  findByToken: (token: string) => Promise<SimulatedTrade | null>
  /**
   * Acts as the payer.
   * @param attemptNo the number as we or the provider write it
   * @param seconds time until a late payment arrives
   */
  act: (attemptNo: string, result: SimulatedResult, seconds?: number) => Promise<boolean>
  /** Lets late payments arrive, and sends due callbacks at the intervals of the real provider. */
  deliverDue: () => Promise<number>
}

/** The provider could not be reached, or refused the request. */
export class GatewayFault extends Error {
  /** The provider's code, such as ORDERPAID; empty when it could not be reached. */
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** A callback that must not be trusted. */
export class UntrustedCallbackError extends Error {}
