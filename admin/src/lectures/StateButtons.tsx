// Buttons that publish or cancel a lecture.
import { App, Button } from 'antd'
import { useState } from 'react'
import type { StaffLecture } from '@xinqiao/contract/http/lectures/staff.ts'
import { api } from '../kit/api/api.ts'
import { useAction } from '../kit/api/hooks.ts'
import { ReasonDialog } from '../kit/forms/ReasonDialog.tsx'
import { listPublishNotes } from './publish-notes.ts'

const cancelLabels = {
  ok: '取消讲座',
  label: '取消原因',
  note: '不能恢复。主持人和预约了提醒的人会收到通知，原因会写在通知和讲座页面里。',
  isDanger: true,
}

type StateButtonsProps = {
  lecture: Pick<StaffLecture, 'id' | 'title' | 'state' | 'streamUrl' | 'audience' | 'startTime' | 'endTime'>
  onChange: () => void
}

export function StateButtons({ lecture, onChange }: StateButtonsProps) {
  const { id, title, state } = lecture
  const { modal, message } = App.useApp()
  const [isCancelling, setCancelling] = useState(false)
  const [publish, busy] = useAction(async () => {
    await api('POST /admin/lecture/state', { id, state: 'published' })
    message.success('操作成功')
    onChange()
  })
  const [askToPublish, isAsking] = useAction(async () => {
    const { content: moderators } = await api('GET /admin/lecture/moderators', { id })
    modal.confirm({
      title: `发布“${title}”吗？`,
      content: listPublishNotes(lecture, moderators.length, Date.now()).map((note) => <p key={note}>{note}</p>),
      okText: '发布',
      cancelText: '取消',
      onOk: () => publish(),
    })
  })
  if (state === 'cancelled') return null
  return (
    <>
      {state === 'draft' && (
        <Button type="primary" loading={busy || isAsking} onClick={() => void askToPublish()}>
          发布
        </Button>
      )}
      <Button danger onClick={() => setCancelling(true)}>
        取消讲座
      </Button>
      <ReasonDialog
        title={isCancelling ? `取消“${title}”` : null}
        labels={cancelLabels}
        onClose={() => setCancelling(false)}
        onConfirm={async (reason) => {
          await api('POST /admin/lecture/state', { id, state: 'cancelled', reason })
          setCancelling(false)
          onChange()
        }}
      />
    </>
  )
}
