// Connects a page to the room of a lecture, and turns callbacks of the SDK into promises.
import { Failure } from '@xinqiao/contract/errors.ts'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import type { LectureEvent } from '@xinqiao/contract/lectures.ts'
import type { Chatroom } from '@xinqiao/im-sdk/chatroom/chatroom.ts'
import type { ChatroomMessage } from '@xinqiao/im-sdk/chatroom/present.ts'
import { api } from '../../session/api.ts'
import { addMessages, applyNotice, applyRemovals, readEvent, readMutes, type RoomState } from './room-state.ts'

/** A refusal of the room: its code, and the seconds to wait, if it names them. */
export type RoomError = { code: number | string; message: string; data?: { seconds?: number } }

export type RoomActions = {
  send: (text: string) => Promise<void>
  /** @param seconds 0 ends the mute */
  mute: (account: string, seconds: number) => Promise<void>
  /** Removes a visitor, who cannot enter again, or allows one to enter again. */
  setBlocked: (account: string, isBlocked: boolean) => Promise<void>
  announce: (text: string) => Promise<void>
}

export type RoomEvents = {
  update: (change: (state: RoomState) => RoomState) => void
  onEvent: (event: LectureEvent['event']) => void
  /** Called when the rights of this page have changed. */
  onRole: (isModerator: boolean) => void
}

type SdkCallback<T> = (error: RoomError | null, data: T) => void

/** Calls a method of the SDK with `done`. */
const toPromise = <T>(call: (done: SdkCallback<T>) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    // oxlint-disable-next-line prefer-promise-reject-errors -- errors of the SDK are plain objects for pages
    call((error, data) => (error ? reject(error) : resolve(data)))
  })

const historySize = 50
const removedText = '主持人请您离开了交流，您不能再发言、提问和举手，仍可以看讲座。有疑问请联系秘书处。'
const allEvents: readonly LectureEvent['event'][] = ['questions', 'hands', 'lecture', 'danger']

const fetchHistory = (room: Chatroom): Promise<ChatroomMessage[]> =>
  toPromise<{ msgs: ChatroomMessage[] }>((done) =>
    room.getHistoryMsgs({ limit: historySize, done: done as never }),
  ).then(({ msgs }) => msgs)

const createActions = (room: Chatroom, { update }: RoomEvents): RoomActions => ({
  async send(text) {
    const msg = await toPromise<ChatroomMessage>((done) => room.sendText({ text, done: done as never }))
    update((state) => ({ ...state, lines: addMessages(state.lines, [msg]) }))
  },
  mute: (account, duration) =>
    toPromise((done) =>
      room.updateChatroomMemberTempMute({ account, duration, needNotify: true, done: done as never }),
    ),
  setBlocked: (account, isAdd) =>
    toPromise((done) => room.markChatroomBlacklist({ account, isAdd, done: done as never })),
  announce: (announcement) =>
    toPromise((done) => room.updateChatroom({ chatroom: { announcement }, needNotify: true, done: done as never })),
})

/**
 * @param canChat false for a visitor, who reads without an account
 * @returns the actions of the page, and a function that leaves the room
 */
export async function openRoom(
  { chatroomId, canChat }: { chatroomId: string; canChat: boolean },
  events: RoomEvents,
): Promise<{ actions: RoomActions; leave: () => void }> {
  const { update, onEvent, onRole } = events
  const [{ Chatroom }, login] = await Promise.all([
    import('@xinqiao/im-sdk/chatroom/chatroom.ts'),
    canChat ? api('GET /neteaseUser/getUser', {}) : null,
  ])
  let account = ''
  const receive = (msgs: ChatroomMessage[]) => {
    update((state) => {
      const nextState = msgs.reduce((next, { attach }) => (attach ? applyNotice(next, attach) : next), state)
      const mutes = { ...nextState.mutes, ...readMutes(msgs) }
      const lines = addMessages(nextState.lines, msgs)
      return { ...nextState, lines, mutes, removed: applyRemovals(nextState.removed, msgs) }
    })
    for (const msg of msgs) {
      const event = readEvent(msg)
      if (event) onEvent(event)
      const { type, to = [] } = msg.attach ?? {}
      if ((type === 'addManager' || type === 'removeManager') && to.includes(account)) onRole(type === 'addManager')
    }
  }
  const room = Chatroom.getInstance({
    chatroomId,
    ...(login ? { account: login.accid, token: login.token } : { isAnonymous: true, chatroomNick: '访客' }),
    onconnect: ({ chatroom, member }) => {
      // after a reconnect, the page reads everything again, because the room stores no events
      if (account !== '') for (const event of allEvents) onEvent(event)
      account = member.account
      const { announcement, mute } = chatroom
      update((state) => ({
        ...state,
        link: 'online',
        account,
        name: member.nick,
        announcement,
        isMutedForAll: mute,
        mutes: member.tempMuted
          ? { ...state.mutes, [account]: Date.now() + member.tempMuteDuration * 1_000 }
          : state.mutes,
        end: '',
      }))
      fetchHistory(room)
        .then((msgs) =>
          update((state) => {
            const oldest = msgs.toSorted((a, b) => a.time - b.time)
            return {
              ...state,
              lines: addMessages(state.lines, msgs),
              mutes: { ...state.mutes, ...readMutes(oldest) },
              removed: applyRemovals(state.removed, oldest),
            }
          }),
        )
        // the next login reads the history again
        .catch(() => {})
    },
    async onwillreconnect() {
      update((state) => ({ ...state, link: 'offline' }))
      if (!login) return
      const fresh = await api('GET /neteaseUser/getUser', {}).catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error
        return null
      })
      if (fresh) room.setOptions({ token: fresh.token })
    },
    ondisconnect: (end) => {
      const { code, reason, message = '' } = end as { code?: number | string; reason?: string; message?: string }
      const isRemoved = reason === 'blacked' || code === imErrors.roomBlacked.code
      update((state) => ({ ...state, link: 'ended', end: isRemoved ? removedText : message, isRemoved }))
      onEvent('lecture')
    },
    onmsgs: receive,
    oncare: ({ level }) => update((state) => ({ ...state, careLevel: level })),
  })
  return { actions: createActions(room, events), leave: () => room.destroy() }
}
