// Routes under /dev/ that show and control the stand-ins. Each exists only while its stand-in is in use.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kit } from '../../kit/ctx.ts'
import { sealBindings } from '../../kit/auth/seal-bindings.ts'
import { formatTime } from '../../kit/time.ts'
import { selectSentSms, type SentSmsRow } from '../../portal/accounts/accounts.ts'
import { hasOperatorToken, isLocalRequest } from '../requests/client-address.ts'
import { listSentSmsNotices } from '../../portal/notify/deliver.ts'
import { registerDevPay } from './dev-pay.ts'

/** Limit of codes, and of notices, so that a crowd of notices hides no code. */
const maxInboxRows = 50
const purposes = { register: '注册', reset: '重置密码' }

/** Detects a form that a page of another site sends here through a browser on this machine. */
const isForeignPost = ({ method, headers }: FastifyRequest): boolean =>
  method === 'POST' && ['cross-site', 'same-site'].includes(`${headers['sec-fetch-site']}`)

/**
 * Registers the routes for this machine; callers from other machines need METRICS_TOKEN. The guard is a hook of the
 * plugin that registers the routes, so it applies to every spelling of an address that the router accepts.
 */
export async function registerDev(app: FastifyInstance, kit: Kit): Promise<void> {
  await app.register(async (dev) => {
    dev.addHook('onRequest', async (request, reply) => {
      const isTrusted = isLocalRequest(request, kit.config) && !isForeignPost(request)
      if (isTrusted || hasOperatorToken(request, kit.config)) return undefined
      return reply.callNotFound()
    })
    registerInbox(dev, kit)
    await registerDevPay(dev, kit)
  })
}

function registerInbox(app: FastifyInstance, kit: Kit): void {
  if (kit.config.SMS_PROVIDER !== 'outbox') return
  const presentSentSms = (row: SentSmsRow) => ({
    phone: kit.secrets.open(row.phone_sealed, sealBindings.smsPhone(row.id)),
    code: kit.secrets.open(row.code_sealed, sealBindings.smsCode(row.id)),
    purpose: row.purpose,
    sentAt: formatTime(row.sent_at),
  })

  app.get('/dev/sms', async (request, reply) => {
    const { phone = '' } = request.query as { phone?: unknown }
    const [row] = await selectSentSms(kit.sql, kit.secrets.index('phone', typeof phone === 'string' ? phone : ''), 1)
    return row ? presentSentSms(row) : reply.callNotFound()
  })
  app.get('/dev/sms/inbox', async (_request, reply) => {
    const codes = (await selectSentSms(kit.sql, null, maxInboxRows)).map((row) => {
      const { phone, purpose, code, sentAt } = presentSentSms(row)
      return { phone, sentAt, purpose: purposes[purpose], text: `验证码 <strong>${code}</strong>` }
    })
    const notices = (await listSentSmsNotices(kit, maxInboxRows)).map(({ phone, title, sentAt }) => {
      const text = `您有一条“${title}”消息`
      return { phone, sentAt: formatTime(sentAt), purpose: '通知', text }
    })
    const rows = [...codes, ...notices].toSorted((a, b) => b.sentAt.localeCompare(a.sentAt))
    const lines = rows.map(
      ({ phone, sentAt, purpose, text }) =>
        `<tr><td>${sentAt}</td><td>${phone}</td><td>${purpose}</td><td>${text}</td></tr>`,
    )
    return reply
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
          `<title>短信收件箱（试用）</title><style>body{font:16px/1.75 sans-serif;margin:2rem auto;max-width:720px;padding:0 1rem;color:#12312f}` +
          `table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #e3e9e7;padding:.5rem;text-align:left}</style></head><body>` +
          `<h1>短信收件箱（试用）</h1><p>试用时短信不会真的发出，都显示在这里，最新的在最上面。</p>` +
          `<table><thead><tr><th>时间</th><th>手机号</th><th>用途</th><th>内容</th></tr></thead><tbody>${lines.join('') || '<tr><td colspan="4">还没有短信</td></tr>'}</tbody></table></body></html>`,
      )
  })
}
