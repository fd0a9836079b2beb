// Button of a member of a counsellor-led group that withdraws the consent, which is leaving.
import { useState } from 'react'
import type { LedConsentText } from '@xinqiao/contract/http/peer-groups/led.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { useAction } from '../forms/use-action.ts'
import { replies } from '../session/api.ts'

/** How a client asks for the deletion of messages. The association deletes them after it has checked who asks. */
export const erasureMessage =
  '要清除时，请用页面底部的联系方式联系协会秘书处，说明小组的名称和您在小组里的称呼；协会核实后清除，并告诉您结果。'

export function WithdrawConsent({ id, consent }: { id: number; consent: Pick<LedConsentText, 'withdrawal'> }) {
  const [isAsking, setAsking] = useState(false)
  const [withdraw, isBusy] = useAction(async () => {
    const { msg } = await replies('POST /peerGroup/withdrawConsent', { id })
    toastOnNextPage(msg)
    location.reload()
  })
  return (
    <>
      <Button look="plain" busy={isBusy} onClick={() => setAsking(true)}>
        撤回同意并离开
      </Button>
      {isAsking && (
        <Confirm
          title="撤回同意并离开小组？"
          text={`${consent.withdrawal}${erasureMessage}`}
          yes="撤回并离开"
          no="不离开"
          onYes={() => {
            setAsking(false)
            withdraw()
          }}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  )
}
