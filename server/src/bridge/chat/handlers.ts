// Endpoints of the chat: sign-in, the latest conversations, consent; for staff apps, the word list and erasure.
import type { apps as appRows } from '@xinqiao/contract/http/chat/apps.ts'
import type { chatBroadcasts } from '@xinqiao/contract/http/chat/broadcasts.ts'
import type { chatOperation } from '@xinqiao/contract/http/chat/operation.ts'
import type { playground } from '@xinqiao/contract/http/chat/playground.ts'
import type { chatInbox } from '@xinqiao/contract/http/chat/inbox.ts'
import type { erasure } from '@xinqiao/contract/http/chat/erasure.ts'
import type { lexicon } from '@xinqiao/contract/http/chat/lexicon.ts'
import type { chat } from '@xinqiao/contract/http/messages/messages.ts'
import {
  apps,
  createPlaygroundPair,
  ensureAccount,
  eraseConversation,
  isPlaygroundOpen,
  issueToken,
  listAlertAttempts,
  listErasable,
  listSentBroadcasts,
  operation,
  readConsent,
  recordChatConsent,
  sendBroadcast,
  words,
} from '../../im/chat.ts'
import { viewerOf, type Handlers } from '../../kit/ctx.ts'
import { readLatest } from './latest.ts'

type ChatRows = typeof chat &
  typeof chatInbox &
  typeof playground &
  typeof chatBroadcasts &
  typeof chatOperation &
  typeof erasure &
  typeof lexicon &
  typeof appRows
export const chatHandlers: Handlers<ChatRows> = {
  'GET /neteaseUser/getUser': (_input, ctx) => {
    const { id, sessionId } = viewerOf(ctx)
    return issueToken(ctx.kit.sql, { accountId: id, sessionId })
  },
  'GET /im/playground': async (_input, { kit }) => ({ isOpen: await isPlaygroundOpen(kit) }),
  'POST /im/playground/accounts': (_input, ctx) => createPlaygroundPair(ctx.kit, viewerOf(ctx).id),
  'GET /chat/latest': (_input, ctx) => readLatest(ctx.kit, viewerOf(ctx).id),
  'GET /chat/consent': (_input, ctx) => readConsent(ctx.kit.sql, viewerOf(ctx)),
  async 'POST /chat/consent'(input, ctx) {
    const { id } = await ensureAccount(ctx.kit.sql, viewerOf(ctx).id)
    await recordChatConsent(ctx.kit.sql, id, input)
    return null
  },
  'GET /admin/chat/conversations': async ({ key }, { kit }) => ({ conversations: await listErasable(kit, key) }),
  'POST /admin/chat/erase': ({ id, reason }, { tx, kit, viewer }) =>
    eraseConversation(tx, kit.bodies, { actorId: viewer.id, id, reason }),
  'GET /admin/chat/online': (input, { kit }) => operation.listOnline(kit.sql, input),
  'GET /admin/chat/restricted': (input, { kit }) => operation.listRestricted(kit.sql, input),
  'POST /admin/chat/kick': ({ id }, scope) => operation.kickDevice(scope, id),
  'PUT /admin/chat/blocked': ({ id, isBlocked }, scope) => operation.setBlocked(scope, id, isBlocked),
  'PUT /admin/chat/muted': ({ id, isMuted }, scope) => operation.setMuted(scope, id, isMuted),
  'GET /admin/chat/broadcasts': (page, { kit }) => listSentBroadcasts(kit.sql, page),
  'POST /admin/chat/broadcast': (input, { viewer, ...scope }) => sendBroadcast(scope, input, viewer.id),
  'GET /admin/apps': (page, { kit }) => apps.listApps(kit, page),
  'GET /admin/apps/calls': (input, { kit }) => apps.listAppCalls(kit, input),
  'GET /admin/apps/alerts': (input, { kit }) => listAlertAttempts(kit, input),
  'POST /admin/apps': (draft, { tx, kit }) => apps.addApp(kit, tx, draft),
  'PUT /admin/apps': ({ id, alertUrl, ...draft }, { tx }) => apps.changeApp(tx, id, { ...draft, alert_url: alertUrl }),
  'PUT /admin/apps/state': ({ id, isOpen }, { tx }) => apps.changeApp(tx, id, { is_open: isOpen }),
  'POST /admin/apps/secret': ({ id }, { tx, kit }) => apps.renewSecret(kit, tx, id),
  'GET /admin/lexicon': ({ key, ...page }, { kit }) => words.listWords(kit.sql, key, page),
  'POST /admin/lexicon': (draft, { tx }) => words.addWord(tx, draft),
  'PUT /admin/lexicon': ({ id, ...draft }, { tx }) => words.changeWord(tx, id, draft),
  'DELETE /admin/lexicon': ({ id }, { tx }) => words.removeWord(tx, id),
}
