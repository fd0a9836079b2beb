// The sound of a call that rings. Of several pages of a browser, one sounds at a time.
import { playTones } from '@xinqiao/ui/play-tones.ts'
import { isSoundOn } from '../session/sound.ts'

export const tonePauseMs = 2_500

/** A page without a user gesture cannot sound, so that it must not keep others from it. */
const canSound = (): boolean => isSoundOn() && navigator.userActivation?.hasBeenActive

export function playRingTones(): void {
  if (!canSound()) return
  if (!('locks' in navigator)) return playTones()
  void navigator.locks.request('ring-tones', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    playTones()
    await new Promise((resolve) => setTimeout(resolve, tonePauseMs - 100))
  })
}
