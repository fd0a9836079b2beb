// 会费收支: yearly income by the books, spending, and publication.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { App, Button, Form, Input, InputNumber, Switch } from 'antd'
import { useEffect, useState } from 'react'
import type { StaffDuesYear } from '@xinqiao/contract/http/payments/dues.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredRules, requiredTextRules } from '../kit/forms/forms.ts'
import { LoadFailed, EmptyList, ScreenHead, LoadingView } from '../kit/states.tsx'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import './payments.css'
import { formatMoney } from './money.tsx'

type DuesYearFields = { spending: { title: string; yuan: number }[]; note: string; published: boolean }
type YearDialogProps = { year: StaffDuesYear | null; onClose: () => void; onSaved: () => void }

function YearDialog({ year, onClose, onSaved }: YearDialogProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<DuesYearFields>()
  useEffect(() => {
    if (!year) return
    form.setFieldsValue({
      spending: year.spending.map(({ title, cents }) => ({ title, yuan: cents / 100 })),
      note: year.note,
      published: year.publishTime !== null,
    })
  }, [form, year])
  const [save, busy] = useFormAction(form, async ({ spending, note, published }: DuesYearFields) => {
    if (!year) return
    const spent = spending.map(({ title, yuan }) => ({ title, cents: Math.round(yuan * 100) }))
    await api('PUT /admin/dues', { year: year.year, spending: spent, note: note ?? '', published })
    message.success(published ? '已保存并公示' : '已保存')
    onSaved()
  })
  return (
    <FormDialog
      form={form}
      open={year !== null}
      title={`${year?.year ?? ''}年度会费支出`}
      width={640}
      isBusy={busy}
      onClose={onClose}
      onSend={save}
    >
      <Form.List name="spending">
        {(rows, { add, remove }) => (
          <>
            {rows.map(({ key, name }) => (
              <div key={key} className="payments-spent">
                <Form.Item name={[name, 'title']} label={`用途${name + 1}`} rules={requiredTextRules('请填写用途')}>
                  <Input maxLength={60} />
                </Form.Item>
                <Form.Item name={[name, 'yuan']} label="金额（元）" rules={requiredRules('请输入金额')}>
                  <InputNumber min={0.01} max={100_000_000} precision={2} />
                </Form.Item>
                <Button
                  type="text"
                  aria-label={`删除用途${name + 1}`}
                  icon={<DeleteOutlined aria-hidden />}
                  onClick={() => remove(name)}
                />
              </div>
            ))}
            <Button icon={<PlusOutlined aria-hidden />} onClick={() => add()} disabled={rows.length >= 50}>
              添加支出
            </Button>
          </>
        )}
      </Form.List>
      <Form.Item name="note" label="说明" className="payments-remark">
        <Input.TextArea maxLength={1000} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <Form.Item name="published" label="向社会公示" valuePropName="checked">
        <Switch checkedChildren="公示" unCheckedChildren="不公示" />
      </Form.Item>
    </FormDialog>
  )
}

export function DuesPage() {
  const { data, error, reload } = useApi('GET /admin/dues', {})
  const [editedYear, setEditedYear] = useState<StaffDuesYear | null>(null)
  if (error) return <LoadFailed message={error} onRetry={reload} />
  if (!data) return <LoadingView />
  return (
    <>
      <ScreenHead title="会费收支" lead="收入由账目自动汇总；填写支出并公示后，显示在网站“会费收支公示”页面" />
      {data.length === 0 && <EmptyList message="还没有会费收入" />}
      <ul className="cards">
        {data.map((year) => (
          <li key={year.year}>
            <strong>{year.year}年度</strong>
            <div className="cards-facts">
              <ToneTag tone={year.publishTime ? 'good' : 'warm'}>{year.publishTime ? '已公示' : '未公示'}</ToneTag>
              <span>
                收入{formatMoney(year.incomeCents - year.refundCents)}元（{year.payers}人）
              </span>
              <span>支出{formatMoney(year.spending.reduce((sum, item) => sum + item.cents, 0))}元</span>
              {year.publishTime && <span>{year.publishTime.slice(0, 10)} 公示</span>}
            </div>
            <Button onClick={() => setEditedYear(year)} aria-label={`填写支出：${year.year}年度`}>
              填写支出
            </Button>
          </li>
        ))}
      </ul>
      <YearDialog
        year={editedYear}
        onClose={() => setEditedYear(null)}
        onSaved={() => {
          setEditedYear(null)
          reload()
        }}
      />
    </>
  )
}
