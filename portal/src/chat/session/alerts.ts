// Alerts for incoming messages: a short sound, and their number in the title while the page is hidden.
import { playTones } from '@xinqiao/ui/play-tones.ts'
import { isSoundOn } from './sound.ts'

let openConversation: string | null = null
let title: string | null = null
let missedCount = 0

/** The open conversation, which needs no sound. */
export const setOpenConversation = (to: string | null): void => void (openConversation = to)

export function showMessageAlert(from: string): void {
  if (!document.hidden && from === openConversation) return
  if (isSoundOn()) playTones()
  if (!document.hidden) return
  title ??= document.title
  missedCount += 1
  document.title = `（${missedCount}条新消息）${title}`
}

export function resetTitleWhenVisible(): () => void {
  const updateAlert = () => {
    if (document.hidden || title === null) return
    document.title = title
    title = null
    missedCount = 0
  }
  document.addEventListener('visibilitychange', updateAlert)
  return () => document.removeEventListener('visibilitychange', updateAlert)
}
