// Tests of live updates for examiners: delivered on any node, and refused without permission.
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { io, type Socket } from 'socket.io-client'
import { examWatchSpace, type ExamWatchServerEvents } from '@xinqiao/contract/exams.ts'
import { createExam } from '../../test/steps/exam-steps.ts'
import { useTestServer } from '../../test/test-server.ts'
import { createWatchTicket, readWatchTicket } from '../portal/exam-watch/watch-ticket.ts'
import type { SocketServer } from './socket.ts'

const server = useTestServer({}, { nodeCount: 2 })
const urls: string[] = []
const socketServers: SocketServer[] = []
beforeAll(async () => {
  for (const node of [0, 1]) {
    const { url, socketServer } = await server().listen({}, node)
    urls.push(url)
    socketServers.push(socketServer)
  }
})

const open: Socket<ExamWatchServerEvents>[] = []
afterEach(() => open.splice(0).forEach((socket) => socket.disconnect()))

function connectWatcher(url: string, auth: object): Promise<Socket<ExamWatchServerEvents>> {
  const socket: Socket<ExamWatchServerEvents> = io(`${url}${examWatchSpace}`, {
    auth,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  })
  open.push(socket)
  return new Promise((resolve, reject) => {
    socket.on('connect', () => resolve(socket))
    socket.on('connect_error', reject)
  })
}
const nextMove = (socket: Socket<ExamWatchServerEvents>) =>
  new Promise<number>((resolve) => {
    socket.once('moved', resolve)
  })
const getTicket = async (testId: number, token: string) =>
  (await server().requestAs({ token }, 'GET /admin/exam/watch', { id: testId })).data

describe('watching', () => {
  test('announces each change of an attempt on both nodes, for its examination only', async () => {
    const [exam, other] = [await createExam(server()), await createExam(server())]
    const here = await connectWatcher(urls[0]!, await getTicket(exam.testId, exam.token))
    const there = await connectWatcher(urls[1]!, await getTicket(exam.testId, exam.token))
    const elsewhere = await connectWatcher(urls[0]!, await getTicket(other.testId, other.token))
    const strays: number[] = []
    elsewhere.on('moved', (id) => strays.push(id))
    const me = await server().enter('user')
    const countPushes = async (action: () => Promise<unknown>) => {
      const both = Promise.all([nextMove(here), nextMove(there)])
      await action()
      expect(await both).toEqual([exam.testId, exam.testId])
    }
    const callApi = (path: string, input: object, token = me.token) => server().sendRaw('POST', path, input, { token })
    const { testId, paperId } = exam
    await countPushes(() => server().requestAs(me, 'GET /testPaper/showPaper', { paperId, testId }))
    await countPushes(() => callApi('/testUser/answer', { testId, answer: [{ num: '8', answer: 'T' }] }))
    await countPushes(() => callApi('/testUser/event', { testId, kind: 'pageLeft', seconds: 3 }))
    await countPushes(() => callApi('/admin/exam/extend', { id: testId, minutes: 5, reason: '机房重启' }, exam.token))
    await countPushes(() => callApi('/testUser/commit', { testId, paperId, answer: [] }))
    expect(strays).toEqual([])
  })

  test('gives tickets to examiners only, for one examination and one minute', async () => {
    const exam = await createExam(server())
    const member = await server().enter('user')
    const refused = await server().requestAs(member, 'GET /admin/exam/watch', { id: exam.testId })
    expect(refused.code).toBe(403)
    const unknown = await server().requestAs(exam, 'GET /admin/exam/watch', { id: 999_999 })
    expect(unknown.code).toBe(404)
    const { ticket } = await getTicket(exam.testId, exam.token)
    const forged = ticket.replace(/^\d+/, `${exam.testId + 1}`)
    for (const auth of [{}, { ticket: forged }, { ticket: 5 }, { ticket: `${ticket}x` }]) {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      await expect(connectWatcher(urls[0]!, auth)).rejects.toThrow('请重新打开监考页面')
    }
    const { secrets } = server().kit
    const old = createWatchTicket(secrets, { examId: 1, signInSessionId: 2 }, 1_000)
    expect(readWatchTicket(secrets, old, 60_999)).toEqual({ examId: 1, signInSessionId: 2 })
    expect(readWatchTicket(secrets, old, 61_001)).toBeNull()
  })

  test('ends a watch with its session', async () => {
    const exam = await createExam(server())
    const auth = await getTicket(exam.testId, exam.token)
    const socket = await connectWatcher(urls[0]!, auth)
    const gone = new Promise<void>((resolve) => {
      socket.once('disconnect', () => resolve())
    })
    await socketServers[0]!.checkSignInSessions()
    expect(socket.connected).toBe(true)
    await server().requestAs(exam, 'DELETE /auth/logout')
    await socketServers[0]!.checkSignInSessions()
    await gone
    await expect(connectWatcher(urls[0]!, auth)).rejects.toThrow('请重新打开监考页面')
  })
})
