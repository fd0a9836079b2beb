// Step-up dialog. The request waits for the confirmation and is then repeated.
import { Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { StepUp } from '@xinqiao/contract/http/accounts/factors.ts'
import { setStepUpConfirmation, plainApi } from '../kit/api/api.ts'
import { StaffFactorForm } from './StaffFactorForm.tsx'

type PendingStepUp = { stepUp: StepUp; settle: (isConfirmed: boolean) => void }

export function StepUpDialog() {
  const [pending, setPending] = useState<PendingStepUp | null>(null)
  const pendingRequest = useRef<Promise<boolean> | null>(null)

  useEffect(() => {
    const requestProof = async () => {
      const stepUp = await plainApi('POST /auth/stepUp/options', {})
      const isConfirmed = await new Promise<boolean>((settle) => setPending({ stepUp, settle }))
      setPending(null)
      return isConfirmed
    }
    // concurrent requests share one dialog
    setStepUpConfirmation(() => {
      pendingRequest.current ??= requestProof().finally(() => (pendingRequest.current = null))
      return pendingRequest.current
    })
  }, [])

  return (
    <Modal
      open={pending !== null}
      title="请确认是您本人操作"
      footer={null}
      destroyOnHidden
      mask={{ closable: false }}
      // shown above the dialog whose action waits for it
      zIndex={3000}
      onCancel={() => pending?.settle(false)}
    >
      <p className="hint hint-above">这项操作比较敏感，需要再次验证。验证后10分钟内不再询问。</p>
      {pending && (
        <StaffFactorForm
          options={pending.stepUp.options}
          acceptsCode={pending.stepUp.acceptsCode}
          acceptsPassword={pending.stepUp.acceptsPassword}
          label="确认"
          send={async (proof) => {
            await plainApi('POST /auth/stepUp', { ticket: pending.stepUp.ticket, ...proof })
            pending.settle(true)
          }}
        />
      )}
    </Modal>
  )
}
