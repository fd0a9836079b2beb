// Polls for what the console shows on every screen, because it has no push channel.
import { useEffect, useEffectEvent } from 'react'

type Polled = { loading: boolean; reload: () => void }
type PollingOptions = {
  /** False for roles without access, which poll nothing. */
  isActive: boolean
  intervalMs: number
  /** Event of the window after a change by this user, which need not wait for the next poll. */
  changedEvent: string
}

/** Reloads at intervals and after each change by this user. */
export function usePolling(loaded: Polled, { isActive, intervalMs, changedEvent }: PollingOptions): void {
  const refresh = useEffectEvent(() => {
    if (isActive && !loaded.loading) loaded.reload()
  })
  useEffect(() => {
    const onTick = () => refresh()
    const timer = setInterval(onTick, intervalMs)
    addEventListener(changedEvent, onTick)
    return () => {
      clearInterval(timer)
      removeEventListener(changedEvent, onTick)
    }
  }, [intervalMs, changedEvent])
}
