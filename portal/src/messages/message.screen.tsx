// List of the message centre. A click marks a message as read, then opens its subject.
import { useEffect, useState } from 'react'
import type { SiteMessage, NoticeSettings } from '@xinqiao/contract/http/messages/messages.ts'
import { noticeKinds } from '@xinqiao/contract/notices.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { type TabLink, TabLinks } from '@xinqiao/ui/TabLinks.tsx'
import { formatMinute } from '../frame/format-time.ts'
import { api } from '../session/api.ts'
import { openChatSession } from '../chat/session/use-chat-session.ts'
import { useExclusiveTask } from '../forms/use-action.ts'
import { AccountAvatar } from '../qa/AccountAvatar.tsx'
import { type EmailAddressState, NoticeSettingsForm } from './NoticeSettingsForm.tsx'
import { noticeEvent, announceMessagesChanged } from '../chat/session/notice-event.ts'
import { type MessageTab, createTabFilter } from './message-tabs.ts'
import { describeMessage } from './describe-message.ts'

type ShownMessage = SiteMessage & { isRead: boolean }
export type MessageProps =
  | { part: 'list'; selected: MessageTab; tabs: TabLink[]; messages: ShownMessage[] }
  | { part: 'settings'; settings: NoticeSettings; mail: EmailAddressState }

export function Screen(props: MessageProps) {
  if (props.part === 'settings') return <NoticeSettingsForm initial={props.settings} mail={props.mail} />
  return <MessageList selected={props.selected} tabs={props.tabs} initial={props.messages} />
}

const typeNames: Record<number, string> = { 1: '回答', 3: '点赞', 6: '公告' }
/** Many messages of type 5 are not review decisions, so their heading comes from their kind. */
const describeKind = ({ type, kind }: ShownMessage): string => typeNames[type] ?? noticeKinds[kind].title

type MessageListProps = { selected: MessageTab; tabs: TabLink[]; initial: ShownMessage[] }

function MessageList({ selected, tabs, initial }: MessageListProps) {
  const [messages, setMessages] = useState(initial)
  const { isBusy, run } = useExclusiveTask()
  useEffect(() => {
    // adds new messages at the top, without a reload
    const loadNewest = () =>
      void api('GET /message/getUnReadByUserId', {}).then(
        (unread) =>
          setMessages((before) => {
            const unreadIds = new Set(unread.map(({ id }) => id))
            const updated = before.map((item) => ({ ...item, isRead: item.isRead || !unreadIds.has(item.id) }))
            const knownIds = new Set(before.map(({ id }) => id))
            const isInTab = createTabFilter(selected.tab, selected.sub)
            const fresh = unread.filter((entry) => !knownIds.has(entry.id) && isInTab(entry))
            return [...fresh.map((item) => ({ ...item, isRead: false })), ...updated]
          }),
        () => null,
      )
    document.addEventListener(noticeEvent, loadNewest)
    // users with chat are notified over its socket; for others, the bell polls every few seconds
    if (document.querySelector('[data-latest-chats]')) {
      openChatSession().catch(() => null)
    }
    return () => document.removeEventListener(noticeEvent, loadNewest)
    // oxlint-disable-next-line react/exhaustive-deps -- the tabs belong to the page and never change
  }, [])
  const open = (message: ShownMessage) =>
    run(async () => {
      if (!message.isRead) await api('POST /message/updateReadById', { id: message.id })
      location.assign(message.link)
    })
  const markAllRead = () =>
    run(async () => {
      await api('POST /message/updateReadByUserId', {})
      setMessages(messages.map((entry) => ({ ...entry, isRead: true })))
      announceMessagesChanged()
    })
  return (
    <Card className="px-4.5 pt-2 pb-5 sm:px-7">
      <div className="flex flex-wrap items-center gap-x-4">
        <div className="min-w-0 basis-full sm:flex-1 sm:basis-auto">
          <TabLinks label="消息分类" tabs={tabs} />
        </div>
        <div className="ml-auto">
          <Button look="plain" busy={isBusy} disabled={messages.every((entry) => entry.isRead)} onClick={markAllRead}>
            全部已读
          </Button>
        </div>
      </div>
      {messages.length === 0 ? (
        <EmptyState picture="/art/empty.svg" title="暂无消息" text="有新的公告、回答或点赞时，会显示在这里。" />
      ) : (
        <ul className="divide-y divide-line" aria-live="polite">
          {messages.map((message) => (
            <li key={message.id}>
              <a
                href={message.link}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return
                  event.preventDefault()
                  void open(message)
                }}
                className="flex items-start gap-3 rounded-lg px-1 py-4 hover:bg-tint sm:px-3"
              >
                <AccountAvatar src={message.fromAvatar} name={message.fromName || describeKind(message)} size="small" />
                <span className="min-w-0 flex-1">
                  <span className={`block leading-7 ${message.isRead ? 'text-text' : 'font-semibold text-ink'}`}>
                    {describeMessage(message)}
                  </span>
                  <span className="text-sm text-muted">
                    {describeKind(message)} · {formatMinute(message.createTime)}
                  </span>
                </span>
                {!message.isRead && (
                  <span className="mt-2 size-2.5 shrink-0 overflow-hidden rounded-full bg-danger indent-4">未读</span>
                )}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
