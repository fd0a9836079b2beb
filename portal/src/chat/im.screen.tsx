// The full conversation screen: the list beside the open conversation, or one after the other on a phone.
import './chat.css'
import { useCallback, useEffect, useState } from 'react'
import type { ChatConsent, LatestChat } from '@xinqiao/contract/http/chat/inbox.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { sumTimes, useCrisisConversations } from '../crisis/crisis-conversations.ts'
import { startMessageAlerts } from './session/alerts.ts'
import { useChatSession } from './session/use-chat-session.ts'
import type { SearchTarget } from './conversations/FoundMessages.tsx'
import { ConversationList } from './conversations/ConversationList.tsx'
import { ThreadPanel } from './thread/ThreadPanel.tsx'
import { announceUnread } from './session/unread-event.ts'

export type ImProps = {
  to: string | null
  latest: readonly LatestChat[]
  consent: ChatConsent
  isCounsellor: boolean
  /** The server's time when it rendered the page. */
  now: number
}

const readPeer = () => new URLSearchParams(location.search).get('to')

export function Screen({ to: first, latest, consent, isCounsellor, now }: ImProps) {
  const { chat, state, fault } = useChatSession()
  const [to, setTo] = useState(first)
  const [mustAgree, setMustAgree] = useState(consent.isNeeded && !consent.isAgreed)
  const [target, setTarget] = useState<SearchTarget | null>(null)
  useEffect(startMessageAlerts, [])
  useEffect(() => {
    const follow = () => setTo(readPeer())
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  useEffect(() => {
    if (state.hasSynced) announceUnread(state.unread)
  }, [state.hasSynced, state.unread])
  const crises = useCrisisConversations(isCounsellor, sumTimes(state.conversations))
  const open = useCallback((accid: string | null, found?: SearchTarget) => {
    setTarget(found ?? null)
    history.pushState(null, '', withQuery(routes.im, { to: accid }))
    setTo(accid)
  }, [])

  return (
    <div className="chat-screen" data-open={to !== null}>
      <ConversationList
        chat={chat}
        state={state}
        latest={latest}
        renderedAt={now}
        openTo={to}
        onOpen={open}
        fault={fault}
        crises={isCounsellor ? crises.of : null}
      />
      {to === null ? (
        <div className="chat-panel chat-nothing">
          <EmptyState
            picture="/art/empty.svg"
            title="选择一个会话"
            text={isCounsellor ? '从左侧选择来访者，继续交流。' : '从左侧选择一位咨询师，继续交流。'}
          />
        </div>
      ) : (
        <ThreadPanel
          key={to}
          chat={chat}
          state={state}
          to={to}
          target={target}
          name={latest.find(({ accid }) => accid === to)?.name ?? null}
          fault={fault}
          consent={mustAgree ? consent : null}
          onAgreed={() => setMustAgree(false)}
          onDeleted={() => open(null)}
          onLeave={() => open(null)}
          crisis={isCounsellor ? { conversation: crises.of.get(to) ?? null, onChanged: crises.reload } : null}
        />
      )}
    </div>
  )
}
