// The user's registration: status, ticket, and possible changes.
import { type ReactNode, useState } from 'react'
import type { ConsentText } from '@xinqiao/contract/http/consents.ts'
import type { OwnRegistration } from '@xinqiao/contract/http/meetings.ts'
import { attendTypeTitle, registrationStates, requestKinds, requestStates } from '@xinqiao/contract/meetings.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { api } from '../accounts/api.ts'
import { useReady } from '../forms/use-form.ts'
import { ListingWords, readListingWords } from './ListedField.tsx'
import { ChangeDialog, PeopleDialog, TicketDialog, TransferDialog } from './PlaceDialogs.tsx'

type OwnPlaceProps = {
  own: OwnRegistration
  units: readonly { id: number; unitName: string }[]
  onChanged: () => Promise<void>
  onFailed: (error: unknown) => void
}
type Open = 'none' | 'join' | 'ticket' | 'change' | 'cancel' | 'transfer' | 'people'

const formatMinute = (time: string) => time.slice(0, 16)

export function OwnPlace({ own, units, onChanged, onFailed }: OwnPlaceProps) {
  const [open, setOpen] = useState<Open>('none')
  const [words, setWords] = useState<ConsentText | null>(null)
  const isReady = useReady()
  const close = () => setOpen('none')
  const { receipt, obstacles } = own
  const done = async (sentence: string) => {
    close()
    showToast(sentence)
    await onChanged()
  }
  const cancel = async () => {
    try {
      const { isAsked } = await api('POST /activityUser/cancel', { id: own.id })
      await done(isAsked ? '已提交取消申请，请等待会务组处理' : '已取消参会')
    } catch (error) {
      close()
      onFailed(error)
    }
  }
  const join = async () => {
    try {
      setWords(await readListingWords())
      setOpen('join')
    } catch (error) {
      onFailed(error)
    }
  }
  const setListed = async (listed: boolean) => {
    try {
      await api('POST /activityUser/listed', { id: own.id, listed })
      await done(listed ? '已列入参会者名单' : '已退出参会者名单')
    } catch (error) {
      close()
      onFailed(error)
    }
  }
  return (
    <Card as="section" labelledBy="own" className="border-2 border-tint px-5 py-7 sm:p-10">
      <BlockHeading
        id="own"
        end={
          <span className="rounded-full bg-tint px-3 py-1 text-sm text-brand-deep">
            {registrationStates[own.state]}
          </span>
        }
      >
        我的报名
      </BlockHeading>
      <div className="mt-4">
        <StateNotice own={own} />
        {own.needsReceipt && !obstacles.change && (
          <div className="mt-3">
            <Notice tone="warm">名额由他人转让给您，请完善参会回执，以便会务组安排住宿与用餐。</Notice>
          </div>
        )}
      </div>
      <dl className="mt-5 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Fact label="参会身份">{attendTypeTitle(own.activityAttendTypeId)}</Fact>
        <Fact label="会务费">{(own.fee / 100).toFixed(2)} 元</Fact>
        <Fact label="姓名与单位">{[receipt.name, receipt.companyName].filter(Boolean).join('，')}</Fact>
        {receipt.unitName && <Fact label="专业委员会">{receipt.unitName}</Fact>}
        <Fact label="到达与离开">{`${formatMinute(receipt.arrivalTime)} 至 ${formatMinute(receipt.leaveTime)}`}</Fact>
        <Fact label="住宿">
          {receipt.dorm > 0
            ? `会务组安排，标准间${receipt.dorm}间，${own.roomName ? `房间${own.roomName}` : '房间待会务组通知'}`
            : '自行安排'}
        </Fact>
        {own.checkedInTime && <Fact label="签到">{formatMinute(own.checkedInTime)}</Fact>}
        {!own.isPurged && (
          <Fact label="参会者名单">
            {receipt.listed ? '已列入姓名和单位' : '未列入'}
            <button
              type="button"
              disabled={!isReady}
              className="ml-3 text-brand-deep underline underline-offset-4"
              onClick={() => (receipt.listed ? void setListed(false) : void join())}
            >
              {receipt.listed ? '退出名单' : '加入名单'}
            </button>
          </Fact>
        )}
        {own.certificate && (
          <Fact label="参会证明">
            <a
              href={withQuery(routes.certificate, { no: own.certificate.number })}
              className="text-brand-deep underline underline-offset-4"
            >
              证书编号 {own.certificate.number}
            </a>
            <a
              href={withQuery('/prod-api/certificate/pdf', { id: own.certificate.id })}
              className="ml-3 text-brand-deep underline underline-offset-4"
            >
              下载证书
            </a>
          </Fact>
        )}
      </dl>
      <div className="mt-6 flex flex-wrap gap-3">
        {own.state === 'pending' && (
          <ButtonLink href={withQuery(routes.paymentChannel, { activityUserId: own.id })} look="accent">
            去缴费
          </ButtonLink>
        )}
        {own.state === 'paid' && (
          <>
            <Button disabled={!isReady} onClick={() => setOpen('ticket')}>
              签到码
            </Button>
            <Button look="ghost" disabled={!isReady} onClick={() => setOpen('people')}>
              参会者名单
            </Button>
          </>
        )}
        {own.state === 'paid' && !obstacles.transfer && (
          <Button look="ghost" disabled={!isReady} onClick={() => setOpen('transfer')}>
            转让名额
          </Button>
        )}
        {!obstacles.change && (
          <Button look="ghost" disabled={!isReady} onClick={() => setOpen('change')}>
            {own.needsReceipt ? '完善回执' : own.mayChange ? '修改回执' : '申请变更'}
          </Button>
        )}
        {!obstacles.cancel && (
          <Button look="plain" disabled={!isReady} onClick={() => setOpen('cancel')}>
            取消参会
          </Button>
        )}
      </div>
      <NoLonger own={own} />
      {own.requests.length > 0 && (
        <ul className="mt-6 divide-y divide-line border-t border-line text-[0.9375rem]">
          {own.requests.map((request) => (
            <li key={request.id} className="py-3">
              <strong className="text-ink">{requestKinds[request.kind]}</strong>：{requestStates[request.state]}
              {request.answer && `，${request.answer}`}
              <span className="ml-2 text-sm text-muted">{formatMinute(request.time)}</span>
            </li>
          ))}
        </ul>
      )}
      {open === 'ticket' && <TicketDialog own={own} onClose={close} />}
      {open === 'people' && <PeopleDialog meetingId={own.activityId} onClose={close} onFailed={onFailed} />}
      {open === 'change' && <ChangeDialog own={own} units={units} onClose={close} onDone={done} />}
      {open === 'transfer' && <TransferDialog own={own} onClose={close} onDone={done} />}
      {open === 'join' && words && (
        <Confirm title="加入参会者名单" yes="同意并加入" no="取消" onYes={() => void setListed(true)} onNo={close}>
          <ListingWords words={words} />
        </Confirm>
      )}
      {open === 'cancel' && (
        <Confirm
          title="取消参会"
          text={cancelText(own)}
          yes="确认取消"
          no="再想想"
          onYes={() => void cancel()}
          onNo={close}
        />
      )}
    </Card>
  )
}

