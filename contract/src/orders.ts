// Labels of money, separate from the schemas so that browsers load them without zod.
import { keysOf } from './keys.ts'

/** Kinds of orders. The rules of each kind are in the server's table of order kinds. */
export const orderKindTitles = { membershipFee: '会费', conference: '参会费', booking: '咨询费' } as const
export type OrderKindName = keyof typeof orderKindTitles

/** portal.md 8 has the conference's message; those of other kinds name what is paid. */
export const paidMessages: Record<OrderKindName, string> = {
  membershipFee: '会费支付成功',
  conference: '参会缴费支付成功',
  booking: '预约支付成功',
}
/** Effect of cancelling an unpaid order, by kind; shown in the confirmation. */
export const cancelMessages: Record<OrderKindName, string> = {
  membershipFee: '取消后本订单的支付码失效。需要时可以在“我的会籍”重新缴费。',
  conference: '取消后参会报名一并取消，名额将释放；如需参会，请在报名截止前重新报名。',
  booking: '取消后为您保留的时段将释放；如需咨询，请重新预约。',
}

/** State of a payment on the wire (portal.md 3); `failed` includes closed orders. */
export const paymentOutcomes = { waiting: 0, paid: 1, failed: -1 } as const
export type PaymentOutcome = (typeof paymentOutcomes)[keyof typeof paymentOutcomes]

export const orderStates = { open: '待支付', paid: '已支付', closed: '已关闭', refunded: '已退款' } as const
export type OrderState = keyof typeof orderStates

/** One attempt to pay an order, with one provider and method. */
export const attemptStates = {
  starting: '发起中',
  waiting: '等待支付',
  paid: '已支付',
  closed: '已关闭',
  failed: '失败',
} as const
export type AttemptState = keyof typeof attemptStates

type OnlineProviderRow = {
  title: string
  settlement: 'online'
  /** App that payers know, and the label of a link that opens it. */
  app: string
  openLabel: string
  /** True when a refund that failed can be sent to a bank card of the payer. */
  canRedirectRefunds: boolean
  methods: Record<string, string>
}
type ManualProviderRow = {
  title: string
  /** Staff record payments and refunds by hand. */
  settlement: 'manual'
  /** False for cash, which is recorded only at the entrance. */
  isChosenByPayer: boolean
  methods: Record<string, string>
}

/**
 * Payment providers, one row each, with the titles of their methods. `native` and `alipayQr` are codes to scan, `jsapi`
 * pays inside WeChat, the other online methods open an app or page. docs/guides/payments.md says how to add a row.
 */
export const payProviders = {
  wechat: {
    title: '微信支付',
    settlement: 'online',
    app: '微信',
    openLabel: '打开微信支付',
    canRedirectRefunds: true,
    methods: { native: '微信扫码', jsapi: '微信内支付', h5: '手机浏览器' },
  },
  alipay: {
    title: '支付宝',
    settlement: 'online',
    app: '支付宝',
    openLabel: '打开支付宝',
    canRedirectRefunds: false,
    methods: { alipayQr: '支付宝扫码', alipayPage: '支付宝网页', alipayWap: '支付宝手机网页' },
  },
  bank: { title: '对公转账', settlement: 'manual', isChosenByPayer: true, methods: { transfer: '银行转账' } },
  cash: { title: '现金', settlement: 'manual', isChosenByPayer: false, methods: { cash: '现场收款' } },
} as const satisfies Record<string, OnlineProviderRow | ManualProviderRow>

type PayProviderRows = typeof payProviders
export type PayProviderName = keyof PayProviderRows
/** Providers that settle without finance staff. */
export type OnlineProvider = {
  [Name in PayProviderName]: PayProviderRows[Name]['settlement'] extends 'online' ? Name : never
}[PayProviderName]
export type ManualProvider = Exclude<PayProviderName, OnlineProvider>
/** Providers that a payer may choose. */
export type PayChoice =
  | OnlineProvider
  | { [Name in ManualProvider]: PayProviderRows[Name]['isChosenByPayer'] extends true ? Name : never }[ManualProvider]

export const payProviderNames = keysOf(payProviders)
export const isOnlineProvider = (provider: PayProviderName): provider is OnlineProvider =>
  payProviders[provider].settlement === 'online'
export const isManual = (provider: PayProviderName): provider is ManualProvider => !isOnlineProvider(provider)
const isPayChoice = (provider: PayProviderName): provider is PayChoice => {
  const row = payProviders[provider]
  return row.settlement === 'online' || row.isChosenByPayer
}
export const canRedirectRefunds = (provider: PayProviderName): boolean =>
  isOnlineProvider(provider) && payProviders[provider].canRedirectRefunds
/** The first method is the default. */
export const onlineProviders = payProviderNames.filter(isOnlineProvider) as [OnlineProvider, ...OnlineProvider[]]
export const payChoices = payProviderNames.filter(isPayChoice)

