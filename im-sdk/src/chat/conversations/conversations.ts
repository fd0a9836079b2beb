// The list of conversations, and the requests that wait for an answer.
import { friendRequests } from '@xinqiao/contract/im/accounts/friend.ts'
import { chatMessageTypes, type WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { sessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import type { SystemMessage } from '@xinqiao/contract/im/accounts/notify.ts'
import { withoutDirectionControls } from '@xinqiao/contract/visible-text.ts'
import type { Client } from '../../client.ts'
import type { Conversation } from '../../store/store.ts'
import { findState, listLatestStates } from '../../sync/merge/changes.ts'
import { keyOfTarget } from '../state/conversation-key.ts'
import { nameAccount } from '../state/friend-actions.ts'
import { listNamedAccounts, noPeople } from '../state/groups.ts'
import { toLine, type ThreadDependencies } from '../threads/lines.ts'
import type { ChatConversation, ChatLine } from '../state/state.ts'

type ConversationListDependencies = ThreadDependencies & { hasMention: (to: string) => boolean }

/** Names are fetched for the first conversations of the list; later ones show names that the device knows. */
const maxNamedRows = 30

/** The latest message of others that this device has; neither a notice nor the record of a call. */
export function findLastReceived(
  { msgs, lastMsg }: Pick<Conversation, 'msgs' | 'lastMsg'>,
  account: string,
): ChatLine | null {
  const isReceived = ({ from, content }: WireMessage) => from !== account && content.type !== chatMessageTypes.g2
  const messages = msgs.length === 0 && lastMsg ? [lastMsg] : msgs
  const msg = messages.findLast((message) => isReceived(message) && !toLine(message, account).isNotice)
  return msg ? toLine(msg, account) : null
}

function presentConversation(
  { client: { store }, account, groups, hasMention }: ConversationListDependencies,
  conversation: Conversation,
  index: number,
): ChatConversation {
  const { session, lastMsg } = conversation
  const to = keyOfTarget(session)
  const user = store.users.get(session.to)
  const record = store.teams.get(to)
  return {
    to,
    isTeam: record !== undefined,
    name: record ? withoutDirectionControls(record.team.name) : nameAccount(store, session.to),
    avatar: record?.team.avatar ?? user?.avatar ?? '',
    unread: session.unread,
    time: timeOf(conversation),
    isTop: findState(store, 'stickTop', sessionIdOf(session))?.isTop === true,
    isQuiet: record?.own.muteNotiType === 1,
    canManage: record !== undefined && record.own.type !== 'normal',
    isMentioned: record !== undefined && session.unread > 0 && hasMention(to),
    last: lastMsg ? toLine(lastMsg, account) : null,
    lastReceived: findLastReceived(conversation, account),
    people: record && lastMsg ? groups.peopleOf(to, listNamedAccounts(lastMsg), index < maxNamedRows) : noPeople,
  }
}

const timeOf = ({ session, lastMsg }: Conversation): number => lastMsg?.time ?? session.updateTime

/** A new team is listed before its first message, so that its members find it. */
const isListed = ({ session }: Conversation): boolean =>
  !session.isDeleted || (session.scene !== 'p2p' && session.lastSeq === 0)

/** Pinned conversations first, then by the time of the last message. */
export const listConversations = (source: ConversationListDependencies): ChatConversation[] =>
  [...source.client.store.conversations.values()]
    .filter(isListed)
    .sort((a, b) => timeOf(b) - timeOf(a))
    .map((conversation, index) => presentConversation(source, conversation, index))
    .sort((a, b) => Number(b.isTop) - Number(a.isTop))

/** Conversations that the account has removed from its list, the latest first. The messages of left teams are gone. */
export const listRemovedConversations = (source: ConversationListDependencies): ChatConversation[] =>
  [...source.client.store.conversations.values()]
    .filter((conversation) => !isListed(conversation))
    .filter(({ session }) => session.scene === 'p2p' || source.client.store.teams.has(keyOfTarget(session)))
    .sort((a, b) => timeOf(b) - timeOf(a))
    .map((conversation, index) => presentConversation(source, conversation, index))

const requestTypes: ReadonlySet<string> = new Set(['applyTeam', 'teamInvite', 'rejectTeamApply'])

const isFriendApplication = ({ type, attach }: SystemMessage): boolean =>
  type === 'friendRequest' && attach === `${friendRequests.applyFriend}`

/** Applications and invitations that wait for an answer, and refused applications to teams, oldest first. */
export const listOpenRequests = ({ store }: Client): SystemMessage[] =>
  listLatestStates(store, 'sysMsg')
    .filter((notice) => notice.state === 'init' && (requestTypes.has(notice.type) || isFriendApplication(notice)))
    .sort((a, b) => a.time - b.time)
