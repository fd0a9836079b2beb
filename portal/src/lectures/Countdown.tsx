// Time until the lecture begins.
import { useEffect, useState } from 'react'

function formatRest(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor((seconds % 86_400) / 3600),
    Math.floor((seconds % 3600) / 60),
  ]
  if (days > 0) return `${days}天${hours}小时`
  if (hours > 0) return `${hours}小时${minutes}分钟`
  return minutes > 0 ? `${minutes}分${seconds % 60}秒` : `${seconds}秒`
}

/** @param renderedAt the server's time in milliseconds, so that markup and hydration match */
export function Countdown({ startsAt, renderedAt }: { startsAt: number; renderedAt: number }) {
  const [now, setNow] = useState(renderedAt)
  useEffect(() => {
    // counts from the server's time by the monotonic clock, because the clock of the device may be wrong
    const begin = performance.now()
    const timer = setInterval(() => setNow(renderedAt + performance.now() - begin), 1000)
    return () => clearInterval(timer)
  }, [renderedAt])
  const seconds = Math.max(0, Math.ceil((startsAt - now) / 1000))
  return <span className="tabular-nums">{seconds === 0 ? '马上开始' : `距开讲还有${formatRest(seconds)}`}</span>
}
