// 转账核对: proofs of bank transfers. Staff confirm the payment with the bank's number.
import { App, Button, Form, Input, InputNumber, Select, type TableColumnsType } from 'antd'
import { useEffect, useState } from 'react'
import type { StaffTransfer } from '@xinqiao/contract/http/payments/transfers.ts'
import { transferStates, type TransferState } from '@xinqiao/contract/orders.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredRules, requiredTextRules } from '../kit/forms/forms.ts'
import { Link } from '../kit/navigation/router.tsx'
import { ToneTag, type Tone } from '../kit/lists/ToneTag.tsx'
import { api } from '../kit/api/api.ts'
import { ListByState } from './ListByState.tsx'
import { Money, formatMoney } from './money.tsx'

const tones: Record<TransferState, Tone> = { sent: 'warm', confirmed: 'good', refused: 'calm' }
type OnOpenTransfer = (transfer: StaffTransfer) => void

const TransferTag = ({ transfer }: { transfer: StaffTransfer }) => (
  <ToneTag tone={tones[transfer.state]}>{transferStates[transfer.state]}</ToneTag>
)
const TransferActions = ({ transfer, open }: { transfer: StaffTransfer; open: OnOpenTransfer }) => (
  <div className="row-actions">
    <Button
      type="link"
      href={transfer.fileUrl}
      target="_blank"
      rel="noreferrer"
      aria-label={`查看凭证：${transfer.payer}`}
    >
      查看凭证
    </Button>
    {transfer.state === 'sent' && (
      <Button type="link" aria-label={`核对：${transfer.payer}`} onClick={() => open(transfer)}>
        核对
      </Button>
    )}
  </div>
)

const createTransferColumns = (open: OnOpenTransfer): TableColumnsType<StaffTransfer> => [
  { title: '状态', key: 'state', width: 100, render: (_, row) => <TransferTag transfer={row} /> },
  { title: '项目', key: 'title', render: (_, row) => <Link to={`/orders/${row.orderId}`}>{row.title}</Link> },
  { title: '付款人', dataIndex: 'payer', width: 140 },
  { title: '应付（元）', key: 'cents', width: 110, align: 'right', render: (_, row) => <Money cents={row.cents} /> },
  {
    title: '提交时间',
    key: 'time',
    width: 150,
    className: 'nowrap',
    render: (_, row) => formatMinuteOrDash(row.createTime),
  },
  { title: '核对人', key: 'decider', width: 120, render: (_, row) => row.decider || '—' },
  { title: '操作', key: 'actions', width: 190, render: (_, row) => <TransferActions transfer={row} open={open} /> },
]

const TransferCard = ({ transfer, open }: { transfer: StaffTransfer; open: OnOpenTransfer }) => (
  <>
    <strong>{transfer.title}</strong>
    <div className="cards-facts">
      <TransferTag transfer={transfer} />
      <span>{formatMoney(transfer.cents)}元</span>
      <span>{transfer.payer}</span>
      <span>{formatMinuteOrDash(transfer.createTime)}</span>
      {transfer.reason && <span>{transfer.reason}</span>}
    </div>
    <TransferActions transfer={transfer} open={open} />
  </>
)

type TransferCheckFields = { isReceived: boolean; serial: string; yuan: number; reason: string }
type CheckDialogProps = { transfer: StaffTransfer | null; onClose: () => void; onDone: () => void }

function CheckDialog({ transfer, onClose, onDone }: CheckDialogProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<TransferCheckFields>()
  const isRefusal = Form.useWatch(({ isReceived }: Partial<TransferCheckFields>) => isReceived === false, form)
  useEffect(() => {
    if (transfer) form.setFieldsValue({ isReceived: true, serial: '', yuan: transfer.cents / 100, reason: '' })
  }, [form, transfer])
  const [check, busy] = useFormAction(form, async ({ isReceived, serial, yuan, reason }: TransferCheckFields) => {
    if (!transfer) return
    const { id } = transfer
    if (isReceived) {
      const { isSurplus } = await api('POST /admin/transfer/confirm', { id, serial, cents: Math.round(yuan * 100) })
      if (isSurplus) message.warning('订单已关闭或已支付，这笔款项已转入退款，请到“退款”中汇还', 8)
      else message.success('已入账')
    } else {
      await api('POST /admin/transfer/refuse', { id, reason })
      message.success('已退回凭证')
    }
    onDone()
  })
  return (
    <FormDialog
      form={form}
      open={transfer !== null}
      title={`核对转账：${transfer?.payer ?? ''}`}
      okText="确定"
      isBusy={busy}
      onClose={onClose}
      onSend={check}
    >
      <Form.Item name="isReceived" label="核对结果" rules={requiredRules('请选择核对结果')}>
        <Select
          options={[
            { value: true, label: '银行已到账' },
            { value: false, label: '退回凭证' },
          ]}
        />
      </Form.Item>
      {isRefusal ? (
        <Form.Item name="reason" label="退回原因" rules={requiredTextRules('请填写原因')}>
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
        </Form.Item>
      ) : (
        <>
          <Form.Item
            name="serial"
            label="银行流水号"
            rules={[
              { required: true, whitespace: true, message: '请填写银行流水号' },
              { pattern: /^[\w-]{1,60}$/, message: '流水号只能有字母、数字和横线' },
            ]}
          >
            <Input maxLength={60} />
          </Form.Item>
          <Form.Item
            name="yuan"
            label="到账金额（元）"
            extra="以银行到账为准；与应付不同时不会入会，须申请退回"
            rules={requiredRules('请输入金额')}
          >
            <InputNumber min={0.01} precision={2} className="payments-input" />
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}

export function TransfersPage() {
  const [chosenTransfer, setChosenTransfer] = useState<StaffTransfer | null>(null)
  return (
    <ListByState
      path="/transfers"
      title="转账核对"
      lead="会员以银行转账缴纳会费后上传的凭证；在银行查到款项后入账"
      states={transferStates}
      load={(query) => api('GET /admin/transfers', query)}
      columns={() => createTransferColumns(setChosenTransfer)}
      renderCard={(row) => <TransferCard transfer={row} open={setChosenTransfer} />}
      nothing="还没有人提交转账凭证"
      nothingOfState="没有这种状态的凭证"
      unit="份"
      minWidth={960}
    >
      {(reload) => (
        <CheckDialog
          transfer={chosenTransfer}
          onClose={() => setChosenTransfer(null)}
          onDone={() => {
            setChosenTransfer(null)
            reload()
          }}
        />
      )}
    </ListByState>
  )
}
