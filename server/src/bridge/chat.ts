// Turns a portal account into a chat account.
import type { chatInbox } from '@xinqiao/contract/http/chat.ts'
import type { chat } from '@xinqiao/contract/http/messages.ts'
import { ensureAccount, issueToken, readConsent, recordChatConsent } from '../im/chat.ts'
import { viewerOf, type Handlers } from '../kit/ctx.ts'
import { readLatest } from './latest.ts'

export const chatHandlers: Handlers<typeof chat & typeof chatInbox> = {
  'GET /neteaseUser/getUser': (_input, ctx) => {
    const { id, sessionId } = viewerOf(ctx)
    return issueToken(ctx.kit.sql, { accountId: id, sessionId })
  },
  'GET /chat/latest': (_input, ctx) => readLatest(ctx.kit, viewerOf(ctx).id),
  'GET /chat/consent': (_input, ctx) => readConsent(ctx.kit.sql, viewerOf(ctx)),
  async 'POST /chat/consent'(input, ctx) {
    const { id } = await ensureAccount(ctx.kit.sql, viewerOf(ctx).id)
    await recordChatConsent(ctx.kit.sql, id, input)
    return null
  },
}
