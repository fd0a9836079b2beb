// Handlers of the endpoints of the message centre.
import type { staffMessages } from '@xinqiao/contract/http/messages/staff.ts'
import type { messages } from '@xinqiao/contract/http/messages/messages.ts'
import { viewerOf, type Handlers } from '../../kit/ctx.ts'
import * as bulletins from './bulletins.ts'
import * as rules from './messages.ts'
import * as push from './push.ts'
import { countUnreadMessages, markAllMessagesRead } from './store.ts'

export const messageHandlers: Handlers<typeof messages> = {
  'GET /message/getReadByUserId': (_input, ctx) => rules.listMessages(ctx, true),
  'GET /message/getUnReadByUserId': (_input, ctx) => rules.listMessages(ctx, false),
  async 'GET /message/unreadCount'(_input, ctx) {
    const { sql, chat } = ctx.kit
    const { id } = viewerOf(ctx)
    const [counts, isRinging, isInCall] = await Promise.all([
      countUnreadMessages(sql, id),
      chat.isRinging(sql, id),
      chat.isInCall(sql, id),
    ])
    return { ...counts, isRinging, isInCall }
  },
  async 'POST /message/updateReadByUserId'(_input, ctx) {
    await markAllMessagesRead(ctx.kit.sql, viewerOf(ctx).id)
    return null
  },
  'POST /message/updateReadById': ({ id }, ctx) => rules.markMessagesRead(ctx, id),
  'GET /message/bulletin': ({ id }, ctx) => rules.getBulletin(ctx, id),
  'GET /message/settings': (_input, ctx) => rules.getNoticeSettings(ctx),
  'PUT /message/settings': (input, ctx) => rules.saveNoticeSettings(ctx, input),
  'POST /message/push/state': ({ endpoint }, ctx) => push.getPushState(ctx, endpoint),
  'POST /message/push': (subscription, ctx) => push.subscribeToPush(ctx, subscription),
  'POST /message/push/remove': ({ endpoint }, ctx) => push.unsubscribeFromPush(ctx, endpoint),
}

export const staffMessageHandlers: Handlers<typeof staffMessages> = {
  'GET /admin/bulletins': (page, { kit }) => bulletins.listBulletins(kit, page),
  'POST /admin/bulletin': (draft, ctx) => bulletins.sendBulletin(ctx, draft),
  'POST /admin/bulletin/withdraw': ({ id }, ctx) => bulletins.withdrawBulletin(ctx, id),
  'GET /admin/deliveries': ({ state, ...page }, { kit }) => bulletins.listDeliveries(kit, state, page),
}
