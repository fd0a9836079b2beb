// Reads words on the server while they are typed, for a help card. The server stores nothing and notifies no one.
import { useEffect, useEffectEvent, useState } from 'react'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'

const pauseMs = 800

/**
 * @param words text of the field; sent to the detector 0.8 s after the last key, unless it is empty
 * @param read a failed reading shows no card: the words are read again when they are sent
 */
export function useDetectedLevel(
  words: string,
  read: (words: string) => Promise<{ care: CrisisLevel | null }>,
): CrisisLevel | null {
  const [level, setLevel] = useState<CrisisLevel | null>(null)
  const start = useEffectEvent(read)
  useEffect(() => {
    let isOutdated = false
    const timer = setTimeout(() => {
      const reading = words === '' ? Promise.resolve({ care: null }) : start(words)
      void reading.then(
        ({ care }) => isOutdated || setLevel(care),
        () => null,
      )
    }, pauseMs)
    return () => {
      isOutdated = true
      clearTimeout(timer)
    }
  }, [words])
  return words === '' ? null : level
}
