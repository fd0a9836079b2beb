// The waiting room to which the call of a page belongs. A call that is answered from the chat learns of it here.
import { useEffect, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { WaitingRoom } from '@xinqiao/contract/http/booking/waiting-rooms.ts'
import { api } from '../session/api.ts'

const retryMs = 5_000

async function findWaitingRoom(channelId: string): Promise<WaitingRoom | null> {
  try {
    const { bookingId } = await api('POST /call/booking', { channelId })
    return bookingId === null ? null : await api('POST /booking/waiting', { id: bookingId })
  } catch (error) {
    // the call is of another account, or its booking is over
    if (error instanceof Failure && error.status < 500 && error.status !== 429) return null
    throw error
  }
}

/**
 * @param first the room that came with the page
 * @param channelId the channel of the call; null before
 */
export function useWaitingRoom(first: WaitingRoom | null, channelId: string | null): WaitingRoom | null {
  const [room, setRoom] = useState(first)
  const hasRoom = room !== null
  useEffect(() => {
    if (hasRoom || channelId === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    async function ask(id: string): Promise<void> {
      try {
        const nextRoom = await findWaitingRoom(id)
        if (!isOver) setRoom(nextRoom)
      } catch {
        if (!isOver) timer = setTimeout(() => void ask(id), retryMs)
      }
    }
    void ask(channelId)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [hasRoom, channelId])
  return room
}
