// The features of a chat session. Each has its own state and publishes its changes.
import type { Broadcast } from '@xinqiao/contract/im/accounts/notify.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { SignalEvent } from '@xinqiao/contract/im/signalling/signalling-model.ts'
import type { Client } from '../client.ts'
import type { ConnectionOptions } from '../connection/options.ts'
import { createUploader } from '../upload/uploader.ts'
import { listConversations, listOpenRequests, listRemovedConversations } from './conversations/conversations.ts'
import { createCrisisCardTracker, type CrisisCardStorage } from './state/crisis-levels.ts'
import { emptyChatState } from './state/empty-state.ts'
import { createGroupTracker } from './state/group-tracker.ts'
import { createMentionTracker } from './conversations/mentions.ts'
import { createObservable } from './state/observable.ts'
import { createOutbox } from './outbox/outbox.ts'
import type { ChatState } from './state/state.ts'
import { createReactionTracker } from './threads/reactions.ts'
import { createThreadLoader } from './threads/threads.ts'
import { createTypingTracker } from './conversations/typing.ts'
import type { UnsentTextStorage } from './outbox/unsent-texts.ts'

export type ChatSessionOptions = Pick<ConnectionOptions, 'url' | 'account' | 'transports' | 'delayOf'> & {
  token: string
  /** Fetches a token for the next login; the old one may have expired by then. */
  refresh: () => Promise<string>
  /**
   * Called for the first delivery of a message to this device, except for notification messages. In a quiet team, only
   * a message that mentions the account counts.
   * @param to the conversation
   */
  onIncoming?: (msg: WireMessage, to: string) => void
  /** Called when the site has a message for the account in its message centre. */
  onPortal?: () => void
  /** Called for a broadcast to this account. The sync brings the missed ones. */
  onBroadcast?: (broadcast: Broadcast) => void
  /** Called for an event of a call; `isOwn`: another device of this account has answered. */
  onSignal?: (event: SignalEvent, isOwn: boolean) => void
  /** Called when the first sync after a login is done. */
  onSynced?: () => void
  /** Keeps the help cards across page loads; without it they end with the session. */
  crisisCards?: CrisisCardStorage
  /** Keeps texts that were not sent across page loads; without it they end with the session. */
  unsentTexts?: UnsentTextStorage
}

const linkByStatus = { 0: 'ended', 1: 'online', 2: 'connecting', 3: 'waiting' } as const

/** State that a login sets and the end of the session clears. */
export type LoginState = {
  token: string
  end: ChatState['end']
  /** Seconds in which a message can be recalled, from the login reply; 0 before the login. */
  recallWindowSeconds: number
}

export function createFeatures(client: Client, options: ChatSessionOptions, login: LoginState) {
  const { account, url } = options
  const observable = createObservable(emptyChatState, computeState)
  const { publish } = observable
  const groups = createGroupTracker(client, account, publish)
  const mentions = createMentionTracker(client, account, publish)
  const reactions = createReactionTracker(client, account, publish)
  const threads = createThreadLoader(client, account, { groups, reactions }, publish)
  const typing = createTypingTracker(client, publish)
  const crisisCards = createCrisisCardTracker(publish, options.crisisCards)
  const upload = createUploader({ request: client.request, urls: [url] })
  const isOver = () => login.end !== null
  const { unsentTexts } = options
  const outbox = createOutbox({
    client,
    account,
    upload,
    unsentTexts,
    publish,
    isOver,
    threadStateOf: threads.stateOfThread,
  })

  const conversationSource = { client, account, groups, hasMention: (to: string) => mentions.count(to) > 0 }
  function computeState(): ChatState {
    const conversations = listConversations(conversationSource)
    return {
      link: login.end ? 'ended' : linkByStatus[client.status()],
      end: login.end,
      hasSynced: client.store.hasSynced,
      conversations,
      unread: conversations.reduce(
        (sum, { to, unread, isQuiet }) => sum + (isQuiet ? Math.min(unread, mentions.count(to)) : unread),
        0,
      ),
      threads: threads.current(),
      requests: listOpenRequests(client),
      typing: typing.now(),
      crisisCards: crisisCards.current(),
    }
  }
  return {
    account,
    client,
    observable,
    publish,
    groups,
    mentions,
    reactions,
    threads,
    typing,
    crisisCards,
    outbox,
    listRemovedConversations: () => listRemovedConversations(conversationSource),
  }
}
export type ChatFeatures = ReturnType<typeof createFeatures>
