// Alerts for incoming messages: a short sound, and their number in the title while the page is hidden.
import { isSoundOn } from './sound.ts'

let audio: AudioContext | null = null
let openConversation: string | null = null
let title: string | null = null
let missed = 0

/** The open conversation, which needs no sound. */
export const setOpenConversation = (to: string | null): void => void (openConversation = to)

export function playTones(): void {
  // browsers allow sound only after a user gesture
  if (!navigator.userActivation?.hasBeenActive) return
  audio ??= new AudioContext()
  const start = audio.currentTime
  const volume = audio.createGain()
  volume.gain.setValueAtTime(0.0001, start)
  volume.gain.exponentialRampToValueAtTime(0.12, start + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.35)
  volume.connect(audio.destination)
  for (const [frequency, delay] of [
    [660, 0],
    [880, 0.12],
  ] as const) {
    const tone = audio.createOscillator()
    tone.frequency.value = frequency
    tone.connect(volume)
    tone.start(start + delay)
    tone.stop(start + 0.35)
  }
}

export function announceIncoming(from: string): void {
  if (!document.hidden && from === openConversation) return
  if (isSoundOn()) playTones()
  if (!document.hidden) return
  title ??= document.title
  missed += 1
  document.title = `（${missed}条新消息）${title}`
}

export function startMessageAlerts(): () => void {
  const updateAlert = () => {
    if (document.hidden || title === null) return
    document.title = title
    title = null
    missed = 0
  }
  document.addEventListener('visibilitychange', updateAlert)
  return () => document.removeEventListener('visibilitychange', updateAlert)
}
