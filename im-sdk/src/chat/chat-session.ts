// The chat session of our pages: one observable state, and the actions of a user.
import { createClient } from '../client.ts'
import type { ClientEvents } from '../sync/results/client-events.ts'
import { createChatEventHandlers } from './actions/event-handlers.ts'
import { createFeatures, type ChatSessionOptions, type LoginState } from './chat-features.ts'
import { createFriendActions } from './state/friend-actions.ts'
import { createListActions } from './actions/list-actions.ts'
import { createReadingActions } from './actions/reading.ts'
import { createSendingActions } from './actions/sending.ts'

export function createChatSession(options: ChatSessionOptions) {
  const { account, url, transports, delayOf } = options
  const login: LoginState = { token: options.token, end: null, recallWindowSeconds: 0 }
  const events: ClientEvents = {}
  const client = createClient(
    {
      url,
      account,
      token: () => login.token,
      keepsBroadcasts: true,
      ...(transports && { transports }),
      ...(delayOf && { delayOf }),
    },
    events,
  )
  const features = createFeatures(client, options, login)
  // assigned afterwards, because the handlers need the features, which need the client
  Object.assign(events, createChatEventHandlers(features, options, login))
  const { observable, publish } = features

  return {
    account,
    client,
    subscribe: observable.subscribe,
    state: observable.current,
    connect(): void {
      login.end = null
      client.connect()
      publish()
    },
    close: (): void => client.disconnect(),
    ...createReadingActions(features),
    ...createSendingActions(features, login),
    ...createListActions(client),
    ...createFriendActions(client),
    listRemovedConversations: features.listRemovedConversations,
    dismissCrisisCard: features.crisisCards.dismiss,
  }
}
export type ChatSession = ReturnType<typeof createChatSession>
