// One registration on its own page: status, available and unavailable actions.
import { useState } from 'react'
import type { OwnRegistration } from '@xinqiao/contract/http/conference/meetings.ts'
import { isLiveState, meetingMessages } from '@xinqiao/contract/meetings.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { api } from '../../session/api.ts'
import { showRequestFailure } from '../../session/request-failures.ts'
import { EndedRegistration } from './EndedRegistration.tsx'
import { RegistrationView } from './RegistrationView.tsx'

export type RegistrationProps = { registration: OwnRegistration; units: { id: number; unitName: string }[] }

export function Screen({ registration: first, units }: RegistrationProps) {
  const [registration, setRegistration] = useState(first)
  const showError = (error: unknown) => showRequestFailure(error, meetingMessages.failed)
  const reload = async () => setRegistration(await api('GET /activityUser/place', { id: registration.id }))
  return (
    <div className="space-y-4 md:space-y-6">
      {isLiveState(registration.state) ? (
        <RegistrationView registration={registration} units={units} onChanged={reload} onFailed={showError} />
      ) : (
        <EndedRegistration registration={registration} />
      )}
      <p className="flex flex-wrap gap-3">
        <ButtonLink href={routes.myMeetings} look="ghost">
          返回我的会议
        </ButtonLink>
        {registration.mayRegister && (
          <ButtonLink href={withQuery(routes.payment, { id: registration.activityId })} look="ghost">
            会议说明与日程
          </ButtonLink>
        )}
      </p>
    </div>
  )
}
