// WeChat sign-in for payments inside WeChat: redirects to WeChat and back to the page that started the payment.
import type { FastifyInstance } from 'fastify'
import { fail } from '@xinqiao/contract/errors.ts'
import { toLocalPath, routes, withQuery } from '@xinqiao/contract/routes.ts'
import type { Kit } from '../kit/ctx.ts'
import { GatewayFault } from '../kit/pay/pay.ts'
import { isEqualSecret } from '../kit/auth/secrets.ts'
import { saveOpenid, wechatLoginPath } from '../portal/payments/payments.ts'
import { readCaller } from './requests/caller.ts'

const returnPath = '/pay/wechat/return'

/**
 * WeChat returns the state with the code. It proves that this account started the sign-in, and names the page to return
 * to.
 */
const createState = (kit: Kit, accountId: number, back: string) => {
  const proof = kit.secrets.index('wechat-login', `${accountId} ${back}`).subarray(0, 16)
  return `${proof.toString('base64url')}.${Buffer.from(back).toString('base64url')}`
}
const returnPathOf = (state: string) => Buffer.from(state.split('.')[1] ?? '', 'base64url').toString('utf8')

export function registerWechatLogin(app: FastifyInstance, kit: Kit): void {
  app.get(wechatLoginPath, async (request, reply) => {
    const { viewer } = await readCaller(kit, request)
    const { back } = request.query as { back?: unknown }
    // WeChat limits the state to 128 characters
    const target = toLocalPath(back)
    const nextPath = target !== null && target.length <= 70 ? target : routes.orders
    if (!viewer) return reply.redirect(withQuery(routes.login, { next: nextPath }), 303)
    if (!kit.pay.wechatLogin) throw fail('payUnavailable')
    const state = createState(kit, viewer.id, nextPath)
    return reply.redirect(kit.pay.wechatLogin.authorizeUrl(kit.config.publicUrl + returnPath, state), 303)
  })

  app.get(returnPath, async (request, reply) => {
    const { viewer } = await readCaller(kit, request)
    const { code, state } = request.query as { code?: unknown; state?: unknown }
    if (!viewer) throw fail('notSignedIn')
    if (typeof code !== 'string' || typeof state !== 'string' || code.length > 200) throw fail('malformed')
    const back = toLocalPath(returnPathOf(state))
    const isOurs = back !== null && isEqualSecret(Buffer.from(state), Buffer.from(createState(kit, viewer.id, back)))
    if (!isOurs || !kit.pay.wechatLogin) throw fail('malformed')
    try {
      await saveOpenid(kit, viewer.id, await kit.pay.wechatLogin.openidOf(code))
    } catch (error) {
      if (!(error instanceof GatewayFault)) throw error
      throw fail('payUnavailable')
    }
    return reply.redirect(back, 303)
  })
}
