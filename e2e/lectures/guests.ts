// Scripted guests of a lecture: clients of the SDK without a page, with accounts or anonymous.
import type { APIRequestContext } from '@playwright/test'
import { Chatroom } from '@xinqiao/im-sdk/chatroom/chatroom.ts'
import type { ChatroomMessage } from '@xinqiao/im-sdk/chatroom/present.ts'
import { signInAsStaff } from '../support/staff-api.ts'
import { createMember, expect } from '../support/visitor.ts'

type ChatLogin = { accid: string; token: string }
type RoomRefusal = { code: number; data?: { seconds: number } }

export type Guest = {
  isConnected: () => boolean
  texts: () => string[]
  ends: () => number
  /** @returns null, or the refusal */
  write: (text: string) => Promise<RoomRefusal | null>
  leave: () => void
}

export function enterAsGuest(url: string, chatroomId: string, login: ChatLogin | null): Guest {
  const received: ChatroomMessage[] = []
  let connections = 0
  let endCount = 0
  const room = new Chatroom({
    chatroomId,
    chatroomAddresses: [url],
    transports: ['websocket'],
    ...(login ? { account: login.accid, token: login.token } : { isAnonymous: true, chatroomNick: '访客' }),
    onconnect: () => void (connections += 1),
    ondisconnect: () => void (endCount += 1),
    onmsgs: (msgs) => void received.push(...msgs),
  })
  room.connect()
  return {
    isConnected: () => connections > 0,
    texts: () => received.flatMap(({ text }) => text ?? []),
    ends: () => endCount,
    write: (text) =>
      new Promise((resolve) => {
        room.sendText({ text, done: (error) => resolve(error as RoomRefusal | null) })
      }),
    leave: () => room.destroy(),
  }
}

/** A new account, signed in through the API with its own cookies, with its call and its chat login. */
export async function createGuestAccount(openContext: () => Promise<APIRequestContext>) {
  const request = await openContext()
  const { username, password } = await createMember(request)
  const call = await signInAsStaff(request, username, password)
  const login = await call<ChatLogin>('GET', '/neteaseUser/getUser')
  return { call, login }
}

export async function expectAllConnected(guests: readonly Guest[]): Promise<void> {
  await expect.poll(() => guests.filter((guest) => guest.isConnected()).length, { timeout: 60_000 }).toBe(guests.length)
}
