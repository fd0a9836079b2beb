// Event that notifies the page of a new message, from the chat's socket or from polling.
export const noticeEvent = 'portal-notice'

export const announceMessagesChanged = (): void => void document.dispatchEvent(new CustomEvent(noticeEvent))
