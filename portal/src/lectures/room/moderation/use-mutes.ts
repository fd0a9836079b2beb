// Temporary mutes of a room that have not ended. The component renders again at the end of each.
import { useEffect, useState } from 'react'

/** @returns finds the end of the mute of an account in milliseconds; null when it may write */
export function useMuteEnds(mutes: Readonly<Record<string, number>>): (account: string) => number | null {
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    const next = Math.min(...Object.values(mutes).filter((end) => end > passed))
    if (next === Infinity) return undefined
    const timer = setTimeout(() => setPassed(Math.max(next, Date.now())), Math.max(0, next - Date.now()))
    return () => clearTimeout(timer)
  }, [mutes, passed])
  return (account) => {
    const end = mutes[account] ?? 0
    return end > passed ? end : null
  }
}
