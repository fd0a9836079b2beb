// Asks a client who consented to an earlier text to read and accept the present one.
import { useState, type ReactNode } from 'react'
import type { LedConsentText } from '@xinqiao/contract/http/peer-groups/led.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { useAction } from '../forms/use-action.ts'
import { replies } from '../session/api.ts'
import { ConsentWords } from './ConsentWords.tsx'

type RenewConsentProps = {
  id: number
  consent: LedConsentText
  /** Consequences of agreeing, and of not agreeing. */
  children: ReactNode
}

export function RenewConsent({ id, consent, children }: RenewConsentProps) {
  const [isOpen, setOpen] = useState(false)
  const [renew, isBusy] = useAction(async () => {
    const { version, hash } = consent
    const { msg } = await replies('POST /peerGroup/renewConsent', { id, consent: { version, hash } })
    toastOnNextPage(msg)
    location.reload()
  })
  return (
    <div className="grid justify-items-start gap-3">
      <Notice tone="warm">{children}</Notice>
      <Button onClick={() => setOpen(true)}>阅读新的同意书</Button>
      {isOpen && (
        <Dialog title="新的知情同意书" onClose={() => setOpen(false)}>
          <ConsentWords consent={consent} />
          <Button className="mt-4" busy={isBusy} onClick={renew}>
            同意新的同意书
          </Button>
        </Dialog>
      )}
    </div>
  )
}
