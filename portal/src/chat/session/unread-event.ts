// DOM event with which a conversation screen reports its unread count to the bell in the header.
export const unreadEvent = 'chat-unread'

export function announceUnread(unread: number): void {
  document.dispatchEvent(new CustomEvent(unreadEvent, { detail: unread }))
}
