// Reloads what a screen shows at intervals while the page is visible, and when the user returns to it.
import { useEffect, useEffectEvent } from 'react'

type Polled = { loading: boolean; reload: () => void }

export function useVisiblePolling(loaded: Polled, intervalMs: number): void {
  const refresh = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && !loaded.loading) loaded.reload()
  })
  useEffect(() => {
    const onEvent = () => refresh()
    const timer = setInterval(onEvent, intervalMs)
    addEventListener('focus', onEvent)
    document.addEventListener('visibilitychange', onEvent)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', onEvent)
      document.removeEventListener('visibilitychange', onEvent)
    }
  }, [intervalMs])
}
