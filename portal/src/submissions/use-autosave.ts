// Saves a draft some seconds after the last key, within the server's rate limit. Saves never overlap, because each one
// names the previous version.
import { useEffect, useRef, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'

const saveDelayMs = 2_000
const minSaveIntervalMs = 12_000

export type AutosaveStatus = { state: 'none' } | { state: 'saved'; at: string } | { state: 'failed'; message: string }

/** @param save must wait for a running save */
export function useAutosave(save: () => Promise<unknown>, isOpen: boolean) {
  const [status, setStatus] = useState<AutosaveStatus>({ state: 'none' })
  const isDirtyRef = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const savedAt = useRef(-minSaveIntervalMs)
  const isStoppedRef = useRef(false)

  const latest = useRef({ save, isOpen })
  useEffect(() => {
    latest.current = { save, isOpen }
  })

  const saveChanges = async () => {
    if (!isDirtyRef.current || !latest.current.isOpen || isStoppedRef.current) return
    isDirtyRef.current = false
    savedAt.current = performance.now()
    try {
      await latest.current.save()
      setStatus({ state: 'saved', at: new Date().toTimeString().slice(0, 5) })
    } catch (error) {
      isDirtyRef.current = true
      // a conflict would repeat with every save, so stop saving
      isStoppedRef.current = error instanceof Failure && error.status >= 400 && error.status < 500
      setStatus({ state: 'failed', message: error instanceof Error ? error.message : '' })
    }
  }
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isDirtyRef.current) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => {
      clearTimeout(timer.current)
      removeEventListener('beforeunload', warn)
    }
  }, [])
  return {
    status,
    /** Plans a save; the form calls it after each input. */
    touch: () => {
      isDirtyRef.current = true
      clearTimeout(timer.current)
      const wait = Math.max(saveDelayMs, savedAt.current + minSaveIntervalMs - performance.now())
      timer.current = setTimeout(() => void saveChanges(), wait)
    },
    /** Called when everything was saved in another way. */
    settle: () => {
      isDirtyRef.current = false
      clearTimeout(timer.current)
    },
    isDirty: () => isDirtyRef.current,
  }
}
