// Visitors of chatrooms for tests: an app with accounts and rooms, and pages with a `Chatroom`.
import { createBackend } from '../../server/test/stand-ins/backend.ts'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { useTestServer, type TestServer } from '../../server/test/test-server.ts'
import { Chatroom } from './tested-sdk.ts'
import type { ChatroomOptions } from '../src/chatroom/options.ts'
import type { ChatroomMessage } from '../src/chatroom/present.ts'
import { until } from './people.ts'

const open: Chatroom[] = []

type RoomAccount = { account: string; token: string }

/** An app with a chatroom; `request` is its server API. */
export async function createRoomApp(server: TestServer, name = '医院') {
  const { appKey, request } = await createBackend(server, name)
  const createMember = async (accid: string): Promise<RoomAccount> => {
    const { info } = await request('user/create', { accid, name: `${accid}的名字` })
    return { account: accid, token: info.token as string }
  }
  return {
    appKey,
    request,
    createMember,
    /** @returns the id of the room */
    createRoom: async (creator: string, form: Record<string, string> = {}): Promise<string> => {
      const { chatroom } = await request('chatroom/create', { creator, name: '讲座', ...form })
      return `${chatroom.roomid}`
    },
  }
}
export type RoomApp = Awaited<ReturnType<typeof createRoomApp>>

export type RoomPage = {
  chatroom: Chatroom
  /** Callbacks in the order of their calls. */
  calls: { name: string; data: unknown }[]
  /** Messages of `onmsgs`, in their order. */
  received: ChatroomMessage[]
  last: (name: string) => unknown
  count: (name: string) => number
}

const callbacks = ['onconnect', 'onwillreconnect', 'ondisconnect', 'onerror', 'onmsgs', 'oncare', 'onTagsUpdate']

/** Opens a page with the room. It does not wait for the login. */
export function openRoomPage(url: string, options: Partial<ChatroomOptions> & { chatroomId: string }): RoomPage {
  const calls: RoomPage['calls'] = []
  const messages: ChatroomMessage[] = []
  const recordCall = (name: string) => (data: unknown) => {
    calls.push({ name, data })
    if (name === 'onmsgs') messages.push(...(data as ChatroomMessage[]))
  }
  // not `getInstance`, which returns one instance per room
  const chatroom = new Chatroom({
    chatroomAddresses: [url],
    transports: ['websocket'],
    reconnectDelayProvider: () => 5,
    ...Object.fromEntries(callbacks.map((name) => [name, recordCall(name)])),
    ...options,
  })
  chatroom.connect()
  open.push(chatroom)
  return {
    chatroom,
    calls,
    received: messages,
    count: (name) => calls.filter((call) => call.name === name).length,
    last: (name) => calls.findLast((call) => call.name === name)?.data,
  }
}

/** Opens a page, and waits until it has entered. */
export async function enterRoom(...input: Parameters<typeof openRoomPage>): Promise<RoomPage> {
  const page = openRoomPage(...input)
  await until(() => page.count('onconnect') + page.count('ondisconnect') > 0, 'the login to the room')
  return page
}

export function leaveRooms(): void {
  for (const chatroom of open.splice(0)) chatroom.destroy()
}

/** Calls a method with `done`, and returns its result. */
export const askRoom = <T>({ chatroom }: RoomPage, method: string, options: object = {}): Promise<T> =>
  new Promise((resolve, reject) => {
    const methods = chatroom as unknown as Record<string, (input: object) => unknown>
    methods[method]!({ ...options, done: (error: Error | null, data: T) => (error ? reject(error) : resolve(data)) })
  })

export const sendRoomText = (page: RoomPage, text: string, options: object = {}) =>
  askRoom<ChatroomMessage>(page, 'sendText', { text, ...options })

/** Texts that a page has received, without notices. */
export const roomTextsOf = ({ received }: RoomPage): string[] => received.flatMap(({ text }) => text ?? [])
/** Types of the notices that a page has received. */
export const roomNoticesOf = ({ received }: RoomPage): string[] => received.flatMap(({ attach }) => attach?.type ?? [])

/**
 * A server with an app, accounts of it, and a room whose creator is `ann`.
 * @param isRoomKept true for one room in all tests; otherwise each test gets its own
 */
export function useRoom(names: readonly string[], { isRoomKept = false } = {}) {
  const server = useTestServer()
  const accounts: Record<string, RoomAccount> = {}
  const room = { url: '', app: {} as RoomApp, chatroomId: '' }
  const login = () => ({ appKey: room.app.appKey, chatroomId: room.chatroomId })
  const createRoom = async () => {
    room.chatroomId = await room.app.createRoom('ann', { allowAnonymous: 'true' })
  }
  beforeAll(async () => {
    ;({ url: room.url } = await server().listen({ isFrequencyLimited: false, checkEveryMs: 3_600_000 }))
    room.app = await createRoomApp(server())
    for (const name of names) accounts[name] = await room.app.createMember(name)
    if (isRoomKept) await createRoom()
  })
  if (!isRoomKept) beforeEach(createRoom)
  afterEach(leaveRooms)
  return {
    server,
    room,
    accounts,
    login,
    enter: (name: string, options: object = {}) => enterRoom(room.url, { ...login(), ...accounts[name], ...options }),
    enterAnonymously: (options: object = {}) =>
      enterRoom(room.url, { ...login(), isAnonymous: true, chatroomNick: '路人', ...options }),
  }
}
