// Members of a peer group under their aliases: mute, unmute and remove.
import { App, Button } from 'antd'
import { useState } from 'react'
import type { StaffPeerMember } from '@xinqiao/contract/http/peer-groups/staff.ts'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { ReasonButton } from '../kit/forms/ReasonButton.tsx'
import { ReasonDialog } from '../kit/forms/ReasonDialog.tsx'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { EmptyList, LoadFailed, LoadingView } from '../kit/states.tsx'
import { muteLabels, unmuteLabels } from './mute-labels.ts'

const removeLabels = { ok: '移出', label: '移出原因', note: '对方会收到通知，并看到这个原因。', isDanger: true }

type MembersProps = { groupId: number; onChange: () => void }

export function Members({ groupId, onChange }: MembersProps) {
  const { message } = App.useApp()
  const { data, error, reload } = useApi('GET /admin/peerGroup/members', { id: groupId })
  const [removedMember, setRemovedMember] = useState<StaffPeerMember | null>(null)
  if (error) return <LoadFailed message={error} onRetry={reload} />
  if (!data) return <LoadingView />
  return (
    <section className="panel">
      <h2>成员</h2>
      {data.content.length === 0 ? (
        <EmptyList message="还没有成员" />
      ) : (
        <ul className="cards">
          {data.content.map((member) => (
            <li key={member.id}>
              <strong>{member.alias}</strong>
              <div className="cards-facts">
                <span>加入于 {formatMinuteOrDash(member.joinTime)}</span>
                {member.isMuted && <ToneTag tone="bad">已禁言</ToneTag>}
              </div>
              <div className="button-row">
                <ReasonButton
                  isSmall
                  name={member.isMuted ? `解除${member.alias}的禁言` : `禁言${member.alias}`}
                  title={`${member.isMuted ? '解除禁言' : '禁言'}：${member.alias}`}
                  labels={member.isMuted ? unmuteLabels : muteLabels}
                  onConfirm={async (reason) => {
                    await api('POST /admin/peerGroup/mute', { id: member.id, isMuted: !member.isMuted, reason })
                    message.success(member.isMuted ? '已解除禁言' : '已禁言')
                    reload()
                  }}
                />
                <Button size="small" danger aria-label={`移出${member.alias}`} onClick={() => setRemovedMember(member)}>
                  移出
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <ReasonDialog
        title={removedMember && `移出${removedMember.alias}`}
        labels={removeLabels}
        onClose={() => setRemovedMember(null)}
        onConfirm={async (reason) => {
          if (!removedMember) return
          await api('POST /admin/peerGroup/remove', { id: removedMember.id, reason })
          setRemovedMember(null)
          reload()
          onChange()
        }}
      />
    </section>
  )
}
