// A meeting and its registration: channel, receipt, payment (portal.md 4).
import { useState } from 'react'
import type { RegistrationReceiptSuggestion } from '@xinqiao/contract/http/conference/receipt.ts'
import type { MeetingDetail, OwnRegistration } from '@xinqiao/contract/http/conference/meetings.ts'
import { type AttendType, attendTypeList, isLiveState, meetingMessages } from '@xinqiao/contract/meetings.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { api } from '../../session/api.ts'
import { useDialogAddress } from '../../frame/dialog-address.ts'
import { redirectToSignIn, showRequestFailure } from '../../session/request-failures.ts'
import { AttendTypeDialog } from '../registrations/AttendTypeDialog.tsx'
import { EndedRegistration } from '../registrations/EndedRegistration.tsx'
import { MeetingView } from '../meetings/MeetingView.tsx'
import { RegistrationView } from '../registrations/RegistrationView.tsx'
import { RegistrationReceiptDialog } from '../registrations/RegistrationReceiptDialog.tsx'

export type PaymentProps = {
  page: MeetingDetail
  registration: OwnRegistration | null
  units: { id: number; unitName: string }[]
  isKnown: boolean
  /** Values that prefill the receipt; null for visitors. */
  suggestion: RegistrationReceiptSuggestion | null
}

type PaymentStep =
  | { at: 'page' }
  | { at: 'channel' }
  | { at: 'receipt'; type: AttendType }
  /** A confirmation before the cashier. */
  | { at: 'pay'; question: string; id: number }

/** Query parameters that describe the step. `id` is not one of them; it names the meeting. */
const stepNames = ['step', 'type', 'place', 'fresh']

/**
 * The step in the address, if it is still valid: an old link must not open the receipt of a user who has registered
 * since.
 */
function readStep(query: URLSearchParams, registration: OwnRegistration | null, isKnown: boolean): PaymentStep {
  const id = Number(query.get('place'))
  const type = Number(query.get('type')) as AttendType
  if (!isKnown) return { at: 'page' }
  if (
    query.get('step') === 'pay' &&
    id > 0 &&
    (registration === null || (registration.id === id && registration.state === 'pending'))
  ) {
    return { at: 'pay', question: query.has('fresh') ? meetingMessages.goToPay : meetingMessages.notPaidYet, id }
  }
  if (isLive(registration)) return { at: 'page' }
  if (query.get('step') === 'channel') return { at: 'channel' }
  return query.get('step') === 'receipt' && attendTypeList.includes(type) ? { at: 'receipt', type } : { at: 'page' }
}

const isLive = (registration: OwnRegistration | null) => registration !== null && isLiveState(registration.state)
const cashierHref = (id: number) => withQuery(routes.paymentChannel, { activityUserId: id })

export function Screen({ page, registration: first, units, isKnown, suggestion }: PaymentProps) {
  const { meeting } = page
  const [registration, setRegistration] = useState(first)
  const { query, open, close } = useDialogAddress(stepNames)
  const step = readStep(query, registration, isKnown)
  const [isBusy, setBusy] = useState(false)

  const showError = (error: unknown) => showRequestFailure(error, meetingMessages.failed)
  const reload = async () => setRegistration(await api('GET /activityUser/mine', { activityId: meeting.id }))

  const startRegistration = async () => {
    if (!isKnown) return redirectToSignIn(withQuery(routes.payment, { id: meeting.id }))
    setBusy(true)
    try {
      const { exist, activityUser } = await api('GET /activityUser/isExist', { activityId: meeting.id })
      if (!exist || !activityUser) open({ step: 'channel' })
      else if (activityUser.status === 1) showToast(meetingMessages.alreadyPaid, 'bad')
      else if (activityUser.status === 2) showToast('您已在候补名单中，有名额时将通知您')
      else open({ step: 'pay', place: activityUser.id })
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <MeetingView
        page={page}
        onStart={() => void startRegistration()}
        isBusy={isBusy}
        isRegistered={isLive(registration)}
      >
        {registration && !isLive(registration) && <EndedRegistration registration={registration} />}
        {registration && isLive(registration) && (
          <RegistrationView registration={registration} units={units} onChanged={reload} onFailed={showError} />
        )}
      </MeetingView>
      {step.at === 'channel' && (
        <AttendTypeDialog
          types={page.types}
          isMember={suggestion?.isMember ?? false}
          onClose={close}
          onChosen={(type) => open({ step: 'receipt', type })}
          onFailed={showError}
        />
      )}
      {step.at === 'receipt' && (
        <RegistrationReceiptDialog
          meeting={meeting}
          type={step.type}
          units={units}
          known={suggestion?.receipt ?? {}}
          onClose={close}
          onDone={(id, question) => {
            if (question === meetingMessages.goToPay) open({ step: 'pay', place: id, fresh: 1 })
            else if (question === meetingMessages.notPaidYet) open({ step: 'pay', place: id })
            else {
              showToast(question)
              close()
            }
            void reload().catch(showError)
          }}
        />
      )}
      {step.at === 'pay' && (
        <Confirm
          title="参会缴费"
          text={step.question}
          yes="去缴费"
          no="取消"
          isHarmless
          onYes={() => location.assign(cashierHref(step.id))}
          onNo={close}
        />
      )}
    </>
  )
}
