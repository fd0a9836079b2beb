// The user's registration: status, ticket, and available actions.
import type { ReactNode } from 'react'
import type { OwnRegistration } from '@xinqiao/contract/http/conference/meetings.ts'
import { attendTypeTitle, registrationStates, requestKinds, requestStates } from '@xinqiao/contract/meetings.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { useHydrated } from '@xinqiao/ui/use-hydrated.ts'
import { formatMinute } from '../../frame/format-time.ts'
import { ListConsentText } from './ListedField.tsx'
import { ChangeDialog, PeopleDialog, TicketDialog, PassOnPlaceDialog } from './registration-dialogs.tsx'
import {
  useRegistrationDialogs,
  type RegistrationCallbacks,
  type RegistrationDialogs,
} from './use-registration-dialogs.ts'

type RegistrationViewProps = RegistrationCallbacks & {
  registration: OwnRegistration
  units: readonly { id: number; unitName: string }[]
}

export function RegistrationView({ registration, units, onChanged, onFailed }: RegistrationViewProps) {
  const actions = useRegistrationDialogs(registration, { onChanged, onFailed })
  return (
    <Card as="section" labelledBy="own" className="border-2 border-tint px-5 py-7 sm:p-10">
      <BlockHeading
        id="own"
        end={
          <span className="rounded-full bg-tint px-3 py-1 text-sm text-brand-deep">
            {registrationStates[registration.state]}
          </span>
        }
      >
        我的报名
      </BlockHeading>
      <div className="mt-4">
        <StateNotice registration={registration} />
        {registration.needsReceipt && !registration.obstacles.change && (
          <div className="mt-3">
            <Notice tone="warm">名额由他人转让给您，请完善参会回执，以便会务组安排住宿与用餐。</Notice>
          </div>
        )}
      </div>
      <RegistrationFacts registration={registration} actions={actions} />
      <RegistrationActions registration={registration} actions={actions} />
      <UnavailableActionReasons registration={registration} />
      <RequestList registration={registration} />
      <CurrentRegistrationDialog registration={registration} actions={actions} units={units} onFailed={onFailed} />
    </Card>
  )
}

type RegistrationPartProps = { registration: OwnRegistration; actions: RegistrationDialogs }

const RegistrationFacts = ({ registration, actions }: RegistrationPartProps) => {
  const isHydrated = useHydrated()
  const { receipt } = registration
  return (
    <dl className="mt-5 grid gap-x-8 gap-y-3 sm:grid-cols-2">
      <RegistrationFact label="参会身份">{attendTypeTitle(registration.activityAttendTypeId)}</RegistrationFact>
      <RegistrationFact label="会务费">{formatYuan(registration.fee)} 元</RegistrationFact>
      <RegistrationFact label="姓名与单位">
        {[receipt.name, receipt.companyName].filter(Boolean).join('，')}
      </RegistrationFact>
      {receipt.unitName && <RegistrationFact label="专业委员会">{receipt.unitName}</RegistrationFact>}
      <RegistrationFact label="到达与离开">{`${formatMinute(receipt.arrivalTime)} 至 ${formatMinute(receipt.leaveTime)}`}</RegistrationFact>
      <RegistrationFact label="住宿">
        {receipt.dorm > 0
          ? `会务组安排，标准间${receipt.dorm}间，${registration.roomName ? `房间${registration.roomName}` : '房间待会务组通知'}`
          : '自行安排'}
      </RegistrationFact>
      {registration.checkedInTime && (
        <RegistrationFact label="签到">{formatMinute(registration.checkedInTime)}</RegistrationFact>
      )}
      {!registration.isPurged && (
        <RegistrationFact label="参会者名单">
          {receipt.listed ? '已列入姓名和单位' : '未列入'}
          <button
            type="button"
            disabled={!isHydrated}
            className="ml-3 text-brand-deep underline underline-offset-4"
            onClick={() => (receipt.listed ? void actions.setListed(false) : void actions.openJoinDialog())}
          >
            {receipt.listed ? '退出名单' : '加入名单'}
          </button>
          {receipt.listed && actions.isTextOld && (
            <span className="block text-sm text-muted">
              您同意的是旧版同意书，参会者群里只显示您的姓。
              <button
                type="button"
                className="text-brand-deep underline underline-offset-4"
                onClick={() => void actions.openJoinDialog()}
              >
                阅读新版
              </button>
            </span>
          )}
        </RegistrationFact>
      )}
      {registration.certificate && (
        <RegistrationFact label="参会证明">
          <a
            href={withQuery(routes.certificate, { no: registration.certificate.number })}
            className="text-brand-deep underline underline-offset-4"
          >
            证书编号 {registration.certificate.number}
          </a>
          <a
            href={withQuery('/prod-api/certificate/pdf', { id: registration.certificate.id })}
            className="ml-3 text-brand-deep underline underline-offset-4"
          >
            下载证书
          </a>
        </RegistrationFact>
      )}
    </dl>
  )
}

