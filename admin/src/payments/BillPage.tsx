// One day's bill: its sums compared with the books, and each difference with its settlement.
import { Alert, App, Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import type { StaffBillDifference } from '@xinqiao/contract/http/payments/bills.ts'
import { differenceKinds, differenceStates, payProviders } from '@xinqiao/contract/orders.ts'
import { requiredTextRules } from '../kit/forms/forms.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { useAction } from '../kit/api/hooks.ts'
import { Link } from '../kit/navigation/router.tsx'
import type { ScreenProps } from '../kit/navigation/screen-props.ts'
import { LoadFailed, ScreenHead, LoadingView } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { BillTag } from './BillsPage.tsx'
import './payments.css'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { formatMoney } from './money.tsx'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useApi } from '../kit/api/use-api.ts'

type SettleDifferenceDialogProps = {
  difference: StaffBillDifference | null
  onClose: () => void
  onSettled: () => void
}

function SettleDifferenceDialog({ difference, onClose, onSettled }: SettleDifferenceDialogProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<{ note: string }>()
  useEffect(() => {
    if (difference) form.resetFields()
  }, [form, difference])
  const [settle, busy] = useAction(async ({ note }: { note: string }) => {
    if (!difference) return
    await api('POST /admin/bill/settle', { id: difference.id, note })
    message.success('已记录')
    onSettled()
  })
  return (
    <FormDialog form={form} open={difference !== null} title="处理差异" isBusy={busy} onClose={onClose} onSend={settle}>
      <Form.Item
        name="note"
        label="处理说明"
        extra="例如：向渠道核实的结果、补记或退回的单号。说明记入审计日志"
        rules={requiredTextRules('请填写处理说明')}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 3, maxRows: 6 }} />
      </Form.Item>
    </FormDialog>
  )
}

const formatSum = (cents: number | null) => (cents === null ? '无' : `${formatMoney(cents)}元`)

export function BillPage({ id: idParam }: ScreenProps) {
  const id = Number(idParam)
  const { data: bill, error, reload } = useApi('GET /admin/bill', { id })
  const [settledDifference, setSettledDifference] = useState<StaffBillDifference | null>(null)
  if (error) return <LoadFailed message={error} onRetry={reload} extra={<Link to="/bills">返回列表</Link>} />
  if (!bill) return <LoadingView />
  return (
    <>
      <ScreenHead title={`对账：${bill.day}`} lead={payProviders[bill.provider].title} />
      {bill.failure && (
        <Alert className="payments-note" type="error" showIcon title={`账单获取失败：${bill.failure}`} />
      )}
      <section className="panel">
        <h2>合计</h2>
        <dl className="payments-facts">
          <dt>结果</dt>
          <dd>
            <BillTag bill={bill} />
          </dd>
          <dt>交易账单</dt>
          <dd>
            {bill.lines}笔，{formatMoney(bill.tradeCents)}元
          </dd>
          <dt>资金账单</dt>
          <dd>{formatMoney(bill.fundCents)}元</dd>
          <dt>本站账目</dt>
          <dd>{formatMoney(bill.ourCents)}元</dd>
          <dt>账单摘要</dt>
          <dd className="payments-no">{bill.tradeHash || '—'}</dd>
        </dl>
      </section>
      <section className="panel">
        <h2>差异</h2>
        {bill.differences.length === 0 && <p className="hint">逐笔核对一致，没有差异</p>}
        <ul className="payments-lines">
          {bill.differences.map((item) => (
            <li key={item.id}>
              <strong>{differenceKinds[item.kind]}</strong>
              <div className="cards-facts">
                <ToneTag tone={item.state === 'open' ? 'bad' : 'good'}>{differenceStates[item.state]}</ToneTag>
                <span>本站：{formatSum(item.ourCents)}</span>
                <span>渠道：{formatSum(item.theirCents)}</span>
                {item.orderId !== null && <Link to={`/orders/${item.orderId}`}>订单 {item.orderNo}</Link>}
                {item.transactionId && <span className="payments-no">交易号 {item.transactionId}</span>}
                {item.refundNo && <span className="payments-no">退款单号 {item.refundNo}</span>}
              </div>
              {item.state === 'open' ? (
                <Button onClick={() => setSettledDifference(item)}>处理</Button>
              ) : (
                <p className="hint">
                  {item.note}（{item.settler || '系统'}，{formatMinuteOrDash(item.settleTime)}）
                </p>
              )}
            </li>
          ))}
        </ul>
      </section>
      <SettleDifferenceDialog
        difference={settledDifference}
        onClose={() => setSettledDifference(null)}
        onSettled={() => {
          setSettledDifference(null)
          reload()
        }}
      />
    </>
  )
}
