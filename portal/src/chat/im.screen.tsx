// The full conversation screen: the list beside the open conversation, or one after the other on a phone.
import './chat.css'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ChatConsent, LatestConversation } from '@xinqiao/contract/http/chat/inbox.ts'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { useHydrated } from '@xinqiao/ui/use-hydrated.ts'
import { sumTimes, useCrisisConversations } from '../crisis/crisis-conversations.ts'
import { IncomingCall } from './calls/IncomingCall.tsx'
import { resetTitleWhenVisible } from './session/alerts.ts'
import { accountOfKey, formatChatAddress, isGroupKey, resolveKey } from './chat-address.ts'
import { useUploadWarning } from './session/use-upload-warning.ts'
import { useChatSession } from './session/use-chat-session.ts'
import { useConsent } from './use-consent.ts'
import { useOpenConversation } from './use-open-conversation.ts'
import { useWaitingApplications } from './waiting-applications.ts'
import { ConversationList } from './conversations/ConversationList.tsx'
import { ThreadPanel } from './thread/ThreadPanel.tsx'
import { announceUnread } from './session/unread-event.ts'

const CreateGroup = lazy(async () => ({ default: (await import('./group/CreateGroup.tsx')).CreateGroup }))
const FriendRequests = lazy(async () => ({
  default: (await import('./group/joining/FriendRequests.tsx')).FriendRequests,
}))
const Invitations = lazy(async () => ({ default: (await import('./group/joining/Invitations.tsx')).Invitations }))
const JoinByLink = lazy(async () => ({ default: (await import('./group/joining/JoinByLink.tsx')).JoinByLink }))
const GroupThread = lazy(async () => ({ default: (await import('./group/GroupThread.tsx')).GroupThread }))

export type ImProps = {
  /** The key of the open conversation. */
  to: string | null
  /** The code of a link to a group; empty for none. */
  invite: string
  latest: readonly LatestConversation[]
  consent: ChatConsent
  isCounsellor: boolean
  /** The server's time when it rendered the page. */
  now: number
}

export function Screen({ to: first, invite, latest, consent, isCounsellor, now }: ImProps) {
  const { chat, state, fault } = useChatSession()
  const { key, newKey, joinedKey, target, opening, open, openNew, openJoined } = useOpenConversation(first)
  const to = resolveKey(state, key)
  const isHydrated = useHydrated()
  const needed = useConsent(consent, accountOfKey(first), accountOfKey(to), state.link === 'online')
  /** The code of the dialog, which asks for an empty one; null while it is closed. */
  const [joinCode, setJoinCode] = useState<string | null>(invite === '' ? null : invite)
  const [isCreating, setCreating] = useState(false)
  useUploadWarning(state)
  useEffect(resetTitleWhenVisible, [])
  useEffect(() => {
    if (state.hasSynced) announceUnread(state.unread)
  }, [state.hasSynced, state.unread])
  const crises = useCrisisConversations(isCounsellor, sumTimes(state.conversations))
  const applications = useWaitingApplications(state)

  return (
    <div className="chat-screen" data-open={to !== null}>
      <IncomingCall chat={chat} />
      {isHydrated && joinCode !== null && (
        <Suspense>
          <JoinByLink
            isCounsellor={isCounsellor}
            code={joinCode}
            onJoined={(teamId) => {
              setJoinCode(null)
              openJoined(teamId)
            }}
            onClose={() => {
              setJoinCode(null)
              if (invite !== '') history.replaceState(null, '', formatChatAddress(to))
            }}
          />
        </Suspense>
      )}
      {isCreating && (
        <Suspense>
          <CreateGroup
            isCounsellor={isCounsellor}
            chat={chat}
            conversations={state.conversations}
            onCreated={(teamId) => {
              setCreating(false)
              openNew(teamId)
            }}
            onClose={() => setCreating(false)}
          />
        </Suspense>
      )}
      <ConversationList
        chat={chat}
        state={state}
        latest={latest}
        renderedAt={now}
        openTo={to}
        onOpen={open}
        fault={fault}
        crises={isCounsellor ? crises.of : null}
        applications={applications}
        onJoin={() => setJoinCode('')}
        onCreate={() => setCreating(true)}
        invitations={
          chat && (
            <Suspense>
              {state.requests.some(({ type }) => type === 'teamInvite') && (
                <Invitations chat={chat} requests={state.requests} isCounsellor={isCounsellor} />
              )}
              {state.requests.some(({ type }) => type === 'friendRequest') && (
                <FriendRequests chat={chat} requests={state.requests} onAccepted={(account) => open(account)} />
              )}
            </Suspense>
          )
        }
      />
      {to === null ? (
        <div className="chat-panel chat-nothing">
          <EmptyState
            picture="/art/empty.svg"
            title="选择一个会话"
            text={isCounsellor ? '从左侧选择来访者或小组，继续交流。' : '从左侧选择咨询师或小组，继续交流。'}
          />
        </div>
      ) : isGroupKey(to) ? (
        <Suspense fallback={<GroupLoading />}>
          {/* the server cannot render a part that loads later */}
          {isHydrated ? (
            <GroupThread
              key={to}
              chat={chat}
              state={state}
              to={to}
              target={target}
              fault={fault}
              showsHelp={!isCounsellor}
              isNew={to === newKey}
              hasJustJoined={to === joinedKey}
              opening={opening}
              applications={applications.get(to)}
              onLeave={() => open(null)}
            />
          ) : (
            <GroupLoading />
          )}
        </Suspense>
      ) : (
        <ThreadPanel
          key={to}
          chat={chat}
          state={state}
          to={to}
          target={target}
          name={latest.find(({ key: latestKey }) => latestKey === to)?.name ?? null}
          fault={fault}
          opening={opening}
          {...needed}
          onDeleted={() => open(null)}
          onLeave={() => open(null)}
          crisis={isCounsellor ? { conversation: crises.of.get(to) ?? null, onChanged: crises.reload } : null}
        />
      )}
    </div>
  )
}

const GroupLoading = () => (
  <section className="chat-panel" aria-label="小组" aria-busy="true">
    <p className="chat-note">正在加载…</p>
  </section>
)