const RegistrationActions = ({ registration, actions: { openDialog } }: RegistrationPartProps) => (
  <div className="mt-6 flex flex-wrap gap-3">
    {registration.state === 'pending' && (
      <ButtonLink href={withQuery(routes.paymentChannel, { activityUserId: registration.id })} look="accent">
        去缴费
      </ButtonLink>
    )}
    {registration.state === 'paid' && (
      <>
        <Button onClick={() => openDialog('ticket')}>签到码</Button>
        <Button look="ghost" onClick={() => openDialog('people')}>
          参会者名单
        </Button>
      </>
    )}
    {registration.state === 'paid' && !registration.obstacles.transfer && (
      <Button look="ghost" onClick={() => openDialog('transfer')}>
        转让名额
      </Button>
    )}
    {!registration.obstacles.change && (
      <Button look="ghost" onClick={() => openDialog('change')}>
        {registration.needsReceipt ? '完善回执' : registration.mayChange ? '修改回执' : '申请变更'}
      </Button>
    )}
    {!registration.obstacles.cancel && (
      <Button look="plain" onClick={() => openDialog('cancel')}>
        取消参会
      </Button>
    )}
  </div>
)

const RequestList = ({ registration }: { registration: OwnRegistration }) =>
  registration.requests.length > 0 && (
    <ul className="mt-6 divide-y divide-line border-t border-line text-compact">
      {registration.requests.map((request) => (
        <li key={request.id} className="py-3">
          <strong className="text-ink">{requestKinds[request.kind]}</strong>：{requestStates[request.state]}
          {request.answer && `，${request.answer}`}
          <span className="ml-2 text-sm text-muted">{formatMinute(request.time)}</span>
        </li>
      ))}
    </ul>
  )

type CurrentRegistrationDialogProps = RegistrationPartProps & Pick<RegistrationViewProps, 'units' | 'onFailed'>

function CurrentRegistrationDialog({ registration, actions, units, onFailed }: CurrentRegistrationDialogProps) {
  const { dialog, close, finish, listingText } = actions
  if (dialog === 'ticket') return <TicketDialog registration={registration} onClose={close} />
  if (dialog === 'people')
    return <PeopleDialog meetingId={registration.activityId} onClose={close} onFailed={onFailed} />
  if (dialog === 'change')
    return <ChangeDialog registration={registration} units={units} onClose={close} onDone={finish} />
  if (dialog === 'transfer') return <PassOnPlaceDialog registration={registration} onClose={close} onDone={finish} />
  if (dialog === 'join' && listingText)
    return (
      <Confirm
        title={registration.receipt.listed ? '新版同意书' : '加入参会者名单'}
        yes={registration.receipt.listed ? '同意新版' : '同意并加入'}
        no="取消"
        isHarmless
        onYes={() => void actions.setListed(true)}
        onNo={close}
      >
        <ListConsentText consentText={listingText} />
      </Confirm>
    )
  if (dialog === 'cancel')
    return (
      <Confirm
        title="取消参会"
        text={describeCancellation(registration)}
        yes="确认取消"
        no="再想想"
        onYes={() => void actions.cancel()}
        onNo={close}
      />
    )
  return null
}

function describeCancellation(registration: OwnRegistration): string {
  if (registration.state === 'waiting') return '取消后将退出候补，如需参会请重新报名。'
  if (registration.state !== 'paid' || registration.fee === 0) return '取消后名额将释放，如需参会请重新报名。'
  if (registration.refundPercent === 0) return '已过退费时间，按规则不退会务费。提交后由会务组根据情况处理。'
  const back = ((registration.fee * registration.refundPercent) / 10_000).toFixed(2)
  const to = registration.isPaidByOther ? '给缴费的原参会人' : ''
  return `按规则退还会务费的${registration.refundPercent}%，即${back}元，经财务审核后原路退回${to}。取消后名额将释放。`
}

const RegistrationFact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="break-words text-ink">{children}</dd>
  </div>
)

/** Available actions are buttons; unavailable ones are explained, so that users do not search for them. */
function UnavailableActionReasons({ registration: { state, obstacles } }: { registration: OwnRegistration }) {
  const messages = [obstacles.change, state === 'paid' && obstacles.transfer, obstacles.cancel].filter(Boolean)
  // one sentence is enough once the registration is over
  if (messages.length === 0 || (state === 'paid' && obstacles.change)) return null
  return (
    <ul className="mt-4 list-disc space-y-1 pl-5 text-compact text-muted">
      {messages.map((sentence) => (
        <li key={`${sentence}`}>{sentence}</li>
      ))}
    </ul>
  )
}

function StateNotice({ registration }: { registration: OwnRegistration }) {
  if (registration.state === 'waiting')
    return (
      <Notice>{`您在候补名单中排第${registration.waitingPlace ?? 1}位，有名额时会通过站内消息和短信通知您。`}</Notice>
    )
  if (registration.state === 'pending')
    return (
      <Notice tone="warm">
        {registration.payUntil
          ? `名额为您保留至${formatMinute(registration.payUntil)}，请在此之前缴费。`
          : '报名已提交，请完成缴费。'}
      </Notice>
    )
  if (registration.isPurged) return <Notice>会议已结束，参会资料已按保存期限清除。</Notice>
  if (registration.obstacles.change) return <Notice>会议已结束，不能再变更、转让或取消，感谢您的参与。</Notice>
  return <Notice>报名和缴费均已完成，报到时请出示签到码。</Notice>
}
