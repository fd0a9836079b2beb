// A draft that keeps itself: some seconds after the last key, no more often than the server likes, and never two saves
// at once, since each names the version before it.
import { useEffect, useRef, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'

const quietMs = 2_000
const apartMs = 12_000

export type Kept = { state: 'none' } | { state: 'saved'; at: string } | { state: 'failed'; sentence: string }

/** @param save must queue behind what is under way */
export function useAutosave(save: () => Promise<unknown>, isOpen: boolean) {
  const [kept, setKept] = useState<Kept>({ state: 'none' })
  const isDirty = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const savedAt = useRef(-apartMs)
  const isStopped = useRef(false)

  const latest = useRef({ save, isOpen })
  useEffect(() => {
    latest.current = { save, isOpen }
  })

  const run = async () => {
    if (!isDirty.current || !latest.current.isOpen || isStopped.current) return
    isDirty.current = false
    savedAt.current = performance.now()
    try {
      await latest.current.save()
      setKept({ state: 'saved', at: new Date().toTimeString().slice(0, 5) })
    } catch (error) {
      isDirty.current = true
      // somebody else has changed it: saving again and again would only say so again and again
      isStopped.current = error instanceof Failure && error.status >= 400 && error.status < 500
      setKept({ state: 'failed', sentence: error instanceof Error ? error.message : '' })
    }
  }
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isDirty.current) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => {
      clearTimeout(timer.current)
      removeEventListener('beforeunload', warn)
    }
  }, [])
  return {
    kept,
    /** Something was typed. */
    touch: () => {
      isDirty.current = true
      clearTimeout(timer.current)
      const wait = Math.max(quietMs, savedAt.current + apartMs - performance.now())
      timer.current = setTimeout(() => void run(), wait)
    },
    /** All of it is with the server now, by another way. */
    settle: () => {
      isDirty.current = false
      clearTimeout(timer.current)
    },
    isDirty: () => isDirty.current,
  }
}
