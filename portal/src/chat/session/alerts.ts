// Alerts for incoming messages and calls: a short sound; in the title, the number of messages while the page is hidden,
// and the call that rings.
import { playTones } from '@xinqiao/ui/play-tones.ts'
import { isSoundOn } from './sound.ts'

let openConversation: string | null = null
/** The title to restore after the last alert; null while no alert is shown. */
let plainTitle: string | null = null
let missedCount = 0
let ringText: string | null = null

function showTitle(): void {
  plainTitle ??= document.title
  const count = missedCount === 0 ? '' : `（${missedCount}条新消息）`
  document.title = ringText === null ? `${count}${plainTitle}` : `【来电】${ringText}`
  if (missedCount === 0 && ringText === null) plainTitle = null
}

/** The open conversation, which needs no sound. */
export const setOpenConversation = (to: string | null): void => void (openConversation = to)

export function showMessageAlert(from: string): void {
  if (!document.hidden && from === openConversation) return
  if (isSoundOn()) playTones()
  if (!document.hidden) return
  missedCount += 1
  showTitle()
}

/** @param text the call that rings; null for none */
export function showRingInTitle(text: string | null): void {
  if (text === ringText) return
  ringText = text
  showTitle()
}

export function resetTitleWhenVisible(): () => void {
  const updateAlert = () => {
    if (document.hidden || missedCount === 0) return
    missedCount = 0
    showTitle()
  }
  document.addEventListener('visibilitychange', updateAlert)
  return () => document.removeEventListener('visibilitychange', updateAlert)
}