function cancelText(own: OwnRegistration): string {
  if (own.state === 'waiting') return '取消后将退出候补，如需参会请重新报名。'
  if (own.state !== 'paid' || own.fee === 0) return '取消后名额将释放，如需参会请重新报名。'
  if (own.refundPercent === 0) return '已过退费时间，按规则不退会务费。提交后由会务组根据情况处理。'
  const back = ((own.fee * own.refundPercent) / 10_000).toFixed(2)
  const to = own.isPaidByOther ? '给缴费的原参会人' : ''
  return `按规则退还会务费的${own.refundPercent}%，即${back}元，经财务审核后原路退回${to}。取消后名额将释放。`
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="break-words text-ink">{children}</dd>
  </div>
)

/** Possible actions are buttons; impossible ones are explained, so that users do not search for them. */
function NoLonger({ own: { state, obstacles } }: Pick<OwnPlaceProps, 'own'>) {
  const sentences = [obstacles.change, state === 'paid' && obstacles.transfer, obstacles.cancel].filter(Boolean)
  // one sentence is enough once it is over
  if (sentences.length === 0 || (state === 'paid' && obstacles.change)) return null
  return (
    <ul className="mt-4 list-disc space-y-1 pl-5 text-[0.9375rem] text-muted">
      {sentences.map((sentence) => (
        <li key={`${sentence}`}>{sentence}</li>
      ))}
    </ul>
  )
}

function StateNotice({ own }: { own: OwnRegistration }) {
  if (own.state === 'waiting')
    return <Notice>{`您在候补名单中排第${own.waitingPlace ?? 1}位，有名额时会通过站内消息和短信通知您。`}</Notice>
  if (own.state === 'pending')
    return (
      <Notice tone="warm">
        {own.payUntil ? `名额为您保留至${formatMinute(own.payUntil)}，请在此之前缴费。` : '报名已提交，请完成缴费。'}
      </Notice>
    )
  if (own.isPurged) return <Notice>会议已结束，参会资料已按保存期限清除。</Notice>
  if (own.obstacles.change) return <Notice>会议已结束，不能再变更、转让或取消，感谢您的参与。</Notice>
  return <Notice>报名和缴费均已完成，报到时请出示签到码。</Notice>
}
