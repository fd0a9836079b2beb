// Button and form by which a former member of a group reports what happened in it.
import { useState } from 'react'
import { peerReportReasons, type PeerReportReason } from '@xinqiao/contract/peer-groups.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { saveDraft } from '../forms/draft-storage.ts'
import { useExclusiveTask } from '../forms/use-action.ts'
import { ReportForm } from '../reports/ReportForm.tsx'

type ReportAfterLeavingProps = {
  title: string
  /** Tells who reads the report. */
  promise: string
  send: (report: { reason: PeerReportReason; text: string }) => Promise<{ msg: string }>
}

export function ReportAfterLeaving({ title, promise, send }: ReportAfterLeavingProps) {
  const [isOpen, setOpen] = useState(false)
  const draftName = `report ${title}`
  const { isBusy, run } = useExclusiveTask()
  const report = (reason: PeerReportReason, text: string) =>
    run(async () => {
      const { msg } = await send({ reason, text })
      saveDraft(draftName, '')
      setOpen(false)
      showToast(msg)
    })
  return (
    <div>
      <Button look="ghost" onClick={() => setOpen(true)}>
        举报小组里发生的事
      </Button>
      {isOpen && (
        <Dialog title={`举报“${title}”里发生的事`} onClose={() => setOpen(false)}>
          <p className="mb-3 text-sm text-muted">{promise}</p>
          <ReportForm
            reasons={peerReportReasons}
            isBusy={isBusy}
            isTextRequired
            draftName={draftName}
            onSend={(reason, text) => void report(reason, text)}
            onCancel={() => setOpen(false)}
          />
        </Dialog>
      )}
    </div>
  )
}
