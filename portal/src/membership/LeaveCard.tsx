// Leaving the association: always possible, with a reason, after a confirmation.
import { useState } from 'react'
import { Button } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { Field } from '@xinqiao/ui/Field.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { api } from '../session/api.ts'
import { useAction } from '../forms/use-action.ts'

export function LeaveCard({ onLeft, phone }: { onLeft: () => Promise<void>; phone: string }) {
  const [isConfirming, setConfirming] = useState(false)
  const [reason, setReason] = useState('')
  const [leave, isBusy] = useAction(async () => {
    await api('POST /membership/leave', { reason })
    showToast('您已退会')
    await onLeft()
  })
  return (
    <Card as="section" labelledBy="leave">
      <BlockHeading id="leave">退会</BlockHeading>
      <p className="mt-3 text-muted">
        入会自愿、退会自由。退会后会员证书随之失效，已缴会费不退还。如有疑问请联系秘书处{phone && `（${phone}）`}。
      </p>
      <Button look="ghost" busy={isBusy} busyText="正在提交…" className="mt-4" onClick={() => setConfirming(true)}>
        申请退会
      </Button>
      {isConfirming && (
        <Confirm
          title="确定退会吗？"
          text="退会立即生效，会员证书同时失效，已缴会费不退还。"
          yes="确定退会"
          no="取消"
          onYes={() => {
            setConfirming(false)
            leave()
          }}
          onNo={() => setConfirming(false)}
        >
          <div className="mt-4">
            <Field
              name="reason"
              label="退会原因"
              required
              maxLength={200}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </div>
        </Confirm>
      )}
    </Card>
  )
}
