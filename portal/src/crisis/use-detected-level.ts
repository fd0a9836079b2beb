// Reads a text on the server while it is typed, for a help card. The server stores nothing and notifies no one.
import { useEffect, useEffectEvent, useState } from 'react'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'

const pauseMs = 800

/**
 * @param text of the field; sent to the detector 0.8 s after the last key, unless it is empty
 * @param read a failed reading shows no card: the text is read again when it is sent
 */
export function useDetectedLevel(
  text: string,
  read: (text: string) => Promise<{ care: CrisisLevel | null }>,
): CrisisLevel | null {
  const [level, setLevel] = useState<CrisisLevel | null>(null)
  const start = useEffectEvent(read)
  useEffect(() => {
    let isOutdated = false
    const timer = setTimeout(() => {
      const reading = text === '' ? Promise.resolve({ care: null }) : start(text)
      void reading.then(
        ({ care }) => isOutdated || setLevel(care),
        () => null,
      )
    }, pauseMs)
    return () => {
      isOutdated = true
      clearTimeout(timer)
    }
  }, [text])
  return text === '' ? null : level
}
