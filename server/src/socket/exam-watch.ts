// Live updates for examiners: a socket namespace beside the chat, on which only the server sends. Admission needs a
// ticket from the console's session.
import type { Namespace, Server } from 'socket.io'
import { examWatchSpace, type ExamWatchServerEvents } from '@xinqiao/contract/exams.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { selectLiveSignInSessions } from '../im/chat.ts'
import type { Kit } from '../kit/ctx.ts'
import { changedExams } from '../kit/bus/topic.ts'
import { readWatchTicket, type ExamWatcher } from '../portal/exam-watch/watch-ticket.ts'

type NoEvents = Record<string, never>
type ExamWatch = Namespace<NoEvents, ExamWatchServerEvents, NoEvents, ExamWatcher>

const watchRoles: number[] = [roles.administrator, roles.examiner]
/** Debounce: 500 examinees save every few seconds, and the console must not read 50 times a second. */
const notifyIntervalMs = 500
const refusal = new Error('请重新打开监考页面')
const roomOfExam = (examId: number) => `exam ${examId}`

/** @param admitted called for each watcher with a valid ticket */
export function openExamWatch(io: Server, kit: Kit, admitted: (socket: { conn: unknown }) => void) {
  const watch = io.of(examWatchSpace) as unknown as ExamWatch
  const waiting = new Map<number, NodeJS.Timeout>()

  const findLive = (signInSessionIds: number[]) =>
    selectLiveSignInSessions(kit.sql, { signInSessionIds, roleIds: watchRoles, factorRoles: kit.config.factorRoles })

  /** @returns the watcher if the session is alive, or null */
  async function admit(ticket: unknown): Promise<ExamWatcher | null> {
    const watcher = readWatchTicket(kit.secrets, ticket)
    const liveSignInSessionIds = watcher ? await findLive([watcher.signInSessionId]) : []
    return liveSignInSessionIds.length > 0 ? watcher : null
  }
  watch.use((socket, answer) => {
    admit(socket.handshake.auth['ticket'])
      .then(async (watcher) => {
        if (!watcher) return answer(refusal)
        socket.data = watcher
        await socket.join(roomOfExam(watcher.examId))
        admitted(socket)
        return answer()
      })
      .catch((error: unknown) => {
        kit.log.warn({ err: error }, 'exam watch not opened')
        answer(refusal)
      })
  })

  function notifyWatchers(examId: number): void {
    waiting.delete(examId)
    watch.to(roomOfExam(examId)).emit('moved', examId)
  }
  const unsubscribe = changedExams.subscribe(kit.bus, (examId) => {
    if (waiting.has(examId) || !watch.adapter.rooms.has(roomOfExam(examId))) return
    const timer = setTimeout(notifyWatchers, notifyIntervalMs, examId)
    timer.unref()
    waiting.set(examId, timer)
  })

  return {
    /** Disconnects watchers whose session has ended. */
    async checkSignInSessions(): Promise<void> {
      const sockets = [...watch.sockets.values()]
      if (sockets.length === 0) return
      const ids = [...new Set(sockets.map(({ data }) => data.signInSessionId))]
      const liveSignInSessionIds = new Set(await findLive(ids))
      for (const socket of sockets) if (!liveSignInSessionIds.has(socket.data.signInSessionId)) socket.disconnect(true)
    },
    close(): void {
      unsubscribe()
      for (const timer of waiting.values()) clearTimeout(timer)
    },
  }
}
