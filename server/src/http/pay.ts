// Callbacks of the payment providers. The signature covers the raw bytes, so no parser may read them first.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '@xinqiao/contract/limits.ts'
import type { Kit } from '../kit/ctx.ts'
import { notifyPaths } from '../kit/pay/make.ts'
import type { PayProvider } from '../kit/pay/pay.ts'
import { receiveCallback } from '../portal/payments/payments.ts'

export async function registerPay(app: FastifyInstance, kit: Kit): Promise<void> {
  await app.register((door, _options, done) => {
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('*', { parseAs: 'string', bodyLimit: limits.jsonBytes }, (_request, body, next) =>
      next(null, body),
    )
    const receive = (provider: PayProvider, request: FastifyRequest) =>
      receiveCallback(kit, provider, request.headers, typeof request.body === 'string' ? request.body : '')
    // pay.weixin.qq.com/doc/v3: repeated unless answered with 200 or 204 within five seconds
    door.post(notifyPaths.wechat, async (request, reply) => {
      try {
        const isBelieved = await receive(kit.pay.wechat, request)
        if (isBelieved) return await reply.code(204).send()
        return await reply.code(401).send({ code: 'FAIL', message: '签名错误' })
      } catch (error) {
        request.log.error({ err: error }, 'callback not applied')
        return reply.code(500).send({ code: 'FAIL', message: '处理失败' })
      }
    })
    // opendocs.alipay.com: repeated unless answered with the text `success`
    door.post(notifyPaths.alipay, async (request, reply) => {
      const { alipay } = kit.pay
      if (!alipay) return reply.callNotFound()
      try {
        const isBelieved = await receive(alipay, request)
        return await reply
          .code(isBelieved ? 200 : 401)
          .type('text/plain')
          .send(isBelieved ? 'success' : 'failure')
      } catch (error) {
        request.log.error({ err: error }, 'notice not applied')
        return reply.code(500).type('text/plain').send('failure')
      }
    })
    done()
  })
}
