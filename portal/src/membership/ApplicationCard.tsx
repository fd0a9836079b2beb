// An application in review: its state, the reviewer's remarks, and the available actions.
import { useState } from 'react'
import {
  applicationStates,
  applicationSteps,
  individualFields,
  memberKinds,
  unitFields,
} from '@xinqiao/contract/membership.ts'
import type { ConsentText } from '@xinqiao/contract/http/consents.ts'
import type { OwnApplication } from '@xinqiao/contract/http/membership/own.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { formatMinute } from '../frame/format-time.ts'
import { api } from '../session/api.ts'
import { useAction } from '../forms/use-action.ts'
import { ConsentField } from './ConsentField.tsx'

type ApplicationCardProps = { application: OwnApplication; onChanged: () => Promise<void> }

const labelOfField = (kind: OwnApplication['kind'], field: string): string =>
  ({ ...(kind === 'unit' ? unitFields : individualFields) } as Record<string, string>)[field] ?? field

export function ApplicationCard({ application, onChanged }: ApplicationCardProps) {
  const { kind, state, reason, fieldReasons, steps } = application
  const doubts = Object.values(application.doubts)
  const [isConfirming, setConfirming] = useState(false)
  const [withdraw, isBusy] = useAction(async () => {
    await api('POST /memberApplication/withdraw', {})
    showToast('申请已撤回')
    await onChanged()
  })
  const editHref = withQuery(routes.member, { apply: kind === 'unit' ? 2 : 1 })
  const canWithdraw = state === 'submitted' || state === 'returned' || state === 'approved'
  return (
    <Card as="section" labelledBy="application">
      <BlockHeading
        id="application"
        end={
          <span className="rounded-full bg-tint px-3 py-1 text-sm font-semibold text-brand-deep">
            {applicationStates[state]}
          </span>
        }
      >
        入会申请
      </BlockHeading>
      <p className="mt-2 text-muted">{memberKinds[kind]}</p>
      {(state === 'returned' || state === 'rejected') && (
        <div className="mt-4 grid gap-3">
          <Notice tone="warm">{reason || '请按以下说明修改后重新提交'}</Notice>
          {Object.keys(fieldReasons).length > 0 && (
            <ul className="list-disc pl-6">
              {Object.entries(fieldReasons).map(([field, sentence]) => (
                <li key={field}>
                  <strong className="text-ink">{labelOfField(kind, field)}</strong>：{sentence}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {doubts.length > 0 && (
        <div className="mt-4">
          <Notice tone="warm">{doubts.join('；')}。如填写有误，请撤回后修改；确认无误的，请等待审核。</Notice>
        </div>
      )}
      {application.needsConsent && <LateConsent onConsent={onChanged} />}
      {steps.length > 0 && (
        <ol className="mt-5 border-l-2 border-line pl-5">
          {steps.map((step, index) => (
            <li key={`${step.time} ${step.step}`} className="relative pb-4 last:pb-0">
              <span
                aria-hidden="true"
                className={`absolute top-2 -left-[1.65rem] size-2.5 rounded-full ${index === steps.length - 1 ? 'bg-brand' : 'bg-control'}`}
              />
              <p className="flex flex-wrap gap-x-3 text-ink">
                <strong>{applicationSteps[step.step]}</strong>
                <span className="text-sm leading-7 text-muted">{formatMinute(step.time)}</span>
              </p>
              {step.reason && <p className="text-sm text-muted">{step.reason}</p>}
            </li>
          ))}
        </ol>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {(state === 'draft' || state === 'returned') && (
          <ButtonLink href={editHref} look="accent">
            {state === 'draft' ? '继续填写' : '修改申请'}
          </ButtonLink>
        )}
        {(state === 'rejected' || state === 'withdrawn') && (
          <ButtonLink href={editHref} look="ghost">
            重新申请
          </ButtonLink>
        )}
        {canWithdraw && (
          <Button look="ghost" busy={isBusy} busyText="正在撤回…" onClick={() => setConfirming(true)}>
            撤回申请
          </Button>
        )}
      </div>
      {isConfirming && (
        <Confirm
          title="确定撤回申请吗？"
          text="撤回后需要重新提交并再次审核。"
          yes="撤回"
          no="取消"
          onYes={() => {
            setConfirming(false)
            withdraw()
          }}
          onNo={() => setConfirming(false)}
        />
      )}
    </Card>
  )
}

/** Asks for the separate consent, if the application was submitted without it. */
function LateConsent({ onConsent }: { onConsent: () => Promise<void> }) {
  const [consent, setConsent] = useState<ConsentText | null>(null)
  const [error, setError] = useState<string>()
  const [open, isOpening] = useAction(async () => setConsent(await api('GET /consent/text', { purpose: 'memberData' })))
  const [give, isGiving] = useAction(async () => {
    if (!consent) return
    await api('POST /memberApplication/consent', { version: consent.version, hash: consent.hash })
    showToast('已同意')
    await onConsent()
  })
  return (
    <div className="mt-4 grid gap-3">
      <Notice tone="warm">审核前还需要您单独同意处理敏感个人信息。</Notice>
      {consent ? (
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (new FormData(event.currentTarget).has('consent')) give()
            else setError('请阅读并单独同意处理敏感个人信息')
          }}
        >
          <ConsentField consent={consent} error={error} />
          <Button type="submit" busy={isGiving} busyText="正在提交…" className="justify-self-start">
            同意
          </Button>
        </form>
      ) : (
        <Button look="ghost" busy={isOpening} onClick={open} className="justify-self-start">
          阅读同意书
        </Button>
      )}
    </div>
  )
}
