// Which messages stand under which tab: for the page, and for what arrives while it is open.
import type { Message } from '@xinqiao/contract/http/messages.ts'
import { isOfficial } from '@xinqiao/contract/notices.ts'

type Shows = (message: Message) => boolean
export type Place = { tab: 1 | 2; sub: number }

const all: Shows = () => true
/** What somebody decided about what one sent in; the rest of type 5 is about what one booked, paid or registered for. */
export const isDecision: Shows = ({ type, kind }) => type === 5 && (kind === 'review' || kind === 'membership')

/** With what each shows of its tab. */
export const subTabs: Record<Place['tab'], readonly [string, Shows][]> = {
  1: [
    ['全部', all],
    ['公告', ({ type }) => type === 6],
    ['审核', isDecision],
    ['服务', (message) => message.type === 5 && !isDecision(message)],
  ],
  2: [
    ['全部', all],
    ['回答', ({ type }) => type === 1],
    ['点赞', ({ type }) => type === 3],
  ],
}

export const shows = (tab: Place['tab'], sub: number): Shows => {
  const isShown = subTabs[tab][sub - 1]?.[1] ?? all
  return (message) => isOfficial(message.type) === (tab === 1) && isShown(message)
}
