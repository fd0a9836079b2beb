// Steps of lectures for tests: staff create and publish one, and people enter its room and watch.
import { expect } from 'vitest'
import { enterRoom, type RoomPage } from '../../../im-sdk/test/rooms.ts'
import type { EndpointKey } from '@xinqiao/contract/http/index.ts'
import type { RequestInput } from '../api-requests.ts'
import type { Caller, TestServer } from '../test-server.ts'

const timeIn = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

/** @param begin minutes from now, as `end` */
export const createLectureDraft = (
  begin: number,
  end: number,
  more: Partial<RequestInput<'POST /admin/lecture'>> = {},
) => ({
  title: '睡眠与情绪',
  speaker: '林医生',
  summary: '睡得好一点',
  introduction: '一小时，讲三个方法。',
  startTime: timeIn(begin),
  endTime: timeIn(end),
  audience: 'public',
  credits: 0,
  neededMinutes: 2,
  slowSeconds: 0,
  ...more,
})

export function useLectures(server: () => TestServer, editor: () => Caller) {
  const callAsEditor = <K extends EndpointKey>(key: K, input: RequestInput<K>) =>
    server().requestAs(editor(), key, input)
  async function createLecture(draft: RequestInput<'POST /admin/lecture'>): Promise<number> {
    const reply = await callAsEditor('POST /admin/lecture', draft)
    expect(reply.code, reply.msg).toBe(200)
    return reply.data.id
  }
  const read = async (id: number, caller: { token: string } = { token: '' }) =>
    (await server().requestAs(caller, 'GET /lecture/getById', { id })).data
  return {
    callAsEditor,
    createLecture,
    read,
    publish: async (begin: number, end: number, more: Partial<RequestInput<'POST /admin/lecture'>> = {}) => {
      const id = await createLecture(createLectureDraft(begin, end, more))
      const reply = await callAsEditor('POST /admin/lecture/state', { id, state: 'published' })
      expect(reply.code, reply.msg).toBe(200)
      return id
    },
    appoint: async (id: number, { username }: Caller, name = '林医生', isAdded = true): Promise<void> => {
      const input = { id, username, name, isAdded }
      expect((await callAsEditor('POST /admin/lecture/moderator', input)).code).toBe(200)
    },
    /** Enters the room as this person, or anonymously with null. */
    enter: async (url: string, id: number, person: Caller | null): Promise<RoomPage> => {
      const { chatroomId } = await read(id, person ?? undefined)
      const place = { chatroomId: chatroomId ?? '1' }
      if (!person) return enterRoom(url, { ...place, isAnonymous: true, chatroomNick: '访客' })
      const { accid, token } = (await server().requestAs(person, 'GET /neteaseUser/getUser')).data
      return enterRoom(url, { ...place, account: accid, token })
    },
    accidOf: async (person: Caller): Promise<string> =>
      (await server().requestAs(person, 'GET /neteaseUser/getUser')).data.accid,
    /** Moves the last beat of a person into the past, as if this time had gone by. */
    letPass: async (id: number, person: Caller, seconds: number): Promise<void> => {
      await server().kit.sql`
        update lecture_attendance set beat_at = beat_at - make_interval(secs => ${seconds})
        where lecture_id = ${id} and account_id = ${person.id}`
    },
  }
}