type MethodsOf<Name extends PayProviderName> = keyof PayProviderRows[Name]['methods']
export type PayMethod = { [Name in PayProviderName]: MethodsOf<Name> }[PayProviderName]
const methodRows = payProviderNames.flatMap((provider) =>
  Object.entries(payProviders[provider].methods).map(([method, title]) => ({ provider, method, title })),
)
/** Titles of the methods. */
export const payMethodTitles = Object.fromEntries(methodRows.map(({ method, title }) => [method, title])) as Record<
  PayMethod,
  string
>
export const providerOf = Object.fromEntries(methodRows.map(({ method, provider }) => [method, provider])) as Record<
  PayMethod,
  PayProviderName
>

/**
 * `surplus`: a repeated or late payment, or one for an invalid order. `mismatch`: a wrong amount. Neither pays the
 * order.
 */
export const paymentPurposes = { order: '支付订单', surplus: '重复、逾期或无效支付', mismatch: '金额不符' } as const
export type PaymentPurpose = keyof typeof paymentPurposes

/** How the server received a payment. */
export const paymentSources = { callback: '支付通知', query: '主动查询', bill: '对账', staff: '人工登记' } as const
export type PaymentSource = keyof typeof paymentSources

export const refundStates = {
  asked: '待审批',
  refused: '未通过',
  approved: '待退款',
  sent: '退款中',
  done: '已退款',
  failed: '退款异常',
} as const
export type RefundState = keyof typeof refundStates
/** Filters of the finance office. `toPayOut`: came back to the merchant account and has not reached its payer. */
export const refundFilters = { ...refundStates, toPayOut: '待汇给付款人' } as const
export type RefundFilter = keyof typeof refundFilters

/** How a refund reaches the payer: by the original method, to a card, from the merchant account by hand, or by hand. */
export const refundWays = {
  back: '原路退回',
  payer: '退到您提供的银行卡',
  merchant: '由财务人员汇给您',
  bank: '由财务人员汇给您',
  cash: '以现金退还',
} as const
export type RefundMethod = keyof typeof refundWays

/** Banks for WeChat Pay's abnormal refunds, by the provider's codes. */
export const refundBanks = {
  ICBC_DEBIT: '工商银行',
  ABC_DEBIT: '农业银行',
  BOC_DEBIT: '中国银行',
  CCB_DEBIT: '建设银行',
  COMM_DEBIT: '交通银行',
  PSBC_DEBIT: '邮储银行',
  CMB_DEBIT: '招商银行',
  CITIC_DEBIT: '中信银行',
  CEB_DEBIT: '光大银行',
  CMBC_DEBIT: '民生银行',
  SPDB_DEBIT: '浦发银行',
  CIB_DEBIT: '兴业银行',
  GDB_DEBIT: '广发银行',
  PAB_DEBIT: '平安银行',
  NBCB_DEBIT: '宁波银行',
} as const
export type RefundBank = keyof typeof refundBanks

/** Formats cents as yuan with two decimals (portal.md 9). */
export const formatYuan = (cents: number): string => (cents / 100).toFixed(2)

/** Periods of the money overview, in China's calendar. */
export const moneyPeriods = { today: '今天', month: '本月', lastMonth: '上月', year: '本年', all: '全部' } as const
export type MoneyPeriod = keyof typeof moneyPeriods

export const billStates = { fetched: '已核对', none: '无交易', failed: '获取失败' } as const
export type BillState = keyof typeof billStates

/**
 * Kinds of differences: only the provider has the payment, only the books have it, the amounts differ, the sums differ.
 */
export const differenceKinds = {
  missingHere: '本站缺少',
  missingThere: '渠道账单缺少',
  amount: '金额不一致',
  fund: '资金账单合计不一致',
} as const
export type DifferenceKind = keyof typeof differenceKinds
export const differenceStates = { open: '待处理', settled: '已处理' } as const

/** How long a screen polls for a payment (portal.md 9). After that, the order remains open. */
export const paymentPolling = { everyMs: 3_000, times: 20 } as const
export const paymentMessages = {
  // the exact words of portal.md 8
  failed: '支付失败，请重新支付',
  paidAlready: '如果您已经付款，不必再付：款项到账后结果会自动更新，重复支付的部分会原路退回。',
  openInWechat: '请在微信中重新打开本页后支付',
} as const

/** Dues, and only dues, get a receipt of dues (民发〔2014〕166号); fees get an invoice. */
export const paymentReceiptKinds = { dues: '会费票据', invoice: '发票' } as const
export type PaymentReceiptKind = keyof typeof paymentReceiptKinds
export const paymentReceiptStates = {
  asked: '待开具',
  issued: '已开具',
  toVoid: '待红冲',
  voided: '已红冲',
  cancelled: '已取消',
} as const
export type PaymentReceiptState = keyof typeof paymentReceiptStates
/** Tax number of a company or office; persons have none. */
export const taxNoPattern = /^[0-9A-Z]{15,20}$/

export const transferStates = { sent: '待核对', confirmed: '已到账', refused: '已退回' } as const
export type TransferState = keyof typeof transferStates
