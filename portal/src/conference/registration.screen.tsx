// One registration on its own page: status, available and unavailable actions.
import { useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { OwnRegistration } from '@xinqiao/contract/http/conference/meetings.ts'
import { isLiveState, meetingMessages } from '@xinqiao/contract/meetings.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { api } from '../accounts/api.ts'
import { endSession } from '../accounts/sign-out.ts'
import { EndedRegistration } from './EndedRegistration.tsx'
import { RegistrationView } from './RegistrationView.tsx'

export type RegistrationProps = { own: OwnRegistration; units: { id: number; unitName: string }[] }

export function Screen({ own: first, units }: RegistrationProps) {
  const [own, setOwn] = useState(first)
  const showError = (error: unknown) => {
    if (error instanceof Failure && error.status === 401) void endSession()
    else showToast(error instanceof Error ? error.message : meetingMessages.failed, 'bad')
  }
  const reload = async () => setOwn(await api('GET /activityUser/place', { id: own.id }))
  return (
    <div className="space-y-4 md:space-y-6">
      {isLiveState(own.state) ? (
        <RegistrationView own={own} units={units} onChanged={reload} onFailed={showError} />
      ) : (
        <EndedRegistration own={own} />
      )}
      <p className="flex flex-wrap gap-3">
        <ButtonLink href={routes.myMeetings} look="ghost">
          返回我的会议
        </ButtonLink>
        {own.mayRegister && (
          <ButtonLink href={withQuery(routes.payment, { id: own.activityId })} look="ghost">
            会议说明与日程
          </ButtonLink>
        )}
      </p>
    </div>
  )
}
