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

/** Calls a method of the SDK with `done`, which each method describes by another type. */
const toPromise = <T>(call: (done: never) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    // oxlint-disable-next-line prefer-promise-reject-errors -- errors of the SDK are plain objects for pages
    const done = (error: RoomError | null, data: T) => (error ? reject(error) : resolve(data))
    call(done as never)
  })

const historySize = 50
/** A removed visitor who cannot read as a guest tries to enter again at this interval. */
const reentryMs = 10_000
const allEvents: readonly LectureEvent['event'][] = ['questions', 'hands', 'lecture', 'danger']

const fetchHistory = (room: Chatroom): Promise<ChatroomMessage[]> =>
  toPromise<{ msgs: ChatroomMessage[] }>((done) => room.getHistoryMsgs({ limit: historySize, done })).then(
    ({ msgs }) => msgs,
  )

/** @param current the connection, which is replaced when a removed visitor may enter again */
const createActions = (current: () => Chatroom, { update }: RoomEvents): RoomActions => ({
  async send(text) {
    const msg = await toPromise<ChatroomMessage>((done) => current().sendText({ text, done }))
    update((state) => ({ ...state, isReadmitted: false, lines: addMessages(state.lines, [msg]) }))
  },
  mute: (account, duration) =>
    toPromise((done) => current().updateChatroomMemberTempMute({ account, duration, needNotify: true, done })),
  setBlocked: (account, isAdd) => toPromise((done) => current().markChatroomBlacklist({ account, isAdd, done })),
  announce: (announcement) =>
    toPromise((done) => current().updateChatroom({ chatroom: { announcement }, needNotify: true, done })),
})

const readLogin = () => api('GET /neteaseUser/getUser', {})
type RoomLogin = Awaited<ReturnType<typeof readLogin>>

/** Null after a failure, such as a short loss of the network. */
const readFreshLogin = (): Promise<RoomLogin | null> =>
  readLogin().catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error
    return null
  })

/**
 * A visitor whom a moderator has removed reads on as a guest, and enters again as soon as the room allows it.
 * @param canChat false for a visitor, who reads without an account
 * @returns the actions of the page, and a function that leaves the room
 */
export async function openRoom(
  { chatroomId, canChat }: { chatroomId: string; canChat: boolean },
  events: RoomEvents,
): Promise<{ actions: RoomActions; leave: () => void }> {
  const { update, onEvent, onRole } = events
  const [{ Chatroom }, firstLogin] = await Promise.all([
    import('@xinqiao/im-sdk/chatroom/chatroom.ts'),
    canChat ? readLogin() : null,
  ])
  const account = firstLogin?.accid ?? ''
  let [isRemoved, canReadAsGuest, isLeft, visits] = [false, true, false, 0]
  let reentryTimer: ReturnType<typeof setTimeout> | undefined

  const enterAgain = async () => {
    clearTimeout(reentryTimer)
    const login = await readFreshLogin()
    if (isLeft) return
    if (!login) return enterAgainLater()
    // the end of the connection before is no news
    visits += 1
    // the SDK would use a connection of the same account again
    room.destroy()
    room = enter(login)
  }
  const enterAgainLater = () => {
    clearTimeout(reentryTimer)
    reentryTimer = setTimeout(() => void enterAgain(), reentryMs)
  }

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
      // the server lowers the hand of a removed visitor
      if (type === 'blackMember') onEvent('hands')
      if (!to.includes(account)) continue
      if (type === 'addManager' || type === 'removeManager') onRole(type === 'addManager')
      if (type === 'unblackMember' && isRemoved) void enterAgain()
    }
  }

  const showHistory = async (visit: Chatroom) => {
    // the next login reads the history again
    const msgs = await fetchHistory(visit).catch(() => [])
    const oldest = msgs.toSorted((a, b) => a.time - b.time)
    update((state) => ({
      ...state,
      lines: addMessages(state.lines, msgs),
      mutes: { ...state.mutes, ...readMutes(oldest) },
      removed: applyRemovals(state.removed, oldest),
    }))
    // the room may have allowed it before this guest was connected
    if (isRemoved && !applyRemovals(new Set([account]), oldest).has(account)) enterAgainLater()
  }

  /** @param login null for a guest */
  const enter = (login: RoomLogin | null): Chatroom => {
    visits += 1
    const number = visits
    let isReconnected = false
    const visit = Chatroom.getInstance({
      chatroomId,
      ...(login ? { account: login.accid, token: login.token } : { isAnonymous: true, chatroomNick: '访客' }),
      onconnect: ({ chatroom: { announcement, mute }, member }) => {
        if (isRemoved && !login) {
          // the notice of the readmission may have been missed
          if (isReconnected) enterAgainLater()
          update((state) => ({ ...state, announcement }))
        } else {
          // after a reconnect, the page reads everything again, because the room stores no events
          if (isReconnected || isRemoved) for (const event of allEvents) onEvent(event)
          update((state) => ({
            ...state,
            link: 'online',
            account: member.account,
            name: member.nick,
            announcement,
            isMutedForAll: mute,
            mutes: member.tempMuted
              ? { ...state.mutes, [member.account]: Date.now() + member.tempMuteDuration * 1_000 }
              : state.mutes,
            // a guest does not know which lines are its own
            lines: state.isRemoved ? [] : state.lines,
            end: '',
            isRemoved: false,
            isReadmitted: state.isRemoved || state.isReadmitted,
          }))
          isRemoved = false
        }
        isReconnected = true
        void showHistory(visit)
      },
      async onwillreconnect() {
        if (isRemoved) return
        update((state) => ({ ...state, link: 'offline' }))
        if (!login) return
        const fresh = await readFreshLogin()
        if (fresh) visit.setOptions({ token: fresh.token })
      },
      ondisconnect: (end) => {
        if (isLeft || number !== visits) return
        if (isRemoved && !login) {
          canReadAsGuest = false
          enterAgainLater()
          return
        }
        const { code, reason, message = '' } = end as { code?: number | string; reason?: string; message?: string }
        const isBlacked = reason === 'blacked' || code === imErrors.roomBlacked.code
        update((state) => ({
          ...state,
          link: 'ended',
          end: isBlacked ? '' : message,
          isRemoved: isBlacked,
          isReadmitted: false,
        }))
        if (!isBlacked || !isRemoved) onEvent('lecture')
        isRemoved = isBlacked
        if (!isBlacked) return
        if (canReadAsGuest) room = enter(null)
        else enterAgainLater()
      },
      onmsgs: receive,
      oncare: ({ level }) => update((state) => ({ ...state, careLevel: level })),
    })
    return visit
  }

  let room = enter(firstLogin)
  return {
    actions: createActions(() => room, events),
    leave: () => {
      isLeft = true
      clearTimeout(reentryTimer)
      room.destroy()
    },
  }
}
