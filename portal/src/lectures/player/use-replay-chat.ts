// The chat of a replay in step with the video: messages up to the shown moment, read in parts.
import { type RefObject, useEffect, useState } from 'react'
import type { ReplayMessage } from '@xinqiao/contract/http/lectures/lectures.ts'
import { lectureLimits } from '@xinqiao/contract/lectures.ts'
import { Failure } from '@xinqiao/contract/errors.ts'
import { withoutDirectionControls } from '@xinqiao/contract/visible-text.ts'
import { api } from '../../session/api.ts'

const partSeconds = lectureLimits.replayWindowSeconds
const retryMs = 5_000

export type ReplayLine = ReplayMessage & { key: string }

const partAt = (second: number): number => Math.floor(second / partSeconds)

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
    if (requested.has(index)) return
    requested.add(index)
    try {
      onPart(index, await readMessages(id, index * partSeconds, (index + 1) * partSeconds))
    } catch (error) {
      setTimeout(() => requested.delete(index), retryMs)
      if (!(error instanceof Failure)) throw error
    }
  }
}

/** The messages up to this second, in their order. Parts that are not read yet are left out. */
export const listLinesUntil = (
  parts: ReadonlyMap<number, readonly ReplayMessage[]>,
  second: number,
): readonly ReplayLine[] =>
  [...parts]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([, messages]) => messages)
    .filter(({ offset }) => offset <= second)
    .map((message) => ({
      ...message,
      text: withoutDirectionControls(message.text),
      key: `${message.offset} ${message.name}`,
    }))

/** @returns the lines up to the shown moment, and whether the video has left its beginning */
export function useReplayChat(
  video: RefObject<HTMLVideoElement | null>,
  id: number,
): { lines: readonly ReplayLine[]; hasBegun: boolean } {
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
      // reads all parts before the moment as well, because a seek passes them, and the next one in advance
      for (let index = partAt(element.currentTime) + 1; index >= 0; index -= 1) void readPart(index)
    }
    followTime()
    const events = ['timeupdate', 'seeked', 'loadedmetadata'] as const
    for (const name of events) element.addEventListener(name, followTime)
    return () => {
      for (const name of events) element.removeEventListener(name, followTime)
    }
  }, [video, id])
  return { lines: listLinesUntil(parts, second), hasBegun: second > 0 }
}
