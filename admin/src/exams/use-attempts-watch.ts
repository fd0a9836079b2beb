// Live updates of an examination: the socket signals a change, and the screen reloads. Without a socket, the screen
// polls every few seconds.
import { useEffect, useEffectEvent, useState } from 'react'
import { examWatchSpace, type ExamWatchServerEvents } from '@xinqiao/contract/exams.ts'
import { socketPath } from '@xinqiao/contract/im/wire.ts'
import type { Socket } from 'socket.io-client'
import { api } from '../kit/api/api.ts'

export const pollIntervalMs = 3000
/** The list is read again after this time also with a socket, because a signal may be lost. */
const maxPollIntervalMs = 30_000
const reconnectDelayMs = 5000

async function openSocket(examId: number): Promise<Socket<ExamWatchServerEvents>> {
  const { io } = await import('socket.io-client')
  return io(examWatchSpace, {
    path: socketPath,
    transports: ['websocket', 'polling'],
    // a ticket is valid for a minute, so each connection needs a new one
    auth: (send) =>
      void api('GET /admin/exam/watch', { id: examId })
        .then(send)
        .catch(() => send({})),
  })
}

/** @returns whether live updates are active */
export function useAttemptsWatch(examId: number, loadAttempts: () => void): boolean {
  const [isLive, setLive] = useState(false)
  const lookAgain = useEffectEvent(loadAttempts)

  useEffect(() => {
    let socket: Socket<ExamWatchServerEvents> | null = null
    let isOver = false
    let knocking: ReturnType<typeof setTimeout> | undefined
    const startWatch = async () => {
      const newSocket = await openSocket(examId)
      if (isOver) return newSocket.disconnect()
      socket = newSocket
      newSocket.on('connect', () => {
        setLive(true)
        lookAgain()
      })
      newSocket.on('moved', () => lookAgain())
      const scheduleReconnect = () => {
        setLive(false)
        // the library reconnects after a network failure, but not after a refusal
        if (!newSocket.active && !isOver) knocking = setTimeout(() => newSocket.connect(), reconnectDelayMs)
      }
      newSocket.on('disconnect', scheduleReconnect)
      return newSocket.on('connect_error', scheduleReconnect)
    }
    void startWatch().catch(() => setLive(false))
    return () => {
      isOver = true
      clearTimeout(knocking)
      socket?.disconnect()
    }
  }, [examId])

  useEffect(() => {
    const every = isLive ? maxPollIntervalMs : pollIntervalMs
    const timer = setInterval(() => document.visibilityState === 'visible' && lookAgain(), every)
    return () => clearInterval(timer)
  }, [isLive])
  return isLive
}
