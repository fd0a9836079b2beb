// The notice bell of every page: unread messages in two tabs. An open chat socket triggers updates. Without one, the
// count is polled every few seconds, together with ringing and running calls; the messages are loaded when the count
// changes, and at least every twenty seconds.
import type { SiteMessage } from '@xinqiao/contract/http/messages/messages.ts'
import { isOfficial } from '@xinqiao/contract/notices.ts'
import { showToast } from '@xinqiao/ui/toast.ts'
import { formatMinute } from '../frame/format-time.ts'
import { api } from '../session/api.ts'
import { noticeEvent, announceMessagesChanged } from '../chat/session/notice-event.ts'
import { describeMessage } from './describe-message.ts'

const pollIntervalMs = 20_000
const countIntervalMs = 4_000
const maxShown = 6
const pollKey = 'notice-poll'

/** Hidden pages poll only for the ringing of calls, and those of one browser share a poll. */
function claimPoll(): boolean {
  try {
    const age = Date.now() - Number(localStorage.getItem(pollKey))
    if (document.hidden && age >= 0 && age < countIntervalMs * 0.9) return false
    localStorage.setItem(pollKey, `${Date.now()}`)
    return true
  } catch {
    // without storage, visible pages poll
    return !document.hidden
  }
}

/** Marks the message as read, then follows its link. */
async function openMessage(message: SiteMessage): Promise<void> {
  await api('POST /message/updateReadById', { id: message.id }).catch(() => null)
  location.assign(message.link)
}

function renderMessageRow(message: SiteMessage): HTMLLIElement {
  const row = document.createElement('li')
  const link = document.createElement('a')
  link.href = message.link
  link.className = 'block rounded-lg px-2.5 py-2 hover:bg-tint'
  const text = document.createElement('span')
  text.className = 'line-clamp-2 leading-6 text-ink'
  text.textContent = describeMessage(message)
  const time = document.createElement('span')
  time.className = 'text-xs text-muted'
  time.textContent = formatMinute(message.createTime)
  link.append(text, time)
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void openMessage(message)
  })
  row.append(link)
  return row
}

export function startNoticeBell(bell: HTMLDetailsElement): void {
  const findElement = (name: string) => bell.querySelector<HTMLElement>(`[data-notice-${name}]`)!
  const [badge, list, note] = [findElement('badge'), findElement('list'), findElement('note')]
  const tabs = [...bell.querySelectorAll<HTMLButtonElement>('[data-notice-tab]')]
  const summary = bell.querySelector('summary')!
  let messages: SiteMessage[] = []
  let tab = 'official'
  let loadedAt = -pollIntervalMs
  let knownCount: number | null = null
  let shownCount: number | null = null
  note.hidden = false
  note.textContent = '正在加载…'

  function renderList(): void {
    const messagesOfTab = (name: string) => messages.filter(({ type }) => isOfficial(type) === (name === 'official'))
    for (const button of tabs) {
      const name = button.dataset['noticeTab'] ?? ''
      button.setAttribute('aria-pressed', `${name === tab}`)
      const count = messagesOfTab(name).length
      button.querySelector('span')!.textContent = count > 0 ? ` ${count}` : ''
    }
    const rows = messagesOfTab(tab).slice(0, maxShown)
    // rows are removed from the page when the bell closes
    list.replaceChildren(...(bell.open ? rows.map(renderMessageRow) : []))
    note.hidden = rows.length > 0
    note.textContent = '没有未读消息'
    badge.hidden = messages.length === 0
    badge.textContent = messages.length > 99 ? '99+' : `${messages.length}`
    summary.setAttribute('aria-label', messages.length > 0 ? `通知，${messages.length}条未读` : '通知')
  }

  async function loadMessages(): Promise<void> {
    loadedAt = performance.now()
    try {
      messages = await api('GET /message/getUnReadByUserId', {})
      renderList()
      // messages before the first count are new, too
      shownCount ??= messages.length
      const newest = messages[0]?.id ?? 0
      // updates an open message centre, too
      if (knownCount !== null && newest > knownCount) announceMessagesChanged()
      knownCount = Math.max(knownCount ?? 0, newest)
    } catch {
      note.hidden = list.childElementCount > 0
      note.textContent = '暂时无法加载，请稍后再试'
    }
  }
  async function markAllRead(): Promise<void> {
    try {
      await api('POST /message/updateReadByUserId', {})
    } catch (error) {
      showToast((error as Error).message, 'bad')
      return
    }
    messages = []
    renderList()
    announceMessagesChanged()
  }
  async function loadRingBar(): Promise<void> {
    try {
      const { showRingBar } = await import('../chat/calls/ring-bar.tsx')
      showRingBar()
    } catch {
      // the server is away; the next poll tries again
    }
  }
  async function loadNewMessages(): Promise<void> {
    if (!navigator.onLine || !claimPoll()) return
    const isOld = () => !document.hidden && performance.now() - loadedAt >= pollIntervalMs
    try {
      const { official, notice, isRinging, isInCall } = await api('GET /message/unreadCount', {})
      if (isRinging || isInCall) void loadRingBar()
      const count = official + notice
      if (isOld() || (!document.hidden && shownCount !== null && shownCount !== count)) void loadMessages()
      if (!document.hidden) shownCount = count
    } catch {
      // no error here: the full update reports it
      if (isOld()) void loadMessages()
    }
  }
  const pollNow = () => void loadNewMessages()
  for (const button of tabs)
    button.addEventListener('click', () => {
      tab = button.dataset['noticeTab'] ?? tab
      renderList()
    })
  findElement('all').addEventListener('click', () => {
    void markAllRead()
  })
  bell.addEventListener('toggle', () => {
    if (knownCount !== null) renderList()
    if (bell.open) void loadMessages()
  })
  document.addEventListener('visibilitychange', pollNow)
  document.addEventListener(noticeEvent, () => {
    if (performance.now() - loadedAt > 500) void loadMessages()
  })
  setInterval(pollNow, countIntervalMs)
  void loadMessages()
  pollNow()
}
