// The sound of a call that rings. Of several pages of a browser, one sounds.
import { playTones } from '@xinqiao/ui/play-tones.ts'
import { isSoundOn } from '../session/sound.ts'

const tonePauseMs = 2_500

/** True for a page that may sound, which needs a user gesture. A page that cannot must not claim the ringing. */
const canSound = (): boolean => isSoundOn() && navigator.userActivation?.hasBeenActive

/**
 * Repeats the tones until stopped, unless another page of the browser sounds. When that page closes, this one goes on.
 * @returns stops the tones
 */
export function startRingTones(): () => void {
  let isStopped = false
  let releaseLock: (() => void) | null = null
  const holdLock = (): Promise<void> => new Promise((resolve) => (releaseLock = resolve))
  const sound = () => {
    if (!canSound()) return
    if (releaseLock || !('locks' in navigator)) return playTones()
    void navigator.locks.request('ring-tones', { ifAvailable: true }, (lock) => {
      if (!lock || isStopped) return
      playTones()
      return holdLock()
    })
  }
  sound()
  const timer = setInterval(sound, tonePauseMs)
  return () => {
    isStopped = true
    clearInterval(timer)
    releaseLock?.()
  }
}
