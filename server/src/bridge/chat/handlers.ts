// Handlers of the endpoints of the chat: sign-in, the latest conversations, consent; for staff apps, the word list and
// erasure.
import type { apps as appRows } from '@xinqiao/contract/http/chat/apps.ts'
import type { chatBroadcasts } from '@xinqiao/contract/http/chat/broadcasts.ts'
import type { chatOperation } from '@xinqiao/contract/http/chat/operation.ts'
import type { playground } from '@xinqiao/contract/http/chat/playground.ts'
import type { chatInbox } from '@xinqiao/contract/http/chat/inbox.ts'
import type { counsellorState } from '@xinqiao/contract/http/chat/counsellor-state.ts'
import type { erasure } from '@xinqiao/contract/http/chat/erasure.ts'
import type { teamLinks } from '@xinqiao/contract/http/chat/team-links.ts'
import type { lexicon } from '@xinqiao/contract/http/chat/lexicon.ts'
import type { chat } from '@xinqiao/contract/http/messages/messages.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import {
  addApp,
  addLexiconWord,
  changeApp,
  changeLexiconWord,
  checkSiteName,
  createPlaygroundPair,
  createTeamLink,
  endTeamLink,
  limitLinkUse,
  ensureAccount,
  ensureAliases,
  eraseConversation,
  eraseInTeam,
  getCounsellorState,
  getPeerState,
  listOnlineCounsellors,
  isPlaygroundOpen,
  joinByLink,
  issueToken,
  kickAccount,
  listAlertAttempts,
  listAppCalls,
  listApps,
  listErasable,
  listLexiconWords,
  listAppAccounts,
  listOnlineDevices,
  listRestrictedAccounts,
  getReadBroadcastId,
  previewBroadcastReceivers,
  listSentBroadcasts,
  readConsent,
  readCurrentLink,
  readTeamLink,
  recordChatConsent,
  removeLexiconWord,
  renewAppSecret,
  sendBroadcast,
  setAccountBlocked,
  setAccountMuted,
} from '../../im/chat.ts'
import { requireConfirmedText } from '../../crisis/staff-texts.ts'
import { inTransaction, viewerOf, type Ctx, type Handlers } from '../../kit/ctx.ts'
import { getLatestConversations } from './latest.ts'

/** The chat account of the caller, who may use links. */
async function requireLinkUser(ctx: Ctx): Promise<{ id: number; accid: string }> {
  const { sql } = ctx.kit
  const { id } = viewerOf(ctx)
  const person = await ensureAccount(sql, id)
  await limitLinkUse(sql, id, person)
  return person
}

type ChatEndpoints = typeof chat &
  typeof counsellorState &
  typeof chatInbox &
  typeof playground &
  typeof chatBroadcasts &
  typeof chatOperation &
  typeof erasure &
  typeof teamLinks &
  typeof lexicon &
  typeof appRows
