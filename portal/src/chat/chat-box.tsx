// The chat box: one conversation beside any page. `openChatBox(accid)` opens it; only one at a time.
import './chat.css'
import { useEffect, useRef, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { api } from '../session/api.ts'
import { sumTimes, useCrisisConversations } from '../crisis/crisis-conversations.ts'
import { showRingBar } from './calls/ring-bar.tsx'
import { resetTitleWhenVisible } from './session/alerts.ts'
import { needsConsent, type NeededConsent } from './use-consent.ts'
import { useUploadWarning } from './session/use-upload-warning.ts'
import { useChatSession } from './session/use-chat-session.ts'
import { ThreadPanel } from './thread/ThreadPanel.tsx'
import { announceUnread } from './session/unread-event.ts'

type ChatBoxProps = { to: string; onClose: () => void }

function ChatBox({ to, onClose }: ChatBoxProps) {
  const { chat, state, fault } = useChatSession()
  const [consent, setConsent] = useState<NeededConsent>('unknown')
  const [isCounsellor, setCounsellor] = useState(false)
  const crises = useCrisisConversations(isCounsellor, sumTimes(state.conversations))
  const [refusal, setRefusal] = useState<string | null>(null)
  const box = useRef<HTMLDialogElement>(null)
  useUploadWarning(state)
  useEffect(resetTitleWhenVisible, [])
  useEffect(() => {
    if (state.hasSynced) announceUnread(state.unread)
  }, [state.hasSynced, state.unread])
  useEffect(() => {
    api('GET /chat/consent', { to }).then(
      (text) => {
        setCounsellor(!text.isNeeded)
        return setConsent(needsConsent(text) ? text : null)
      },
      (error: Error) => setRefusal(error.message),
    )
  }, [to])
  useEffect(() => {
    const element = box.current
    const leave = ({ key, isComposing }: KeyboardEvent) => {
      // Escape first closes a picture above the box, or cancels a reply
      if (key === 'Escape' && !isComposing && !element?.querySelector('dialog[open], .chat-reply')) onClose()
    }
    element?.addEventListener('keydown', leave)
    return () => element?.removeEventListener('keydown', leave)
  }, [onClose])
  useEffect(() => {
    if (consent !== 'unknown') box.current?.querySelector('textarea')?.focus()
  }, [consent])
  return (
    <dialog open ref={box} className="chat-box" aria-label="聊天">
      <ThreadPanel
        // the input must not be shown before it is known whether consent is required
        key={`${to} ${consent === 'unknown' || consent === null ? '' : consent.version}`}
        chat={consent === 'unknown' ? null : chat}
        state={state}
        to={to}
        name={null}
        fault={refusal ?? fault}
        consent={consent}
        onAgreed={() => setConsent(null)}
        onDeleted={onClose}
        crisis={isCounsellor ? { conversation: crises.of.get(to) ?? null, onChanged: crises.reload } : null}
        tools={
          <>
            <a
              className="chat-tool"
              href={withQuery(routes.im, { to })}
              aria-label="在消息页面打开"
              title="在消息页面打开"
            >
              <Icon name="expand" />
            </a>
            <button type="button" className="chat-tool" aria-label="关闭聊天" title="关闭" onClick={onClose}>
              <Icon name="close" />
            </button>
          </>
        }
      />
    </dialog>
  )
}

let root: Root | null = null

/** @param to the chat account of the other side */
export function openChatBox(to: string): void {
  const opener = document.activeElement
  let container = document.querySelector<HTMLElement>('#chat-box')
  if (!container) {
    container = document.createElement('div')
    container.id = 'chat-box'
    document.body.append(container)
  }
  root ??= createRoot(container)
  showRingBar()
  const close = () => {
    root?.render(null)
    if (opener instanceof HTMLElement) opener.focus()
  }
  root.render(<ChatBox key={to} to={to} onClose={close} />)
}
