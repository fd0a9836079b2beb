// Buttons that publish, close, reopen or dissolve a peer group.
import { App, Button } from 'antd'
import { useState } from 'react'
import type { StaffPeerGroup } from '@xinqiao/contract/http/peer-groups/staff.ts'
import { useAction } from '../kit/api/hooks.ts'
import { api } from '../kit/api/api.ts'
import { ReasonDialog } from '../kit/forms/ReasonDialog.tsx'
import { createDissolveLabels } from './dissolve-labels.ts'
import { announceReportChange } from './waiting-reports.ts'

const dissolveNote = '聊天随之结束，不能恢复。成员和带领者会收到通知，原因会写在通知里。待处理的举报随之办结。'

const declineLabels = {
  ok: '不通过',
  label: '原因',
  note: '提议的咨询师会收到通知，原因会写在通知里。',
  isDanger: true,
}

const publishAloneLabels = {
  ok: '发布',
  label: '由一人带领的原因',
  note: '这个团体没有协同带领者，原因只记入审计。发布后，所有人都能看到这个团体。',
}

type StateButtonsProps = {
  group: Pick<StaffPeerGroup, 'id' | 'title' | 'state' | 'kind' | 'coLeader' | 'isClosedByStaff' | 'membersWithAlerts'>
  onChange: () => void
}

export function StateButtons({
  group: { id, title, state, kind, coLeader, isClosedByStaff, membersWithAlerts },
  onChange,
}: StateButtonsProps) {
  const { modal, message } = App.useApp()
  const [isDissolving, setDissolving] = useState(false)
  const [isPublishingAlone, setPublishingAlone] = useState(false)
  const [setState, busy] = useAction(async (next: 'open' | 'closed') => {
    await api('POST /admin/peerGroup/state', { id, state: next })
    message.success('操作成功')
    onChange()
  })
  const publish = () =>
    modal.confirm({
      title: `发布“${title}”吗？`,
      content: '发布后所有人都能看到；带领者能带领时不能再更换。',
      okText: '发布',
      cancelText: '取消',
      onOk: () => setState('open'),
    })
  if (state === 'dissolved') return null
  return (
    <>
      {(state === 'draft' || state === 'proposed') && (
        <Button
          type="primary"
          loading={busy}
          onClick={kind === 'led' && coLeader === '' ? () => setPublishingAlone(true) : publish}
        >
          发布
        </Button>
      )}
      {state === 'open' && (
        <Button loading={busy} onClick={() => void setState('closed')}>
          停止招募
        </Button>
      )}
      {state === 'closed' && (
        <Button type="primary" loading={busy} onClick={() => void setState('open')}>
          恢复招募
        </Button>
      )}
      {state === 'closed' && !isClosedByStaff && (
        <Button loading={busy} onClick={() => void setState('closed')}>
          不许带领者恢复
        </Button>
      )}
      <Button danger onClick={() => setDissolving(true)}>
        {state === 'proposed' ? '不通过' : '解散'}
      </Button>
      <ReasonDialog
        title={isPublishingAlone ? `发布“${title}”` : null}
        labels={publishAloneLabels}
        onClose={() => setPublishingAlone(false)}
        onConfirm={async (reason) => {
          await api('POST /admin/peerGroup/state', { id, state: 'open', reason })
          setPublishingAlone(false)
          message.success('操作成功')
          onChange()
        }}
      />
      <ReasonDialog
        title={isDissolving ? `${state === 'proposed' ? '不通过' : '解散'}“${title}”` : null}
        labels={state === 'proposed' ? declineLabels : createDissolveLabels(dissolveNote, membersWithAlerts)}
        onClose={() => setDissolving(false)}
        onConfirm={async (reason) => {
          await api('POST /admin/peerGroup/state', { id, state: 'dissolved', reason })
          setDissolving(false)
          announceReportChange()
          onChange()
        }}
      />
    </>
  )
}
