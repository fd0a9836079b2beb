// 票据: requested receipts that need a number, and receipts to void after a refund.
import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { App, Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { StaffPaymentReceipt } from '@xinqiao/contract/http/payments/receipts.ts'
import { paymentReceiptKinds, paymentReceiptStates } from '@xinqiao/contract/orders.ts'
import { ReasonDialog } from '../kit/forms/ReasonDialog.tsx'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction } from '../kit/forms/forms.ts'
import { FilterSelect, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { SheetImport } from '../kit/lists/SheetImport.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useStaff } from '../session/session.tsx'
import { useApi } from '../kit/api/use-api.ts'
import './payments.css'
import { ReceiptCard, receiptColumns } from './receipt-rows.tsx'
import { StampButton } from './StampButton.tsx'
import { formatMoney } from './money.tsx'

type NumberDialogProps = {
  receipt: StaffPaymentReceipt | null
  onClose: () => void
  onDone: () => void
  /** Called when the payer corrected the title or tax number while the dialog was open. */
  onChanged: (receipt: StaffPaymentReceipt) => void
}

/** The number that the tax authority's program assigned: to the receipt, or to its voiding. */
function NumberDialog({ receipt, onClose, onDone, onChanged }: NumberDialogProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<{ number: string }>()
  const isVoiding = receipt?.state === 'toVoid'
  const id = receipt?.id
  // a corrected title keeps the typed number
  useEffect(() => {
    if (id !== undefined) form.resetFields()
  }, [form, id])
  const [save, busy] = useFormAction(form, async ({ number }: { number: string }) => {
    if (!receipt) return
    const input = { id: receipt.id, number: number.trim() }
    const { buyer, taxNo } = receipt
    try {
      if (isVoiding) await api('POST /admin/receipt/void', input)
      else await api('POST /admin/receipt/issue', { ...input, buyer, taxNo })
    } catch (error) {
      if (error instanceof Failure && error.reason === 'changedMeanwhile')
        onChanged({ ...receipt, ...(error.data as Pick<StaffPaymentReceipt, 'buyer' | 'taxNo'>) })
      throw error
    }
    message.success('已登记')
    onDone()
  })
  return (
    <FormDialog
      form={form}
      open={receipt !== null}
      title={isVoiding ? '登记红冲号码' : '登记票据号码'}
      isBusy={busy}
      onClose={onClose}
      onSend={save}
    >
      {receipt && (
        <dl className="payments-facts">
          <dt>抬头</dt>
          <dd>{receipt.buyer}</dd>
          {receipt.taxNo && (
            <>
              <dt>纳税人识别号</dt>
              <dd>{receipt.taxNo}</dd>
            </>
          )}
          <dt>项目</dt>
          <dd>{receipt.title}</dd>
          <dt>金额</dt>
          <dd>{formatMoney(receipt.cents)}元</dd>
        </dl>
      )}
      <Form.Item
        name="number"
        label={isVoiding ? '红冲号码' : '票据号码'}
        rules={[
          { required: true, whitespace: true, message: '请填写票据号码' },
          { pattern: /^[\w-]{1,30}$/, message: '号码只能有字母、数字和横线' },
        ]}
      >
        <Input maxLength={30} />
      </Form.Item>
    </FormDialog>
  )
}

export function ReceiptsPage() {
  const { page, chosen } = useListAddress()
  const { role } = useStaff()
  const kind = chosen('kind', paymentReceiptKinds)
  const state = chosen('state', paymentReceiptStates)
  const query = { page, size: pageSize, kind, state }
  const loaded = useApi('GET /admin/receipts', query)
  const [numbered, setNumbered] = useState<StaffPaymentReceipt | null>(null)
  const [openReceipt, setOpenReceipt] = useState<StaffPaymentReceipt | null>(null)
  const [openedReceipts, setOpenedReceipts] = useState<Record<number, string>>({})
  const mail = { opened: openedReceipts, reveal: setOpenReceipt }
  const [isImporting, setImporting] = useState(false)
  return (
    <>
      <ScreenHead
        title="票据"
        lead="会费开具会费票据，其他费用开具发票；在税务系统开具后登记号码，完整邮箱见待开具的表格或逐张查看"
      >
        {role === 'administrator' && <StampButton />}
        <Button icon={<UploadOutlined aria-hidden />} onClick={() => setImporting(true)}>
          导入号码
        </Button>
      </ScreenHead>
      <search className="filters">
        <FilterSelect name="kind" label="按种类筛选" all="全部种类" labels={paymentReceiptKinds} />
        <FilterSelect name="state" label="按状态筛选" all="全部状态" labels={paymentReceiptStates} />
      </search>
      <PagedList
        loaded={loaded}
        columns={receiptColumns(setNumbered, mail)}
        renderCard={(receipt) => <ReceiptCard receipt={receipt} open={setNumbered} mail={mail} />}
        empty={<EmptyList message={kind || state ? '没有符合条件的票据' : '还没有人申请票据'} />}
        unit="张"
        minWidth={1160}
      />
      <NumberDialog
        receipt={numbered}
        onClose={() => setNumbered(null)}
        onDone={() => {
          setNumbered(null)
          loaded.reload()
        }}
        onChanged={(receipt) => {
          setNumbered(receipt)
          loaded.reload()
        }}
      />
      <ReasonDialog
        title={openReceipt && `查看邮箱：${openReceipt.buyer}`}
        onClose={() => setOpenReceipt(null)}
        onConfirm={async (reason) => {
          if (!openReceipt) return
          const { email } = await api('POST /admin/receipt/reveal', { id: openReceipt.id, reason })
          setOpenedReceipts((before) => ({ ...before, [openReceipt.id]: email }))
          setOpenReceipt(null)
        }}
      />
      <SheetImport
        isOpen={isImporting}
        title="导入票据号码"
        path="/admin/receipts/import"
        unit="个号码"
        onClose={() => setImporting(false)}
        onImported={loaded.reload}
      >
        <p>导出待开具的申请，在最后一列填上票据号码后上传，一次最多2000行。任何一行有误，全部都不会导入。</p>
        <p className="button-row">
          {Object.entries(paymentReceiptKinds).map(([value, label]) => (
            <Button
              key={value}
              icon={<DownloadOutlined aria-hidden />}
              href={`/prod-api/admin/receipts/sheet?kind=${value}`}
            >
              导出待开具的{label}
            </Button>
          ))}
        </p>
      </SheetImport>
    </>
  )
}
