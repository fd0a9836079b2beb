// Actions on the caller's appointment. A text that sounds like danger opens the help card; otherwise the page reloads.
import { useState } from 'react'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { crisisLevelOfRefusal } from '../crisis/WriterHelpCard.tsx'
import { saveCardLevel } from '../crisis/saved-levels.ts'
import { useExclusiveTask } from '../forms/use-action.ts'

export function reloadWithToast(message: string): void {
  toastOnNextPage(message)
  location.reload()
}

/** @param onCrisis called before the help card opens */
export function useBookingAction(onCrisis: () => void) {
  const { isBusy, run } = useExclusiveTask()
  const [card, setCard] = useState<{ level: CrisisLevel; message: string } | null>(null)
  const openCard = (level: CrisisLevel, message: string) => {
    onCrisis()
    setCard({ level, message })
    saveCardLevel('booking', level)
  }
  const send = (work: () => Promise<{ msg: string; data: object }>) =>
    run(async () => {
      try {
        const { msg, data } = await work()
        const level = 'care' in data ? (data.care as CrisisLevel | null) : null
        if (level) openCard(level, msg)
        else reloadWithToast(msg)
      } catch (error) {
        const level = crisisLevelOfRefusal(error)
        if (!level) throw error
        openCard(level, (error as Error).message)
      }
    })
  const closeCard = () => {
    saveCardLevel('booking', null)
    reloadWithToast(card?.message ?? '')
  }
  return { isBusy, send, cardLevel: card?.level ?? null, closeCard }
}
