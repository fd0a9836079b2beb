// Declines the invitation of a leader to a counsellor-led group.
import { useState } from 'react'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { useAction } from '../forms/use-action.ts'
import { replies } from '../session/api.ts'

export function DeclineInvitation({ id }: { id: number }) {
  const [isAsking, setAsking] = useState(false)
  const [decline, isBusy] = useAction(async () => {
    const { msg } = await replies('POST /peerGroup/declineInvitation', { id })
    toastOnNextPage(msg)
    location.reload()
  })
  return (
    <>
      <Button look="ghost" busy={isBusy} onClick={() => setAsking(true)}>
        谢绝
      </Button>
      {isAsking && (
        <Confirm
          title="谢绝这份邀请？"
          text="带领者会在名单里看到“已谢绝”，不会问您原因，也不影响您的其他咨询。以后想参加，仍可以申请。"
          yes="谢绝"
          no="取消"
          isHarmless
          onYes={() => {
            setAsking(false)
            decline()
          }}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  )
}
