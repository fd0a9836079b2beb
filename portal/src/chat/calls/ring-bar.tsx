// The bar of calls on pages without the chat, above the page. It opens the chat session, which receives the ringing.
import '../chat.css'
import { createRoot, type Root } from 'react-dom/client'
import { routes } from '@xinqiao/contract/routes.ts'
import { useChatSession } from '../session/use-chat-session.ts'
import { IncomingCall } from './IncomingCall.tsx'

/** Pages with a bar of their own. */
const ownBars: readonly string[] = [routes.im, routes.call]

const RingBar = () => <IncomingCall chat={useChatSession().chat} />

let root: Root | null = null

export function showRingBar(): void {
  if (root || ownBars.includes(location.pathname)) return
  const container = document.createElement('div')
  container.className = 'chat-ring-place'
  // first in the page, so that the keyboard and screen readers reach it first
  document.body.prepend(container)
  root = createRoot(container)
  root.render(<RingBar />)
}
