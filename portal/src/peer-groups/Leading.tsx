// A counsellor-led group for its leaders: invite clients, close the entry, end the group.
import { useState } from 'react'
import type { LedClient } from '@xinqiao/contract/http/peer-groups/led.ts'
import type { PeerGroupDetail } from '@xinqiao/contract/http/peer-groups/peer-groups.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { TextDialog } from '../booking/TextDialog.tsx'
import { useExclusiveTask } from '../forms/use-action.ts'
import { replies } from '../session/api.ts'

type LeadingProps = {
  group: Pick<PeerGroupDetail, 'id' | 'title' | 'isOpen' | 'isClosedByStaff'>
  clients: readonly LedClient[]
}

export function Leading({ group: { id, title, isOpen, isClosedByStaff }, clients }: LeadingProps) {
  const [isEnding, setEnding] = useState(false)
  const { isBusy, run } = useExclusiveTask()
  const setState = (state: 'open' | 'closed' | 'dissolved', reason = '') =>
    run(async () => {
      const { msg } = await replies('POST /peerGroup/leaderState', { id, state, reason })
      toastOnNextPage(msg)
      if (state === 'dissolved') location.assign(routes.ledGroups)
      else location.reload()
    })
  return (
    <Card as="section" labelledBy="leading-title">
      <BlockHeading id="leading-title">邀请来访者</BlockHeading>
      <p className="mt-3 text-muted">
        这里是与您有过预约的来访者。对方收到邀请后，看过同意书、取了称呼才加入；您看不到谁用了哪个称呼。
      </p>
      {clients.length === 0 ? (
        <p className="mt-3 text-muted">还没有与您有过预约的来访者。</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {clients.map((client) => (
            <ClientItem key={client.bookingId} groupId={id} client={client} />
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-3 border-t border-line pt-4">
        {isClosedByStaff ? (
          <p className="w-full text-muted">协会停止了这个小组的招募，需要恢复时请联系秘书处。</p>
        ) : (
          <Button look="ghost" busy={isBusy} onClick={() => void setState(isOpen ? 'closed' : 'open')}>
            {isOpen ? '停止招募' : '恢复招募'}
          </Button>
        )}
        <Button look="ghost" onClick={() => setEnding(true)}>
          结束小组
        </Button>
      </div>
      {isEnding && (
        <TextDialog
          title={`结束“${title}”`}
          label="原因（成员会收到通知并看到；聊天随之结束，不能恢复）"
          maxLength={200}
          missing="请填写原因"
          isProfessional
          onClose={() => setEnding(false)}
          onSend={(reason) => setState('dissolved', reason)}
        />
      )}
    </Card>
  )
}

function ClientItem({ groupId, client: { bookingId, name, isInvited } }: { groupId: number; client: LedClient }) {
  const { isBusy, run } = useExclusiveTask()
  const invite = () =>
    run(async () => {
      const { msg } = await replies('POST /peerGroup/invite', { id: groupId, bookingId })
      toastOnNextPage(msg)
      location.reload()
    })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <span className="min-w-0 flex-1 text-ink">{name}</span>
      {isInvited && <span className="text-sm text-muted">已邀请</span>}
      <Button
        look="ghost"
        busy={isBusy}
        onClick={() => void invite()}
        aria-label={`${isInvited ? '再次邀请' : '邀请'}${name}`}
      >
        {isInvited ? '再次邀请' : '邀请'}
      </Button>
    </li>
  )
}
