// How whoever learns of a new message tells the rest of the page: from the chat's socket, or by looking.
export const noticeEvent = 'portal-notice'

export const tellNotice = (): void => void document.dispatchEvent(new CustomEvent(noticeEvent))
