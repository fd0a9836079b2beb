// Cashier of the payment stand-in, for browsers and programs. Its routes are guarded by dev.ts.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { payProviders, formatYuan } from '@xinqiao/contract/orders.ts'
import { z } from 'zod'
import type { Kit } from '../../kit/ctx.ts'
import type { SimulatedTrade } from '../../kit/pay/pay.ts'
import { escapeHtml } from '../../kit/text/escape-html.ts'
import { formatTime } from '../../kit/time.ts'
import { findLastAttemptNo } from '../../portal/payments/payments.ts'

const results = ['success', 'fail', 'late', 'duplicate', 'wrongAmount', 'refundsFail'] as const
const SimulatorAction = z.object({
  result: z.enum(results),
  seconds: z.coerce.number().int().min(0).max(86_400).optional(),
})

const style = `body{margin:0;background:#ededed;color:#12312f;font:16px/1.7 "PingFang SC","HarmonyOS Sans SC","Noto Sans SC","Microsoft YaHei",sans-serif}
main{max-width:26rem;min-height:100vh;margin:0 auto;background:#fff;box-sizing:border-box;padding:2.5rem 1.5rem 3rem;text-align:center}
.try{display:inline-block;margin:0;padding:.1rem .75rem;border-radius:99px;background:#fdf1ea;color:#7a3413;font-size:.8125rem}
h1{margin:1.5rem 0 0;font-size:1.0625rem;font-weight:600}.sum{margin:.25rem 0 1.5rem;font-size:2.75rem;font-weight:700;line-height:1.3;font-variant-numeric:tabular-nums}
.sum small{font-size:1.5rem;margin-right:.15rem}dl{display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1rem;margin:0 0 1.75rem;padding:1rem 0;border-block:1px solid #e3e9e7;text-align:left;font-size:.9375rem}
dt{color:#5a6f6c}dd{margin:0;text-align:right;overflow-wrap:anywhere}form{margin:0 0 .75rem}
button{width:100%;min-height:3rem;border:0;border-radius:.625rem;font:inherit;font-weight:600;cursor:pointer;background:#e6f4f1;color:#0b5f59}
button.pay{background:#07803f;color:#fff}button:hover{filter:brightness(.95)}button:focus-visible{outline:3px solid #0f766e;outline-offset:2px}
details{margin-top:1.25rem;text-align:left}summary{min-height:2.75rem;display:flex;align-items:center;cursor:pointer;color:#0b5f59}
.done{margin:1rem 0;padding:1rem;border-radius:.625rem;background:#e6f4f1;color:#0b5f59;font-weight:600}.bad{background:#fbe9e7;color:#8f241d}p.hint{color:#5a6f6c;font-size:.9375rem}`

const resultLabels: Record<(typeof results)[number], string> = {
  success: '确认支付',
  fail: '支付失败（余额不足）',
  late: '稍后才支付（约一分钟后到账）',
  duplicate: '支付，通知重复送达',
  wrongAmount: '支付，金额少一分',
  refundsFail: '支付，以后退款异常（卡已注销）',
}
const ends: Record<string, [title: string, isGood: boolean]> = {
  SUCCESS: ['支付成功', true],
  REFUND: ['已退款', true],
  CLOSED: ['订单已关闭，无法支付', false],
  PAYERROR: ['支付失败', false],
}

const renderPage = (body: string) =>
  `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<title>收银台（试用）</title><style>${style}</style></head><body><main><p class="try">试用环境，不会真的扣款</p>${body}</main></body></html>`

