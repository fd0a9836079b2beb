// Step-up: asks for confirmation when a request requires it, then repeats the request, so that no input is lost.
import { type ReactNode, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { StepUp } from '@xinqiao/contract/http/accounts/factors.ts'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { api } from '../../session/api.ts'
import { FactorForm } from './FactorForm.tsx'

type PendingStepUp = { stepUp: StepUp; settle: (isConfirmed: boolean) => void }

export type WithStepUp = <T>(call: () => Promise<T>) => Promise<T>

const isStepUpNeeded = (error: unknown) => error instanceof Failure && error.reason === 'stepUpNeeded'

export function useStepUp(): { withStepUp: WithStepUp; dialog: ReactNode } {
  const [pending, setPending] = useState<PendingStepUp | null>(null)

  const confirm = async (): Promise<boolean> => {
    const options = await api('POST /auth/stepUp/options', {})
    const isConfirmed = await new Promise<boolean>((settle) => setPending({ stepUp: options, settle }))
    setPending(null)
    return isConfirmed
  }
  const withStepUp: WithStepUp = async (call) => {
    try {
      return await call()
    } catch (error) {
      if (!isStepUpNeeded(error) || !(await confirm())) throw error
    }
    return call()
  }
  const dialog = pending && (
    <Dialog title="请确认是您本人操作" closesLightly={false} onClose={() => pending.settle(false)}>
      <p className="mb-5 text-muted">为保护账号安全，这一步需要再次验证。验证后10分钟内不再询问。</p>
      <FactorForm
        options={pending.stepUp.options}
        acceptsCode={pending.stepUp.acceptsCode}
        acceptsPassword={pending.stepUp.acceptsPassword}
        label="确认"
        send={async (proof) => {
          await api('POST /auth/stepUp', { ticket: pending.stepUp.ticket, ...proof })
          pending.settle(true)
        }}
      />
    </Dialog>
  )
  return { withStepUp, dialog }
}
