// The latest meeting and the way into it: channel, receipt, payment (portal.md 4).
import { useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { MeetingPage, OwnRegistration } from '@xinqiao/contract/http/meetings.ts'
import { type AttendType, attendTypeIds, meetingWords } from '@xinqiao/contract/meetings.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { showToast, toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { api } from '../accounts/api.ts'
import { endSession } from '../accounts/leaving.ts'
import { ChannelDialog } from './ChannelDialog.tsx'
import { MeetingView } from './MeetingView.tsx'
import { OwnPlace } from './OwnPlace.tsx'
import { ReceiptDialog } from './ReceiptDialog.tsx'

export type PaymentProps = {
  page: MeetingPage
  own: OwnRegistration | null
  units: { id: number; unitName: string }[]
  isKnown: boolean
}

type Step =
  | { at: 'page' }
  | { at: 'channel' }
  | { at: 'receipt'; type: AttendType }
  /** A question that leads to the cashier. */
  | { at: 'pay'; question: string; id: number }

const isLive = (own: OwnRegistration | null) => own !== null && ['pending', 'paid', 'waiting'].includes(own.state)
const cashier = (id: number) => withQuery(routes.paymentChannel, { activityUserId: id })

export function Screen({ page, own: first, units, isKnown }: PaymentProps) {
  const { meeting } = page
  const [own, setOwn] = useState(first)
  const [step, setStep] = useState<Step>({ at: 'page' })
  const [isBusy, setBusy] = useState(false)
  const close = () => setStep({ at: 'page' })

  const say = (error: unknown) => {
    if (error instanceof Failure && error.status === 401) void endSession()
    else showToast(error instanceof Error ? error.message : meetingWords.failed, 'bad')
  }
  const reload = async () => setOwn(await api('GET /activityUser/mine', { activityId: meeting.id }))

  const start = async () => {
    if (!isKnown) {
      toastOnNextPage('请先登录', 'bad')
      location.assign(withQuery(routes.login, { next: routes.payment }))
      return
    }
    setBusy(true)
    try {
      const { exist, activityUser } = await api('GET /activityUser/isExist', { activityId: meeting.id })
      if (!exist || !activityUser) setStep({ at: 'channel' })
      else if (activityUser.status === 1) showToast(meetingWords.alreadyPaid, 'bad')
      else if (activityUser.status === 2) showToast('您已在候补名单中，有名额时将通知您')
      else setStep({ at: 'pay', question: meetingWords.notPaidYet, id: activityUser.id })
    } catch (error) {
      say(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <MeetingView page={page} onStart={() => void start()} isBusy={isBusy} isRegistered={isLive(own)}>
        {own && isLive(own) && <OwnPlace own={own} page={page} units={units} onChanged={reload} onFailed={say} />}
      </MeetingView>
      {step.at === 'channel' && (
        <ChannelDialog
          types={page.types}
          onClose={close}
          onChosen={(type) => setStep({ at: 'receipt', type })}
          onFailed={say}
        />
      )}
      {step.at === 'receipt' && attendTypeIds.includes(step.type) && (
        <ReceiptDialog
          meeting={meeting}
          type={step.type}
          units={units}
          onClose={close}
          onDone={(id, question) => {
            void reload().catch(say)
            if (question === meetingWords.goToPay || question === meetingWords.notPaidYet) {
              setStep({ at: 'pay', question, id })
              return
            }
            showToast(question)
            close()
          }}
        />
      )}
      {step.at === 'pay' && (
        <Confirm
          title="参会缴费"
          text={step.question}
          yes="去缴费"
          no="取消"
          onYes={() => location.assign(cashier(step.id))}
          onNo={close}
        />
      )}
    </>
  )
}
