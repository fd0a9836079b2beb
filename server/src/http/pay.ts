// Callbacks of payment providers. The signature covers the raw bytes, so no parser may change them first.
import type { FastifyInstance } from 'fastify'
import { limits } from '@xinqiao/contract/limits.ts'
import { onlineProviders } from '@xinqiao/contract/orders.ts'
import type { Kit } from '../kit/ctx.ts'
import type { CallbackAcknowledgement } from '../kit/pay/definition.ts'
import { callbackPathOf } from '../kit/pay/create-providers.ts'
import { providers } from '../kit/pay/providers.ts'
import { applyCallback } from '../portal/payments/payments.ts'

export async function registerPay(app: FastifyInstance, kit: Kit): Promise<void> {
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: limits.maxJsonBytes }, (_request, body, next) =>
      next(null, body),
    )
    for (const name of onlineProviders) {
      scope.post(callbackPathOf(name), async (request, reply) => {
        const provider = kit.pay[name]
        if (!provider) return reply.callNotFound()
        const sendAcknowledgement = ({ status, body }: CallbackAcknowledgement) => {
          if (typeof body === 'string') reply.type('text/plain')
          return reply.code(status).send(body)
        }
        const { accepted, badSignature, failed } = providers[name].acknowledgements
        try {
          const text = typeof request.body === 'string' ? request.body : ''
          const isAccepted = await applyCallback(kit, name, provider, { headers: request.headers, body: text })
          return await sendAcknowledgement(isAccepted ? accepted : badSignature)
        } catch (error) {
          request.log.error({ err: error }, 'callback not applied')
          return sendAcknowledgement(failed)
        }
      })
    }
    done()
  })
}
