// One receipt or invoice of the list, as a table row for desktops and as a card for phones.
import { Button, type TableColumnsType } from 'antd'
import type { StaffPaymentReceipt } from '@xinqiao/contract/http/payments/receipts.ts'
import { paymentReceiptKinds, paymentReceiptStates, type PaymentReceiptState } from '@xinqiao/contract/orders.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { Link } from '../kit/navigation/router.tsx'
import { ToneTag, type Tone } from '../kit/lists/ToneTag.tsx'
import { Money, formatMoney } from './money.tsx'

const tones: Record<PaymentReceiptState, Tone> = {
  asked: 'warm',
  issued: 'good',
  toVoid: 'bad',
  voided: 'calm',
  cancelled: 'calm',
}
type OnChooseReceipt = (receipt: StaffPaymentReceipt) => void
export type MailActions = {
  /** Revealed mail addresses by receipt. */
  opened: Readonly<Record<number, string>>
  reveal: OnChooseReceipt
}

const ReceiptTag = ({ receipt }: { receipt: StaffPaymentReceipt }) => (
  <ToneTag tone={tones[receipt.state]}>{paymentReceiptStates[receipt.state]}</ToneTag>
)

function ReceiptAction({ receipt, open }: { receipt: StaffPaymentReceipt; open: OnChooseReceipt }) {
  const paper = receipt.kind === 'dues' && receipt.number && (
    <Button
      type="link"
      aria-label={`下载收据：${receipt.number}`}
      href={`/prod-api/admin/receipt/pdf?id=${receipt.id}`}
    >
      下载收据
    </Button>
  )
  if (receipt.state !== 'asked' && receipt.state !== 'toVoid')
    return (
      <>
        {receipt.number || '—'} {paper}
      </>
    )
  const label = receipt.state === 'asked' ? '登记号码' : '登记红冲'
  return (
    <Button type="link" aria-label={`${label}：${receipt.buyer}`} onClick={() => open(receipt)}>
      {label}
    </Button>
  )
}

function MailAddress({ receipt, mail }: { receipt: StaffPaymentReceipt; mail: MailActions }) {
  const whole = mail.opened[receipt.id]
  if (whole || !receipt.email) return <span className="payments-mail">{whole ?? '—'}</span>
  return (
    <span className="payments-mail">
      {receipt.email}{' '}
      <Button type="link" size="small" aria-label={`查看邮箱：${receipt.buyer}`} onClick={() => mail.reveal(receipt)}>
        查看
      </Button>
    </span>
  )
}

export const receiptColumns = (open: OnChooseReceipt, mail: MailActions): TableColumnsType<StaffPaymentReceipt> => [
  { title: '状态', key: 'state', width: 100, render: (_, receipt) => <ReceiptTag receipt={receipt} /> },
  { title: '种类', key: 'kind', width: 100, render: (_, receipt) => paymentReceiptKinds[receipt.kind] },
  {
    title: '抬头',
    key: 'buyer',
    render: (_, receipt) => (
      <>
        {receipt.buyer}
        {receipt.taxNo && <div className="hint">{receipt.taxNo}</div>}
      </>
    ),
  },
  {
    title: '项目',
    key: 'title',
    render: (_, receipt) => <Link to={`/orders/${receipt.orderId}`}>{receipt.title}</Link>,
  },
  {
    title: '金额（元）',
    key: 'cents',
    width: 110,
    align: 'right',
    render: (_, receipt) => <Money cents={receipt.cents} />,
  },
  { title: '邮箱', key: 'email', width: 210, render: (_, receipt) => <MailAddress receipt={receipt} mail={mail} /> },
  {
    title: '申请时间',
    key: 'time',
    width: 150,
    className: 'nowrap',
    render: (_, receipt) => formatMinuteOrDash(receipt.createTime),
  },
  {
    title: '号码',
    key: 'actions',
    width: 230,
    render: (_, receipt) => <ReceiptAction receipt={receipt} open={open} />,
  },
]

type ReceiptCardProps = { receipt: StaffPaymentReceipt; open: OnChooseReceipt; mail: MailActions }
export const ReceiptCard = ({ receipt, open, mail }: ReceiptCardProps) => (
  <>
    <strong>{receipt.buyer}</strong>
    <div className="cards-facts">
      <ReceiptTag receipt={receipt} />
      <span>{paymentReceiptKinds[receipt.kind]}</span>
      <span>{formatMoney(receipt.cents)}元</span>
      <span>{receipt.title}</span>
      <span>{formatMinuteOrDash(receipt.createTime)}</span>
      {receipt.email && <MailAddress receipt={receipt} mail={mail} />}
    </div>
    <ReceiptAction receipt={receipt} open={open} />
  </>
)