export const chatHandlers: Handlers<ChatEndpoints> = {
  async 'GET /neteaseUser/getUser'(_input, { kit: { sql }, ...ctx }) {
    const { id, signInSessionId } = viewerOf(ctx)
    const login = await issueToken(sql, { accountId: id, signInSessionId })
    return { ...login, readBroadcastId: await getReadBroadcastId(sql, id) }
  },
  'GET /im/playground': async (_input, { kit }) => ({ isOpen: await isPlaygroundOpen(kit) }),
  'POST /im/playground/accounts': (_input, ctx) => createPlaygroundPair(ctx.kit, viewerOf(ctx).id),
  'GET /chat/latest': (_input, ctx) => getLatestConversations(ctx.kit, viewerOf(ctx).id),
  async 'GET /chat/alias'(_input, ctx) {
    const { id, roleId } = viewerOf(ctx)
    const aliases = roleId === roles.user ? await ensureAliases(ctx.kit.sql, [id]) : null
    return { alias: aliases?.get(id) ?? '' }
  },
  'GET /chat/onlineCounsellors': (_input, { kit }) => listOnlineCounsellors(kit.sql),
  'GET /chat/counsellorState': ({ id }, { kit }) => getCounsellorState(kit.sql, id),
  'GET /chat/peerState': ({ accid }, { kit }) => getPeerState(kit.sql, accid),
  'GET /chat/consent': ({ to }, ctx) => readConsent(ctx.kit.sql, viewerOf(ctx), to),
  async 'POST /chat/consent'(input, ctx) {
    const { id } = await ensureAccount(ctx.kit.sql, viewerOf(ctx).id)
    await recordChatConsent(ctx.kit.sql, id, input)
    return null
  },
  'POST /chat/teamLink': async ({ teamId }, ctx) => {
    const person = await requireLinkUser(ctx)
    return inTransaction(ctx.kit, ({ tx }) => createTeamLink(tx, person, Number(teamId)))
  },
  'GET /chat/teamLink/current': async ({ teamId }, ctx) => {
    const person = await ensureAccount(ctx.kit.sql, viewerOf(ctx).id)
    return inTransaction(ctx.kit, async ({ tx }) => ({ link: await readCurrentLink(tx, person, Number(teamId)) }))
  },
  'POST /chat/teamLink/end': async ({ teamId }, ctx) => {
    const person = await requireLinkUser(ctx)
    return inTransaction(ctx.kit, ({ tx }) => endTeamLink(tx, person, Number(teamId)))
  },
  'GET /chat/teamLink': async ({ code }, ctx) => readTeamLink(ctx.kit.sql, await requireLinkUser(ctx), code),
  'POST /chat/teamLink/join': async (input, ctx) => {
    const person = await requireLinkUser(ctx)
    await checkSiteName(ctx.kit, 'nickInTeam', input.nickInTeam)
    return inTransaction(ctx.kit, (scope) => joinByLink(scope, person, input))
  },
  'GET /admin/chat/conversations': ({ key }, { kit }) => listErasable(kit, key),
  'POST /admin/chat/erase': ({ id, reason }, { tx, kit, viewer }) =>
    eraseConversation(tx, kit.bodies, { actorId: viewer.id, id, reason }),
  'POST /admin/chat/eraseInGroup': (input, { viewer, ...scope }) =>
    eraseInTeam(scope, { ...input, actorId: viewer.id }),
  'GET /admin/chat/online': (input, { kit }) => listOnlineDevices(kit.sql, input),
  'GET /admin/chat/restricted': (input, { kit }) => listRestrictedAccounts(kit.sql, input),
  'GET /admin/chat/accounts': (input, { kit }) => listAppAccounts(kit.sql, input),
  'POST /admin/chat/kick': ({ id }, scope) => kickAccount(scope, id),
  'PUT /admin/chat/blocked': ({ id, isBlocked }, scope) => setAccountBlocked(scope, id, isBlocked),
  'PUT /admin/chat/muted': ({ id, isMuted }, scope) => setAccountMuted(scope, id, isMuted),
  'GET /admin/chat/broadcasts': (page, { kit }) => listSentBroadcasts(kit.sql, page),
  'POST /admin/chat/broadcast/receivers': (input, { kit }) => previewBroadcastReceivers(kit, input),
  'POST /admin/chat/broadcast'({ isConfirmed, ...input }, { viewer, ...scope }) {
    requireConfirmedText(input.body, isConfirmed)
    return sendBroadcast(scope, input, viewer.id)
  },
  'GET /admin/apps': (page, { kit }) => listApps(kit, page),
  'GET /admin/apps/calls': (input, { kit }) => listAppCalls(kit, input),
  'GET /admin/apps/alerts': (input, { kit }) => listAlertAttempts(kit, input),
  'POST /admin/apps': (draft, { tx, kit }) => addApp(kit, tx, draft),
  'PUT /admin/apps': ({ id, alertUrl, pushUrl, ...draft }, { tx }) =>
    changeApp(tx, id, { ...draft, alert_url: alertUrl, ...(pushUrl !== undefined && { push_url: pushUrl }) }),
  'PUT /admin/apps/state': ({ id, isOpen }, { tx }) => changeApp(tx, id, { is_open: isOpen }),
  'POST /admin/apps/secret': ({ id }, { tx, kit }) => renewAppSecret(kit, tx, id),
  'GET /admin/lexicon': ({ key, ...page }, { kit }) => listLexiconWords(kit.sql, key, page),
  'POST /admin/lexicon': (draft, { tx }) => addLexiconWord(tx, draft),
  'PUT /admin/lexicon': ({ id, ...draft }, { tx }) => changeLexiconWord(tx, id, draft),
  'DELETE /admin/lexicon': ({ id }, { tx }) => removeLexiconWord(tx, id),
}
