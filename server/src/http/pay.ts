// Callbacks of payment providers. The signature covers the raw bytes, so no parser may change them first.
import type { FastifyInstance } from 'fastify'
import { limits } from '@xinqiao/contract/limits.ts'
import { onlineProviders, type OnlineProvider } from '@xinqiao/contract/orders.ts'
import type { Kit } from '../kit/ctx.ts'
import { callbackPathOf } from '../kit/pay/make.ts'
import { applyCallback } from '../portal/payments/payments.ts'

type Acknowledgement = { status: number; body?: string | object }
type Acknowledgements = Record<'accepted' | 'badSignature' | 'failed', Acknowledgement>

const acknowledgements: Record<OnlineProvider, Acknowledgements> = {
  // pay.weixin.qq.com/doc/v3: repeats the callback until it gets 200 or 204 within five seconds
  wechat: {
    accepted: { status: 204 },
    badSignature: { status: 401, body: { code: 'FAIL', message: '签名错误' } },
    failed: { status: 500, body: { code: 'FAIL', message: '处理失败' } },
  },
  // opendocs.alipay.com: repeats the callback until it gets the text `success`
  alipay: {
    accepted: { status: 200, body: 'success' },
    badSignature: { status: 401, body: 'failure' },
    failed: { status: 500, body: 'failure' },
  },
}

export async function registerPay(app: FastifyInstance, kit: Kit): Promise<void> {
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: limits.jsonBytes }, (_request, body, next) =>
      next(null, body),
    )
    for (const name of onlineProviders) {
      scope.post(callbackPathOf(name), async (request, reply) => {
        const provider = kit.pay[name]
        if (!provider) return reply.callNotFound()
        const send = ({ status, body }: Acknowledgement) => {
          if (typeof body === 'string') reply.type('text/plain')
          return reply.code(status).send(body)
        }
        const { accepted, badSignature, failed } = acknowledgements[name]
        try {
          const text = typeof request.body === 'string' ? request.body : ''
          const isAccepted = await applyCallback(kit, provider, request.headers, text)
          return await send(isAccepted ? accepted : badSignature)
        } catch (error) {
          request.log.error({ err: error }, 'callback not applied')
          return send(failed)
        }
      })
    }
    done()
  })
}
