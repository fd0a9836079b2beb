// Chooses the payment method for a device, and the data that the payer needs to continue.
import { fail } from '@xinqiao/contract/errors.ts'
import type { PaymentInstructionReply } from '@xinqiao/contract/http/payments/orders.ts'
import type { OnlineProvider, OrderKindName, PayChoice, PayMethod } from '@xinqiao/contract/orders.ts'
import { viewerOf, type Ctx, type Kit } from '../../../kit/ctx.ts'
import { providers } from '../../../kit/pay/providers.ts'
import { renderQrPng } from '../../../kit/documents/qr.ts'
import { formatTime } from '../../../kit/time.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { selectLiveAttempt } from '../records/attempt-store.ts'
import { quoteOrder, startPayment, type PaymentRequest } from './start-payment.ts'
import { requireOwnOrder } from '../rules/own-order.ts'
import { listConfiguredProviders } from '../rules/providers.ts'
import { selectPayerOpenid, upsertPayerOpenid } from './payer-store.ts'
import { canPayByTransfer } from '../rules/bank-account.ts'

/** Address of WeChat's sign-in, which returns the payer's openid. */
export const wechatLoginPath = '/pay/wechat/login'

/** Providers that a device can use for a kind of order. Only dues can be paid by bank transfer. */
function listPayChoices(kit: Kit, userAgent: string, kind: OrderKindName): PayChoice[] {
  const online = listConfiguredProviders(kit).filter((provider) => providers[provider].devices.isUsable(userAgent))
  return [...online, ...(canPayByTransfer(kit, kind) ? (['bank'] as const) : [])]
}

/**
 * Prefers the provider in whose app the browser runs.
 * @throws Failure payUnavailable when the device can use none
 */
function chooseProvider(kit: Kit, userAgent: string): OnlineProvider {
  const configured = listConfiguredProviders(kit)
  const provider =
    configured.find((name) => providers[name].devices.isOwnBrowser(userAgent)) ??
    configured.find((name) => providers[name].devices.isUsable(userAgent))
  if (!provider) throw fail('payUnavailable')
  return provider
}

export async function findOpenid(kit: Kit, accountId: number): Promise<string | null> {
  const sealed = await selectPayerOpenid(kit.sql, accountId)
  return sealed ? kit.secrets.open(sealed, sealBindings.wechatPayer(accountId)) : null
}

/** Completes the sign-in of `wechatLoginPath`. */
export const saveOpenid = (kit: Kit, accountId: number, openid: string): Promise<void> =>
  upsertPayerOpenid(kit.sql, accountId, kit.secrets.seal(openid, sealBindings.wechatPayer(accountId)))

export type PaymentInput = {
  kind: OrderKindName
  reference?: string | undefined
  provider?: OnlineProvider | undefined
}

const toPayRequest = (ctx: Ctx, { kind, reference = '' }: PaymentInput, method: PayMethod): PaymentRequest => ({
  accountId: viewerOf(ctx).id,
  kind,
  reference,
  method,
  ip: ctx.ip,
})

/** @throws Failure payUnavailable, and those of `startPayment` */
export async function startOwnPayment(ctx: Ctx, input: PaymentInput) {
  const { kit, userAgent } = ctx
  const { provider = chooseProvider(kit, userAgent) } = input
  const payChoices = listPayChoices(kit, userAgent, input.kind)
  if (!payChoices.includes(provider)) throw fail('payUnavailable')
  const method = providers[provider].devices.chooseMethod(userAgent, kit.config)
  const request = toPayRequest(ctx, input, method)
  const openid = method === 'jsapi' ? await findOpenid(kit, request.accountId) : null
  if (method === 'jsapi' && !openid) return { ...(await requireWechatLogin(kit, request)), provider, ways: payChoices }
  const { ticket, expiresAt, ...started } = await startPayment(kit, { ...request, ...(openid && { openid }) })
  // the order's endpoint returns the code as a picture
  if (ticket.kind === 'bank') throw fail('payUnavailable')
  const shownTicket: PaymentInstructionReply = ticket.kind === 'qr' ? { kind: 'qr' } : ticket
  return { ...started, expiresTime: formatTime(expiresAt), ticket: shownTicket, provider, ways: payChoices }
}

async function requireWechatLogin(kit: Kit, { accountId, kind, reference }: PaymentRequest) {
  if (!kit.pay.wechatLogin) throw fail('payUnavailable', '请点击右上角，选择在浏览器中打开后支付')
  const { title, amountCents } = await quoteOrder(kit, { accountId, kind, reference })
  const ticket: PaymentInstructionReply = { kind: 'login', url: wechatLoginPath }
  return { orderNo: '', title, amountCents, expiresTime: formatTime(new Date()), ticket }
}

/**
 * Starts a payment and renders its code, for endpoints that reply with a picture (`/wxPay/memberPay`, `/wxPay/pay`).
 */
export async function renderPaymentQr(ctx: Ctx, kind: OrderKindName, reference = ''): Promise<Buffer> {
  const { ticket } = await startPayment(ctx.kit, toPayRequest(ctx, { kind, reference }, 'native'))
  if (ticket.kind !== 'qr') throw fail('payUnavailable')
  return renderQrPng(ticket.url)
}

/**
 * The QR code of an open order.
 * @throws Failure notFound
 */
export async function renderOrderQr(ctx: Ctx, orderNo: string): Promise<Buffer> {
  const order = await requireOwnOrder(ctx, orderNo)
  const attempt = await selectLiveAttempt(ctx.kit.sql, order.id)
  if (attempt?.ticket?.kind !== 'qr') throw fail('notFound')
  return renderQrPng(attempt.ticket.url)
}
