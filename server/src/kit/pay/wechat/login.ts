// WeChat sign-in for payments: the browser goes to WeChat, and returns with a code that identifies the payer once. Only
// the openid is requested (snsapi_base), so WeChat shows no dialog.
import { z } from 'zod'
import { GatewayFault, type WechatLogin } from '../pay.ts'

const Token = z.object({ openid: z.string().min(1) })
const timeoutMs = 8_000

export function createWechatLogin(appId: string, secret: string): WechatLogin {
  return {
    authorizeUrl(returnUrl, state) {
      const query = new URLSearchParams({
        appid: appId,
        redirect_uri: returnUrl,
        response_type: 'code',
        scope: 'snsapi_base',
        state,
      })
      return `https://open.weixin.qq.com/connect/oauth2/authorize?${query.toString()}#wechat_redirect`
    },
    async openidOf(code) {
      const query = new URLSearchParams({ appid: appId, secret, code, grant_type: 'authorization_code' })
      const url = `https://api.weixin.qq.com/sns/oauth2/access_token?${query.toString()}`
      const reply = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => null)
      const parsed = Token.safeParse(await reply?.json().catch(() => null))
      // the address contains the secret, so no error message may contain it
      if (!parsed.success) throw new GatewayFault('', 'WeChat did not say who is paying')
      return parsed.data.openid
    },
  }
}
