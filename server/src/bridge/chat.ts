// Where the portal's identity becomes a chat account: the one place that sees both halves.
import type { chat } from '@xinqiao/contract/http/messages.ts'
import { issueToken } from '../im/auth/tokens.ts'
import { viewerOf, type Handlers } from '../kit/ctx.ts'

export const chatHandlers: Handlers<typeof chat> = {
  'GET /neteaseUser/getUser': (_input, ctx) => {
    const { id, sessionId } = viewerOf(ctx)
    return issueToken(ctx.kit.sql, { accountId: id, sessionId })
  },
}
