// State of the room of a lecture in this page, and how messages and notices change it.
import { lectureHostAccount, type LectureEvent } from '@xinqiao/contract/lectures.ts'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { withoutDirectionControls } from '@xinqiao/contract/visible-text.ts'
import type { RoomNotice } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import type { ChatroomMessage } from '@xinqiao/im-sdk/chatroom/present.ts'

export type RoomLine = {
  idClient: string
  account: string
  name: string
  /** Without characters that turn the direction of the words around them. */
  text: string
  time: number
  isOwn: boolean
  /** The sender moderated the lecture when writing. */
  isModerator: boolean
}

export type RoomState = {
  /** `ended` for good: the room was closed, or the visitor was removed. */
  link: 'connecting' | 'online' | 'offline' | 'ended'
  /** Account of this page in the room; empty before the first login. */
  account: string
  /** Name of this page in the room; empty before the first login. */
  name: string
  lines: readonly RoomLine[]
  announcement: string
  isMutedForAll: boolean
  /** End of the latest temporary mute of each account, in milliseconds. */
  mutes: Readonly<Record<string, number>>
  /** Visitors whom a moderator has removed, as far as messages of the room say so. */
  removed: ReadonlySet<string>
  /** Text that says why the link has ended; empty until then. */
  end: string
  /** A moderator has removed this visitor, who may still watch. */
  isRemoved: boolean
  /** A moderator has allowed this visitor to enter again, who has not written since. */
  isReadmitted: boolean
  /** The last text of this page sounds like danger. */
  careLevel: CrisisLevel | null
}

const maxLines = 300

export const emptyRoom = (announcement: string): RoomState => ({
  ...{
    link: 'connecting',
    account: '',
    name: '',
    lines: [],
    announcement,
    isMutedForAll: false,
    mutes: {},
    removed: new Set<string>(),
    end: '',
    isRemoved: false,
    isReadmitted: false,
    careLevel: null,
  },
})

const toLines = (msgs: readonly ChatroomMessage[]): RoomLine[] =>
  msgs.flatMap(({ type, text, idClient, from, fromNick, time, flow, isFromModerator: isModerator = false }) => {
    if (type !== 'text' || text === undefined) return []
    const shownText = withoutDirectionControls(text)
    const isOwn = flow === 'out'
    return [{ idClient, account: from, name: fromNick || '访客', text: shownText, time, isOwn, isModerator }]
  })

/** Adds messages in the order of their times; a message that is there already is left out. */
export function addMessages(lines: readonly RoomLine[], msgs: readonly ChatroomMessage[]): readonly RoomLine[] {
  const knownIds = new Set(lines.map(({ idClient }) => idClient))
  const newLines = toLines(msgs).filter(({ idClient }) => !knownIds.has(idClient))
  if (newLines.length === 0) return lines
  return [...lines, ...newLines].toSorted((a, b) => a.time - b.time).slice(-maxLines)
}

/** Ends of the mutes that these messages announce, the oldest first. */
export const readMutes = (msgs: readonly ChatroomMessage[]): Record<string, number> =>
  Object.fromEntries(
    msgs.flatMap(({ attach, time }) =>
      attach?.type === 'addTempMute' || attach?.type === 'removeTempMute'
        ? (attach.to ?? []).map((account) => [account, time + (attach.duration ?? 0) * 1_000])
        : [],
    ),
  )

/** The visitors who are removed after these messages, the oldest first. */
export function applyRemovals(removed: ReadonlySet<string>, msgs: readonly ChatroomMessage[]): ReadonlySet<string> {
  const accounts = new Set(removed)
  for (const { attach } of msgs) {
    for (const account of attach?.to ?? []) {
      if (attach?.type === 'blackMember') accounts.add(account)
      if (attach?.type === 'unblackMember') accounts.delete(account)
    }
  }
  return accounts
}

export function applyNotice(state: RoomState, notice: RoomNotice): RoomState {
  if (notice.type === 'deleteChatroomMsg')
    return { ...state, lines: state.lines.filter(({ idClient }) => idClient !== notice.msgId) }
  if (notice.type === 'updateChatroom')
    return { ...state, announcement: notice.chatroom?.announcement ?? state.announcement }
  if (notice.type === 'muteRoom' || notice.type === 'unmuteRoom')
    return { ...state, isMutedForAll: notice.type === 'muteRoom' }
  return state
}

/** The event of the site in a message of its account; null for others. */
export function readEvent({ from, content }: ChatroomMessage): LectureEvent['event'] | null {
  if (from !== lectureHostAccount || typeof content !== 'string') return null
  return (JSON.parse(content) as LectureEvent).event
}
