// Event by which a conversation screen reports the unread count to the page's corner.
export const unreadEvent = 'chat-unread'

export function notifyUnread(unread: number): void {
  document.dispatchEvent(new CustomEvent(unreadEvent, { detail: unread }))
}
