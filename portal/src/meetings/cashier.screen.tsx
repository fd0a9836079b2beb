// Paying for a place: scan, paid, failed or timed out (portal.md 2, 4). The screen only asks how the order stands; that
// it stops asking changes nothing about the order, which is settled whenever the money comes.
import { useEffect, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import { identityOf, meetingPoll, meetingWords } from '@xinqiao/contract/meetings.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { api } from '../accounts/api.ts'
import { endSession } from '../accounts/leaving.ts'

type State = { status: number; orderCode: string | null; payTime: string | null }
export type CashierProps = { id: number; type: number; fee: number; state: State }

type View = { at: 'scan' } | { at: 'paid'; state: State } | { at: 'failed'; sentence: string }

const failed = '支付失败，请重新支付'
const yuan = (cents: number) => (cents / 100).toFixed(2)

export function Screen({ id, type, fee, state }: CashierProps) {
  const [view, setView] = useState<View>(state.status === 1 ? { at: 'paid', state } : { at: 'scan' })
  const isScanning = view.at === 'scan'
  useEffect(() => {
    if (!isScanning) return
    let tries = 0
    const timer = setInterval(() => {
      tries += 1
      if (tries > meetingPoll.times) {
        clearInterval(timer)
        setView({ at: 'failed', sentence: meetingWords.payTimedOut })
        return
      }
      api('GET /wxPay/isPay', { activityUserId: id })
        .then((now) => {
          if (now.status === 1) setView({ at: 'paid', state: now })
          else if (now.status === -1) setView({ at: 'failed', sentence: failed })
          return null
        })
        .catch((error: unknown) => {
          // one question without an answer is followed by the next
          if (error instanceof Failure && error.status === 401) void endSession()
        })
    }, meetingPoll.everyMs)
    return () => clearInterval(timer)
  }, [id, isScanning])

  return (
    <Card className="px-5 py-8 text-center sm:px-12 sm:py-12">
      <div aria-live="polite">
        {view.at === 'scan' && <Scan id={id} type={type} fee={fee} />}
        {view.at === 'paid' && <Paid fee={fee} state={view.state} />}
        {view.at === 'failed' && <Failed sentence={view.sentence} />}
      </div>
    </Card>
  )
}

type Way = { at: 'asking' } | { at: 'qr' } | { at: 'link'; url: string } | { at: 'none'; sentence: string }

/** Which way suits the device is the server's to say: a code for another device, or a page that leads to WeChat. */
function Scan({ id, type, fee }: Pick<CashierProps, 'id' | 'type' | 'fee'>) {
  const [way, setWay] = useState<Way>({ at: 'asking' })
  useEffect(() => {
    let isCurrent = true
    startPaying(id)
      .then((found) => isCurrent && setWay(found))
      .catch((error: unknown) => {
        if (error instanceof Failure && error.status === 401) void endSession()
        else if (isCurrent) setWay({ at: 'none', sentence: error instanceof Error ? error.message : failed })
      })
    return () => {
      isCurrent = false
    }
  }, [id])
  return (
    <>
      <h1 className="text-2xl font-bold text-ink">{way.at === 'link' ? '请支付会务费' : '请扫码支付'}</h1>
      <p className="mt-2 text-lg">{`您是${identityOf(type)}，应缴费用${yuan(fee)}元`}</p>
      {way.at === 'none' && (
        <div className="mx-auto mt-6 max-w-sm text-left">
          <Notice tone="error">{way.sentence}</Notice>
        </div>
      )}
      {way.at === 'link' && (
        <p className="mt-6">
          <ButtonLink href={way.url} look="accent" className="min-h-12 px-8">
            打开微信支付
          </ButtonLink>
        </p>
      )}
      {(way.at === 'qr' || way.at === 'asking') && (
        <div className="mx-auto mt-6 grid size-60 place-items-center rounded-lg border border-line bg-white p-2">
          {way.at === 'qr' ? (
            <img src={`/prod-api/wxPay/pay?activityUserId=${id}`} alt="支付二维码" width="480" height="480" />
          ) : (
            <span className="text-muted">正在生成二维码…</span>
          )}
        </div>
      )}
      <p className="mt-4 text-[0.9375rem] text-muted">
        {way.at === 'link' ? '支付完成后请回到本页，结果会自动更新' : '请使用微信扫描二维码，支付完成后本页会自动更新'}
      </p>
      <p className="mt-6 flex flex-wrap justify-center gap-3">
        {way.at === 'none' && <Button onClick={() => location.reload()}>重新支付</Button>}
        <ButtonLink href={routes.payment} look="ghost">
          返回
        </ButtonLink>
      </p>
    </>
  )
}

async function startPaying(id: number): Promise<Way> {
  const { ticket } = await api('POST /order/pay', { kind: 'conference', given: `${id}` })
  if (ticket.kind === 'qr') return { at: 'qr' }
  if (ticket.kind === 'jsapi') return payInWechat(ticket.invoke)
  return { at: 'link', url: ticket.url }
}

type Bridge = { invoke: (name: string, input: object, done: (reply: { err_msg: string }) => void) => void }

/** WeChat's own window. What it answers is not believed: the screen goes on asking the server. */
function payInWechat(invoke: object): Way {
  const { WeixinJSBridge: bridge } = window as { WeixinJSBridge?: Bridge }
  if (!bridge) return { at: 'none', sentence: '请在微信中重新打开本页后支付' }
  bridge.invoke('getBrandWCPayRequest', invoke, () => {})
  return { at: 'asking' }
}

const Paid = ({ fee, state }: { fee: number; state: State }) => (
  <>
    <span className="mx-auto grid size-16 place-items-center rounded-full bg-success-tint text-success">
      <Icon name="check" className="size-9" />
    </span>
    <h1 className="mt-4 text-2xl font-bold text-ink">{meetingWords.paid}</h1>
    <dl className="mx-auto mt-6 grid max-w-sm grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-left">
      <dt className="text-muted">支付金额</dt>
      <dd className="font-semibold text-ink tabular-nums">{yuan(fee)}元</dd>
      {state.orderCode && (
        <>
          <dt className="text-muted">订单号</dt>
          <dd className="break-all">{state.orderCode}</dd>
        </>
      )}
      {state.payTime && (
        <>
          <dt className="text-muted">支付时间</dt>
          <dd className="tabular-nums">{state.payTime}</dd>
        </>
      )}
    </dl>
    <p className="mt-8">
      <ButtonLink href={routes.payment}>返回</ButtonLink>
    </p>
  </>
)

const Failed = ({ sentence }: { sentence: string }) => (
  <>
    <span className="mx-auto grid size-16 place-items-center rounded-full bg-danger-tint text-danger">
      <Icon name="alert" className="size-9" />
    </span>
    <h1 className="mt-4 text-2xl font-bold text-ink">支付未完成</h1>
    <p role="alert" className="mt-2 text-lg">
      {sentence}
    </p>
    <p className="mx-auto mt-2 max-w-sm text-[0.9375rem] text-muted">
      如果您已经付款，不必再付：款项到账后报名会自动更新，重复支付的部分会原路退回。
    </p>
    <p className="mt-8 flex flex-wrap justify-center gap-3">
      <Button look="accent" onClick={() => location.reload()}>
        重新支付
      </Button>
      <ButtonLink href={routes.payment} look="ghost">
        返回
      </ButtonLink>
    </p>
  </>
)
