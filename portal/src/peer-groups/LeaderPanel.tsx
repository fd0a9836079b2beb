// A counsellor-led group for its leaders: invite clients, close the entry, end the group.
import { useState } from 'react'
import type { InvitableClient } from '@xinqiao/contract/http/peer-groups/led.ts'
import type { PeerGroupDetail } from '@xinqiao/contract/http/peer-groups/peer-groups.ts'
import { peerGroupLimits } from '@xinqiao/contract/peer-groups.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { showToast, toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { TextDialog } from '../booking/TextDialog.tsx'
import { useExclusiveTask } from '../forms/use-action.ts'
import { replies } from '../session/api.ts'

const pauseDays = peerGroupLimits.invitationPauseDays

type LeaderPanelProps = {
  group: Pick<PeerGroupDetail, 'id' | 'title' | 'isOpen' | 'isClosedByStaff'>
  clients: readonly InvitableClient[]
  offersCalls: boolean
}

export function LeaderPanel({ group: { id, title, isOpen, isClosedByStaff }, clients, offersCalls }: LeaderPanelProps) {
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
        这里是与您有过预约的来访者。对方收到邀请后，看过同意书、取了称呼才加入。这里不显示谁用了哪个称呼，但您在聊天里可能认出来访者。
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
      <p className="mt-4 border-t border-line pt-4 text-muted">
        {offersCalls
          ? '团体通话：进入小组交流，点右上角的摄像机图标发起，最多十人。'
          : '团体通话还没有开通：协会的服务器没有配置多人通话，需要时请联系秘书处。文字交流不受影响。'}
      </p>
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

/** Stays on the page after an invitation, so that a leader can invite the next client at once. */
function ClientItem({ groupId, client }: { groupId: number; client: InvitableClient }) {
  const { bookingId, name } = client
  const [{ isInvited, canInvite, hasDeclined }, setInvitation] = useState(client)
  const [question, setQuestion] = useState<'invite' | 'withdraw' | null>(null)
  const { isBusy, run } = useExclusiveTask()
  const change = (isInvitation: boolean) =>
    run(async () => {
      setQuestion(null)
      const key = isInvitation ? 'POST /peerGroup/invite' : 'POST /peerGroup/withdrawInvitation'
      const { msg } = await replies(key, { id: groupId, bookingId })
      setInvitation({ ...client, isInvited: isInvitation, canInvite: !isInvitation && canInvite, hasDeclined: false })
      showToast(msg)
    })
  const inviteVerb = isInvited ? '再次邀请' : '邀请'
  const stateText = isInvited ? '已邀请' : hasDeclined ? '已谢绝' : canInvite ? '' : `${pauseDays}天内邀请过`
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <span className="min-w-0 flex-1 text-ink">{name}</span>
      {stateText !== '' && <span className="text-sm text-muted">{stateText}</span>}
      {isInvited && (
        <Button look="ghost" busy={isBusy} onClick={() => setQuestion('withdraw')} aria-label={`撤回邀请${name}`}>
          撤回邀请
        </Button>
      )}
      {canInvite && (
        <Button look="ghost" busy={isBusy} onClick={() => setQuestion('invite')} aria-label={`${inviteVerb}${name}`}>
          {inviteVerb}
        </Button>
      )}
      {question === 'invite' && (
        <Confirm
          title={`邀请${name}？`}
          text={`对方会收到通知，同意知情同意书后直接加入。${pauseDays}天内只能邀请一次。`}
          yes="邀请"
          no="取消"
          isHarmless
          onYes={() => void change(true)}
          onNo={() => setQuestion(null)}
        />
      )}
      {question === 'withdraw' && (
        <Confirm
          title={`撤回对${name}的邀请？`}
          text="撤回后，对方不能再凭这份邀请加入；已经加入的不受影响。"
          yes="撤回邀请"
          no="不撤回"
          onYes={() => void change(false)}
          onNo={() => setQuestion(null)}
        />
      )}
    </li>
  )
}
