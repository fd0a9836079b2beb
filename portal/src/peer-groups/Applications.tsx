// Applications to a peer group, for its leaders: accept, or refuse with a reason.
import { useEffect, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { PeerApplication } from '@xinqiao/contract/http/peer-groups/peer-groups.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { TextDialog } from '../booking/TextDialog.tsx'
import { focusOnNextPage, restoreFocus } from '../forms/focus-after-reload.ts'
import { useExclusiveTask } from '../forms/use-action.ts'
import { formatMinute } from '../frame/format-time.ts'
import { replies } from '../session/api.ts'

const headingId = 'applications-title'

export function Applications({ applications }: { applications: readonly PeerApplication[] }) {
  useEffect(restoreFocus, [])
  return (
    <Card as="section" labelledBy={headingId}>
      <BlockHeading id={headingId}>待审核的申请</BlockHeading>
      {applications.length === 0 ? (
        <p className="mt-3 text-muted">现在没有待审核的申请。有新的申请时，您会收到通知。</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {applications.map((application) => (
            <ApplicationItem key={application.id} application={application} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function ApplicationItem({
  application: { id, alias, note, createTime, removedTime, removedAlias, isInDanger },
}: {
  application: PeerApplication
}) {
  const [isRefusing, setRefusing] = useState(false)
  const { isBusy, run } = useExclusiveTask()
  const decide = (isAccepted: boolean, reason = '') =>
    run(async () => {
      try {
        const { msg } = await replies('POST /peerGroup/decide', { id, isAccepted, reason })
        toastOnNextPage(msg)
      } catch (error) {
        // the other leader was faster, so that the list is old
        if (!(error instanceof Failure) || error.reason !== 'wrongState') throw error
        toastOnNextPage(error.message, 'bad')
      }
      focusOnNextPage(headingId)
      location.reload()
    })
  return (
    <li className="grid gap-2 py-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <strong className="text-ink">{alias}</strong>
        <span className="text-sm text-muted">{formatMinute(createTime)}</span>
      </p>
      {removedTime && (
        <p className="text-sm text-danger">
          此人曾于{formatMinute(removedTime)}被移出这个小组{removedAlias && `，当时的称呼是“${removedAlias}”`}
        </p>
      )}
      <p className="whitespace-pre-line">{note}</p>
      {isInDanger && (
        <p className="text-sm text-danger">
          这份申请可能提示危险。值班人员已收到提醒，申请人看到了求助电话。请尽快决定；婉拒时，请在原因里写明关心，通知里会附上12356。
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button busy={isBusy} onClick={() => void decide(true)} aria-label={`接受${alias}的申请`}>
          接受
        </Button>
        <Button look="ghost" onClick={() => setRefusing(true)} aria-label={`婉拒${alias}的申请`}>
          婉拒
        </Button>
      </div>
      {isRefusing && (
        <TextDialog
          title={`婉拒${alias}的申请`}
          label="原因（申请人会看到）"
          maxLength={200}
          missing="请填写原因"
          isProfessional
          onClose={() => setRefusing(false)}
          onSend={(reason) => decide(false, reason)}
        />
      )}
    </li>
  )
}
