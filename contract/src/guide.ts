// The guide of the site: a robot in the chat that answers from published pages.

/** Its chat account, and the name that screens show before the chat is connected. */
export const guideAccount = 'guide'
export const guideName = '站内向导'
