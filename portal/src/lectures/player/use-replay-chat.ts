// The chat of a replay in step with the video: messages up to the shown moment, read in parts as the video plays.
import { type RefObject, useEffect, useState } from 'react'
import type { ReplayMessage } from '@xinqiao/contract/http/lectures/lectures.ts'
import { lectureLimits } from '@xinqiao/contract/lectures.ts'
import { Failure } from '@xinqiao/contract/errors.ts'
import { api } from '../../session/api.ts'

const partSeconds = 120
const maxShown = 100
const retryMs = 5_000

export type ReplayLine = ReplayMessage & { key: string }

/** A full reply may end in the middle of the period; the second in which it ends is read again. */
async function readMessages(id: number, from: number, to: number): Promise<ReplayMessage[]> {
  const { content } = await api('GET /lecture/replay', { id, from, to })
  const end = Math.floor(content.at(-1)?.offset ?? 0)
  if (content.length < lectureLimits.replayMessages || end <= from) return content
  return [...content.filter(({ offset }) => offset < end), ...(await readMessages(id, end, to))]
}

/** Reads each part once. A part that fails is tried again some seconds later. */
function createReader(id: number, onPart: (index: number, messages: ReplayMessage[]) => void) {
  const requested = new Set<number>()
  return async (index: number): Promise<void> => {
    if (index < 0 || requested.has(index)) return
    requested.add(index)
    try {
      onPart(index, await readMessages(id, index * partSeconds, (index + 1) * partSeconds))
    } catch (error) {
      setTimeout(() => requested.delete(index), retryMs)
      if (!(error instanceof Failure)) throw error
    }
  }
}

export function useReplayChat(video: RefObject<HTMLVideoElement | null>, id: number): ReplayLine[] {
  const [parts, setParts] = useState<ReadonlyMap<number, readonly ReplayMessage[]>>(new Map())
  const [second, setSecond] = useState(0)
  useEffect(() => {
    const element = video.current
    if (!element) return undefined
    const readPart = createReader(id, (index, messages) =>
      setParts((before) => new Map([...before, [index, messages]])),
    )
    const followTime = () => {
      setSecond(element.currentTime)
      const current = Math.floor(element.currentTime / partSeconds)
      // reads the previous part as well, which fills the log after a seek, and the next one in advance
      for (const index of [current - 1, current, current + 1]) void readPart(index)
    }
    followTime()
    const events = ['timeupdate', 'seeked', 'loadedmetadata'] as const
    for (const name of events) element.addEventListener(name, followTime)
    return () => {
      for (const name of events) element.removeEventListener(name, followTime)
    }
  }, [video, id])
  const current = Math.floor(second / partSeconds)
  return [current - 1, current]
    .flatMap((index) => parts.get(index) ?? [])
    .filter(({ offset }) => offset <= second)
    .slice(-maxShown)
    .map((message) => ({ ...message, key: `${message.offset} ${message.name}` }))
}
