// A member's request to renew at another level: approve, or refuse with a reason.
import { Alert, App, Button } from 'antd'
import { useState } from 'react'
import type { MemberForStaff } from '@xinqiao/contract/http/membership/members.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { ReasonDialog } from '../kit/forms/ReasonDialog.tsx'
import { useAction } from '../kit/api/hooks.ts'
import { api } from '../kit/api/api.ts'

const refusing = { ok: '不同意', label: '理由', note: '理由会告知会员，并记入审计日志。', isDanger: true }

type LevelChangeAlertProps = {
  id: number
  levelChange: NonNullable<MemberForStaff['levelChange']>
  onAnswered: () => void
}

export function LevelChangeAlert({ id, levelChange, onAnswered }: LevelChangeAlertProps) {
  const { message } = App.useApp()
  const [isRefusing, setRefusing] = useState(false)
  const answerLevelChange = async (approved: boolean, reason: string) => {
    await api('POST /admin/member/level', { id, approved, reason })
    message.success(approved ? '已变更类别，会员已收到通知' : '已答复会员')
    onAnswered()
  }
  const [approve, busy] = useAction(() => answerLevelChange(true, ''))
  return (
    <>
      <Alert
        className="note-above"
        type="info"
        showIcon
        title={`申请变更为“${levelChange.title}”`}
        description={
          <>
            <p>{formatMinuteOrDash(levelChange.time)} 提交。同意后即时生效，本会期已缴的会费不变，下次续费按新类别。</p>
            <p className="member-tags">
              <Button type="primary" loading={busy} onClick={approve}>
                同意变更
              </Button>
              <Button onClick={() => setRefusing(true)}>不同意</Button>
            </p>
          </>
        }
      />
      <ReasonDialog
        title={isRefusing ? '不同意变更类别' : null}
        labels={refusing}
        onClose={() => setRefusing(false)}
        onConfirm={async (reason) => {
          await answerLevelChange(false, reason)
          setRefusing(false)
        }}
      />
    </>
  )
}
