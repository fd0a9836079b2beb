// What the providers of payments tell us. The signature is over the very bytes, so nothing may read them before.
import type { FastifyInstance } from 'fastify'
import { limits } from '@xinqiao/contract/limits.ts'
import type { Kit } from '../kit/ctx.ts'
import { wechatNotifyPath } from '../kit/pay/make.ts'
import { receiveCallback } from '../portal/orders/callbacks.ts'

export async function registerPay(app: FastifyInstance, kit: Kit): Promise<void> {
  await app.register((door, _options, done) => {
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('*', { parseAs: 'string', bodyLimit: limits.jsonBytes }, (_request, body, next) =>
      next(null, body),
    )
    // pay.weixin.qq.com/doc/v3: 200 or 204 within five seconds, else it comes again
    door.post(wechatNotifyPath, async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : ''
      try {
        const isBelieved = await receiveCallback(kit, kit.pay.wechat, request.headers, body)
        if (isBelieved) return await reply.code(204).send()
        return await reply.code(401).send({ code: 'FAIL', message: '签名错误' })
      } catch (error) {
        request.log.error({ err: error }, 'callback not applied')
        return reply.code(500).send({ code: 'FAIL', message: '处理失败' })
      }
    })
    done()
  })
}
