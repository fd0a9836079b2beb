// Polls the alert on the screen for changes by other people. The page decides what to do about a change.
import { useEffect, useEffectEvent } from 'react'
import { api } from '../kit/api/api.ts'
import type { CrisisAlertDetail } from './AlertFacts.tsx'

const pollIntervalMs = 10_000

/** @param onLook receives the current state; after a failure, the next poll tries again */
export function useAlertWatch(id: number, onLook: (latest: CrisisAlertDetail) => void): void {
  const look = useEffectEvent(onLook)
  useEffect(() => {
    const pollAlert = () => void api('GET /admin/care/alert', { id }).then(look, () => null)
    const timer = setInterval(pollAlert, pollIntervalMs)
    return () => clearInterval(timer)
  }, [id])
}
