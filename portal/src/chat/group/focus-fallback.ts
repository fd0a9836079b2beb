// Where the focus goes when the pressed control disappears with its entry: the panel of the group, or the list.

/** @param entry the list entry that holds the pressed control, while it is still in the page */
export const findFocusFallback = (entry: Element | null): HTMLElement | null =>
  entry?.closest<HTMLElement>('.group-content, .chat-list') ?? null
