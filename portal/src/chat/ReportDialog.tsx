// Dialog that reports a message or a member of a group, or a message of a friend.
import { peerReportReasons, type PeerReportReason } from '@xinqiao/contract/peer-groups.ts'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { saveDraft } from '../forms/draft-storage.ts'
import { ReportForm } from '../reports/ReportForm.tsx'
import { replies } from '../session/api.ts'
import { useChatAction } from './use-chat-action.ts'

type ReportDialogProps = {
  /** The member, or the sender of the message. */
  name: string
  reported: { teamId: string; account: string } | { teamId: string; idServer: string } | { idServer: string }
  onClose: () => void
}

export function ReportDialog({ name, reported, onClose }: ReportDialogProps) {
  const { isBusy, run } = useChatAction()
  const isOfMessage = 'idServer' in reported
  const draftName = `report ${'teamId' in reported ? reported.teamId : 'friend'} ${isOfMessage ? reported.idServer : reported.account}`
  const send = async (reason: PeerReportReason, text: string) => {
    const isSent = await run(async () => {
      const { msg } = await ('teamId' in reported
        ? replies('POST /peerGroup/report', { ...reported, reason, text })
        : replies('POST /peerGroup/reportFriend', { ...reported, reason, text }))
      showToast(msg)
    })
    if (!isSent) return
    saveDraft(draftName, '')
    onClose()
  }
  return (
    <Dialog title={isOfMessage ? '举报这条消息' : `举报${name}`} onClose={onClose}>
      <p className="mb-3 text-sm text-muted">
        {isOfMessage && `${name}的这条消息会一并提交。`}举报交给协会处理，对方不会知道是谁举报的。
      </p>
      <ReportForm
        reasons={peerReportReasons}
        isBusy={isBusy}
        draftName={draftName}
        onSend={(reason, text) => void send(reason, text)}
        onCancel={onClose}
      />
    </Dialog>
  )
}
