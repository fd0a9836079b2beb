// Reports events of an attempt to examiners: page left, text pasted, network lost. ExamIntro.tsx announces this; it
// does not affect the score.
import { useEffect, useRef } from 'react'
import { api } from '../session/api.ts'

export function useAttemptEventReports(testId: number, isOffline: boolean): void {
  useEffect(() => {
    const reportEvent = (kind: 'pageLeft' | 'pageBack' | 'pasted', seconds?: number) =>
      void api('POST /testUser/event', { testId, kind, seconds }).catch(() => null)
    let leftAt = 0
    const reportVisibility = () => {
      if (document.visibilityState === 'hidden') {
        leftAt = performance.now()
        reportEvent('pageLeft')
      } else if (leftAt > 0) {
        reportEvent('pageBack', Math.round((performance.now() - leftAt) / 1000))
        leftAt = 0
      }
    }
    const reportPaste = () => reportEvent('pasted')
    document.addEventListener('visibilitychange', reportVisibility)
    document.addEventListener('paste', reportPaste)
    return () => {
      document.removeEventListener('visibilitychange', reportVisibility)
      document.removeEventListener('paste', reportPaste)
    }
  }, [testId])

  // the time without a network is reported once it is back
  const since = useRef(0)
  useEffect(() => {
    if (isOffline) since.current = performance.now()
    else if (since.current > 0) {
      const seconds = Math.round((performance.now() - since.current) / 1000)
      since.current = 0
      void api('POST /testUser/event', { testId, kind: 'wentOffline', seconds }).catch(() => null)
    }
  }, [testId, isOffline])
}
