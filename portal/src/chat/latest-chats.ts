// Chat menu of every page: the unread count and the latest conversations. It polls over HTTP; the SDK and React load
// only when a conversation is opened.
import type { LatestConversation } from '@xinqiao/contract/http/chat/inbox.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { api } from '../session/api.ts'
import { formatChatAddress, isGroupKey } from './chat-address.ts'
import { unreadEvent } from './session/unread-event.ts'
import { formatListTime } from './relative-time.ts'

const pollIntervalMs = 60_000

function renderChatRow({ key, name, unread, time, preview, isQuiet, isMentioned }: LatestConversation): HTMLLIElement {
  const row = document.createElement('li')
  const link = document.createElement('a')
  link.href = formatChatAddress(key)
  link.className = 'flex min-h-14 items-center gap-3 rounded-lg px-2.5 py-2 hover:bg-tint'
  const createPart = (text: string, className: string, tag = 'span') => {
    const element = document.createElement(tag)
    element.className = className
    element.textContent = text
    return element
  }
  const isTeam = isGroupKey(key)
  const avatar = createPart(
    isTeam ? '组' : (Array.from(name)[0] ?? ''),
    `grid size-10 shrink-0 place-items-center ${isTeam ? 'rounded-lg' : 'rounded-full'} bg-brand font-semibold text-white`,
  )
  avatar.setAttribute('aria-hidden', 'true')
  const textColumn = createPart('', 'min-w-0 flex-1')
  const lastLine = createPart('', 'block truncate text-sm leading-5 text-muted')
  if (isMentioned) lastLine.append(createPart('[有人@我] ', 'text-danger'))
  lastLine.append(preview || '暂无内容')
  textColumn.append(createPart(name, 'block truncate leading-6 font-semibold text-ink'), lastLine)
  const infoColumn = createPart('', 'flex shrink-0 flex-col items-end gap-1')
  infoColumn.append(createPart(formatListTime(time, Date.now()), 'text-xs text-muted'))
  if (unread > 0) {
    const badge = createPart(
      unread > 99 ? '99+' : `${unread}`,
      `min-w-5 rounded-full px-1 text-center text-xs leading-5 font-semibold ${isQuiet ? 'bg-chip text-subtle' : 'bg-danger text-white'}`,
    )
    badge.setAttribute('aria-label', `${unread}条未读`)
    badge.setAttribute('role', 'img')
    infoColumn.append(badge)
  }
  link.append(avatar, textColumn, infoColumn)
  link.addEventListener('click', (event) => {
    // the chat page opens a conversation by its link, and a group has no box; all other pages open the chat box
    if (isTeam || location.pathname === routes.im || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    link.closest('details')!.open = false
    void import('./chat-box.tsx').then(({ openChatBox }) => openChatBox(key))
  })
  row.append(link)
  return row
}

export function startLatestChats(menu: HTMLDetailsElement): void {
  const [summary, badge, list, note] = ['summary', '[data-chat-badge]', '[data-chat-list]', '[data-chat-note]'].map(
    (selector) => menu.querySelector<HTMLElement>(selector)!,
  ) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement]
  let loadedAt = -pollIntervalMs

  function showUnread(unread: number): void {
    badge.hidden = unread === 0
    badge.textContent = unread > 99 ? '99+' : `${unread}`
    summary.setAttribute('aria-label', unread > 0 ? `消息，${unread}条未读` : '消息')
  }

  async function loadChats(): Promise<void> {
    loadedAt = performance.now()
    try {
      const latest = await api('GET /chat/latest', {})
      showUnread(latest.unread)
      list.replaceChildren(...latest.list.map(renderChatRow))
      note.hidden = latest.list.length > 0
      note.textContent = '还没有消息'
    } catch {
      note.hidden = list.childElementCount > 0
      note.textContent = '暂时无法加载，请稍后再试'
    }
  }
  const loadIfOld = () => {
    if (!document.hidden && performance.now() - loadedAt >= pollIntervalMs) void loadChats()
  }
  menu.addEventListener('toggle', () => {
    if (menu.open) void loadChats()
  })
  document.addEventListener('visibilitychange', loadIfOld)
  // a page with a socket gets new counts at once
  document.addEventListener(unreadEvent, (event) => showUnread((event as CustomEvent<number>).detail))
  setInterval(loadIfOld, pollIntervalMs)
  void loadChats()
}
