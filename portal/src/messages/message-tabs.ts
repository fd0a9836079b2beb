// Tabs of messages, for the page and for messages that arrive while it is open.
import type { SiteMessage } from '@xinqiao/contract/http/messages/messages.ts'
import { isOfficial, siteMessageTypes } from '@xinqiao/contract/notices.ts'

type MessageFilter = (message: SiteMessage) => boolean
export type MessageTab = { tab: 1 | 2; sub: number }

const matchesEveryMessage: MessageFilter = () => true

/** Sub-tabs of each tab, and the messages that they show (portal.md 2 and 4). 审核 shows all messages of type 5. */
export const subTabs: Record<MessageTab['tab'], readonly [string, MessageFilter][]> = {
  1: [
    ['全部', matchesEveryMessage],
    ['公告', ({ type }) => type === siteMessageTypes.bulletin],
    ['审核', ({ type }) => type === siteMessageTypes.review],
  ],
  2: [
    ['全部', matchesEveryMessage],
    ['回答', ({ type }) => type === siteMessageTypes.answer],
    ['点赞', ({ type }) => type === siteMessageTypes.like],
  ],
}

export const createTabFilter = (tab: MessageTab['tab'], sub: number): MessageFilter => {
  const matchesSubTab = subTabs[tab][sub - 1]?.[1] ?? matchesEveryMessage
  return (message) => isOfficial(message.type) === (tab === 1) && matchesSubTab(message)
}
