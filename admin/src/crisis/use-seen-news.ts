// Tells the server that the follower has looked at an alert: when its words are open, or when the follower says so.
// Texts that arrive while the page is open need a click, because the follower may have left the screen.
import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '../kit/api/api.ts'
import type { CrisisAlertDetail } from './AlertFacts.tsx'
import { announceAlertChange } from './waiting-alerts.ts'

/** The state of the alert that the follower knows. */
type Look = Pick<CrisisAlertDetail, 'hits' | 'unseenSince' | 'isMine'> & { isConfirmed: boolean }

type AlertView = {
  alert: CrisisAlertDetail | undefined
  /** True while the page shows the words of the writer. */
  isOpened: boolean
  /** Called once the server has recorded the look, to load the alert again. */
  onMarked: () => void
}

/**
 * @returns the number of texts since the last look; whether the follower still has to look at them, at other news or at
 * a hand-over; and the function that confirms a look
 */
export function useSeenNews({ alert, isOpened, onMarked }: AlertView) {
  const [look, setLook] = useState<Look | null>(null)
  if (alert && look === null) setLook({ ...alert, isConfirmed: false })
  const newHits = alert && look ? alert.hits - look.hits : 0
  const isUnseen = alert !== undefined && alert.isMine && (alert.isUnseen || alert.isHandedOver)
  const isSameLook = look?.isMine === true && (!alert?.isUnseen || alert.unseenSince === look.unseenSince)
  const mustMark = isUnseen && newHits === 0 && isSameLook && (isOpened || look.isConfirmed)
  const { id = 0, hits = 0 } = alert ?? {}
  const mark = useEffectEvent(() => {
    if (document.hidden || !mustMark) return
    void api('POST /admin/care/seen', { id, hits }).then(
      () => {
        announceAlertChange()
        return onMarked()
      },
      () => null,
    )
  })
  useEffect(() => {
    if (!mustMark) return
    const onVisible = () => mark()
    mark()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [mustMark])
  const confirmNews = () => alert && setLook({ ...alert, isConfirmed: true })
  return { newHits, mustLook: newHits > 0 || (isUnseen && !mustMark), confirmNews }
}
