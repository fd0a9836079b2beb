// Commands of events: accounts publish them, and subscribe to those of others.
import { randomUUID } from 'node:crypto'
import type { CommandName, ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { ImCtx, ImHandlers } from '../../kit/chat/im-ctx.ts'
import { selectVisiblePublishers } from './store.ts'

export const eventHandlers: ImHandlers<Extract<CommandName, `event.${string}`>> = {
  'event.publishEvent'(input, { viewer, events, deliver, connectionId }) {
    const { type, value, custom, idClient, validTime, broadcastType, sync } = input
    const event = {
      type,
      value,
      custom,
      account: viewer.accid,
      clientType: viewer.clientType,
      idClient: idClient || randomUUID(),
      idServer: randomUUID(),
      time: Date.now(),
      online: events.listOnline(viewer.imId),
    }
    events.publish(viewer.imId, event, broadcastType === 2 ? validTime : 0)
    if (sync) deliver(viewer.imId, 'event.events', { events: [event] }, connectionId)
    return Promise.resolve({ event })
  },

  async 'event.subscribeEvent'(input: ParsedInput<'event.subscribeEvent'>, { sql, viewer, events }: ImCtx) {
    const { type, subscribeTime, sync, isRenewal } = input
    const accounts = [...new Set(input.accounts)]
    const publishers = await selectVisiblePublishers(sql, viewer.imId, accounts)
    const visible = new Set(publishers.map(({ accid }) => accid))
    const options = { type, seconds: subscribeTime, isSync: sync, isRenewal }
    const hiddenAccounts = accounts.filter((accid) => !visible.has(accid))
    // ends earlier subscriptions, which the other side may have blocked since
    events.unsubscribe(viewer.imId, type, hiddenAccounts)
    return { failedAccounts: [...hiddenAccounts, ...events.subscribe(viewer.imId, publishers, options)] }
  },

  'event.unsubscribeEvents'({ type, accounts }, { viewer, events }) {
    events.unsubscribe(viewer.imId, type, accounts ?? null)
    return Promise.resolve(null)
  },

  'event.getSubscriptions'({ type, accounts }, { viewer, events }) {
    const wantedAccounts = accounts && new Set(accounts)
    const subscriptions = events.list(viewer.imId, type).filter(({ to }) => wantedAccounts?.has(to) ?? true)
    return Promise.resolve({ subscriptions })
  },
}
