import { expect, test, vi } from 'vitest'
import { startHeartbeat } from './heartbeat.ts'
import type { RequestSender } from './requests.ts'

test.each([0, -1, Number.NaN, 'x', undefined])(
  'sends a heartbeat every five seconds when the page sets the interval %s',
  (intervalMs) => {
    vi.useFakeTimers()
    const request = vi.fn(() => Promise.resolve())
    const stop = startHeartbeat({ request } as unknown as RequestSender, intervalMs as number, () => {})
    vi.advanceTimersByTime(4_999)
    expect(request).toHaveBeenCalledTimes(0)
    vi.advanceTimersByTime(1)
    expect(request).toHaveBeenCalledTimes(1)
    stop()
    vi.useRealTimers()
  },
)