function showTrade(trade: SimulatedTrade, isLate: boolean): string {
  const { attemptNo, provider, description, totalCents, state, isOver, expiresAt } = trade
  const facts = `<dl><dt>商户</dt><dd>心桥</dd><dt>支付方式</dt><dd>${payProviders[provider].title}</dd><dt>订单</dt><dd>${escapeHtml(attemptNo)}</dd><dt>支付截止</dt><dd>${formatTime(expiresAt)}</dd></dl>`
  const head = `<h1>${escapeHtml(description)}</h1><p class="sum"><small>¥</small>${formatYuan(totalCents)}</p>${facts}`
  const end = isOver ? ends.CLOSED : ends[state]
  if (end)
    return renderPage(
      `${head}<p class="done${end[1] ? '' : ' bad'}" role="status">${end[0]}</p><p class="hint">可以关闭此页面，回到原来的页面查看结果。</p>`,
    )
  const renderButton = (result: (typeof results)[number]) =>
    `<form method="post"><button name="result" value="${result}"${result === 'success' ? ' class="pay"' : ''}>${resultLabels[result]}</button></form>`
  const note = isLate ? '<p class="done" role="status">款项将在约一分钟后到账</p>' : ''
  const usual = ['late', 'duplicate', 'wrongAmount'] as const
  const others = [...usual, ...(payProviders[provider].canRedirectRefunds ? (['refundsFail'] as const) : [])]
    .map(renderButton)
    .join('')
  return renderPage(
    `${head}${note}${renderButton('success')}${renderButton('fail')}<p class="hint">不支付时，直接关闭此页面即可。</p><details><summary>更多演示情形</summary>${others}</details>`,
  )
}

export async function registerDevPay(app: FastifyInstance, kit: Kit): Promise<void> {
  const { simulator } = kit.pay
  if (!simulator) return
  const sendHtml = (reply: FastifyReply, text: string) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(text)

  await app.register((dev, _options, done) => {
    dev.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, next) =>
      next(null, Object.fromEntries(new URLSearchParams(body as string))),
    )
    dev.get<{ Params: { token: string } }>('/dev/cashier/:token', async (request, reply) => {
      const trade = await simulator.findByToken(request.params.token)
      const { late } = request.query as { late?: string }
      return trade ? sendHtml(reply, showTrade(trade, late === '1')) : reply.callNotFound()
    })
    dev.post<{ Params: { token: string } }>('/dev/cashier/:token', async (request, reply) => {
      const trade = await simulator.findByToken(request.params.token)
      const action = SimulatorAction.safeParse(request.body)
      if (!trade || !action.success) return reply.callNotFound()
      await simulator.act(trade.attemptNo, action.data.result, action.data.seconds)
      const { token } = request.params
      return reply.redirect(`/dev/cashier/${token}${action.data.result === 'late' ? '?late=1' : ''}`, 303)
    })
    dev.get<{ Params: { orderNo: string } }>('/dev/pay/:orderNo', async (request, reply) => {
      const { orderNo } = request.params
      const trade = await simulator.findTrade((await findLastAttemptNo(kit, orderNo)) ?? orderNo)
      return trade ? reply.redirect(`/dev/cashier/${trade.token}`, 303) : reply.callNotFound()
    })
    // the number is that of the order or of one attempt
    dev.post<{ Params: { orderNo: string } }>('/dev/pay/:orderNo', async (request, reply) => {
      const action = SimulatorAction.safeParse(request.body)
      if (!action.success)
        return reply.code(400).send({ done: false, message: `result 应为 ${results.join('、')} 之一` })
      const { orderNo } = request.params
      const attemptNo = (await findLastAttemptNo(kit, orderNo)) ?? orderNo
      const trade = await simulator.findTrade(attemptNo)
      if (!trade) return reply.callNotFound()
      const isDone = await simulator.act(attemptNo, action.data.result, action.data.seconds)
      if (isDone) return { done: true, orderNo, attemptNo }
      return reply.code(409).send({ done: false, orderNo, attemptNo, message: '订单已支付或已关闭' })
    })
    // WeChat's sign-in page; the stand-in redirects back at once
    dev.get('/dev/wechat/authorize', (request, reply) => {
      const { redirect_uri: back = '', state = '' } = request.query as { redirect_uri?: string; state?: string }
      if (!URL.canParse(back) || new URL(back).origin !== new URL(kit.config.publicUrl).origin)
        return reply.callNotFound()
      const url = new URL(back)
      url.searchParams.set('code', 'try-out')
      url.searchParams.set('state', state)
      return reply.redirect(url.href, 303)
    })
    done()
  })
}
