// How a conversation screen tells the page's corner what is unread.
export const unreadEvent = 'chat-unread'

export function tellUnread(unread: number): void {
  document.dispatchEvent(new CustomEvent(unreadEvent, { detail: unread }))
}
