// Report of a text to the moderators, with a reason.
import { useState } from 'react'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { reportReasons, type ReportReason } from '@xinqiao/contract/questions.ts'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { useHydrated } from '@xinqiao/ui/use-hydrated.ts'
import { saveDraft } from '../forms/draft-storage.ts'
import { ReportForm } from '../reports/ReportForm.tsx'
import { replies } from '../session/api.ts'
import { HelpDialog, crisisLevelOfRefusal } from '../crisis/WriterHelpCard.tsx'
import { saveCardLevel } from '../crisis/saved-levels.ts'
import { useSignedInAction } from './use-signed-in-action.ts'

type ReportButtonProps = { problemId: number; problemAnswerId?: number; isSignedIn: boolean }

export function ReportButton({ problemId, problemAnswerId, isSignedIn }: ReportButtonProps) {
  const draftName = `report question ${problemId} ${problemAnswerId ?? ''}`
  const [isOpen, setOpen] = useState(false)
  const [crisisLevel, setCrisisLevel] = useState<CrisisLevel | null>(null)
  const showCard = (level: CrisisLevel | null) => {
    if (!level) return
    setCrisisLevel(level)
    saveCardLevel('question', level)
  }
  const closeCard = () => {
    setCrisisLevel(null)
    saveCardLevel('question', null)
  }
  const { isBusy, runSignedIn } = useSignedInAction(isSignedIn)
  const isHydrated = useHydrated()
  const open = () =>
    runSignedIn(() => {
      setOpen(true)
      return Promise.resolve()
    })
  const sendReport = (reason: ReportReason, text: string) =>
    void runSignedIn(async () => {
      try {
        const { data, msg } = await replies('POST /problem/report', { problemId, problemAnswerId, reason, text })
        saveDraft(draftName, '')
        setOpen(false)
        showToast(msg)
        showCard(data.care)
      } catch (error) {
        showCard(crisisLevelOfRefusal(error))
        throw error
      }
    })
  return (
    <>
      <button
        type="button"
        disabled={!isHydrated}
        onClick={open}
        className="min-h-10 rounded-full px-3 text-compact text-muted hover:bg-tint hover:text-brand-deep"
      >
        举报
      </button>
      {crisisLevel && <HelpDialog level={crisisLevel} onClose={closeCard} />}
      {isOpen && (
        <Dialog title="举报" onClose={() => setOpen(false)}>
          <ReportForm
            draftName={draftName}
            reasons={reportReasons}
            isBusy={isBusy}
            onSend={sendReport}
            onCancel={() => setOpen(false)}
          />
        </Dialog>
      )}
    </>
  )
}
