// Complaints about sessions: read and answer.
import { Button, Form, Input, Space, type TableColumnsType } from 'antd'
import { useState } from 'react'
import type { BookingComplaint } from '@xinqiao/contract/http/booking/staff.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredTextRules } from '../kit/forms/forms.ts'
import { useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import { ClientDialog } from './ClientDialog.tsx'

const ComplaintStateTag = ({ complaint }: { complaint: BookingComplaint }) =>
  complaint.state === 'open' ? <ToneTag tone="bad">待处理</ToneTag> : <ToneTag tone="calm">已答复</ToneTag>

export function ComplaintsPage() {
  const { page } = useListAddress()
  const loaded = useApi('GET /admin/complaints', { page, size: pageSize })
  const [open, setOpen] = useState<BookingComplaint | null>(null)
  const [form] = Form.useForm<{ answer: string }>()
  const [handle, busy] = useFormAction(form, async ({ answer }: { answer: string }) => {
    if (!open) return
    await api('POST /admin/complaint/handle', { id: open.id, answer })
    form.resetFields()
    setOpen(null)
    loaded.reload()
  })
  const [calledId, setCalledId] = useState<number | null>(null)
  const listComplaintActions = (bookingComplaint: BookingComplaint) =>
    bookingComplaint.state === 'open' ? (
      <Space size="small">
        <Button size="small" onClick={() => setOpen(bookingComplaint)}>
          处理
        </Button>
        <Button size="small" onClick={() => setCalledId(bookingComplaint.bookingId)}>
          联系方式
        </Button>
      </Space>
    ) : (
      bookingComplaint.answer
    )
  const columns: TableColumnsType<BookingComplaint> = [
    { title: '预约', dataIndex: 'bookingId', width: 90 },
    { title: '咨询师', dataIndex: 'counsellorName', width: 120 },
    { title: '状态', key: 'state', width: 90, render: (_, row) => <ComplaintStateTag complaint={row} /> },
    { title: '投诉人', dataIndex: 'clientName', width: 100 },
    {
      title: '咨询时间',
      key: 'start',
      width: 160,
      className: 'nowrap',
      render: (_, row) => formatMinuteOrDash(row.startTime),
    },
    { title: '内容', dataIndex: 'text' },
    {
      title: '投诉时间',
      key: 'time',
      width: 160,
      className: 'nowrap',
      render: (_, row) => formatMinuteOrDash(row.createTime),
    },
    { title: '处理', key: 'actions', width: 220, render: (_, row) => listComplaintActions(row) },
  ]
  return (
    <>
      <ScreenHead title="咨询投诉" lead="答复会发到投诉人的消息中心" />
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(row) => (
          <>
            <strong>{row.counsellorName}</strong>
            <div className="cards-facts">
              <ComplaintStateTag complaint={row} />
              <span>预约 {row.bookingId}</span>
              <span>{formatMinuteOrDash(row.createTime)}</span>
              <span>投诉人 {row.clientName}</span>
              <span>咨询时间 {formatMinuteOrDash(row.startTime)}</span>
            </div>
            <p>{row.text}</p>
            {row.state === 'handled' && '答复：'}
            {listComplaintActions(row)}
          </>
        )}
        empty={<EmptyList message="没有投诉" />}
        unit="条"
        minWidth={1080}
      />
      <ClientDialog bookingId={calledId} onClose={() => setCalledId(null)} />
      <FormDialog
        form={form}
        open={open !== null}
        title="处理投诉"
        okText="确定"
        isBusy={busy}
        onClose={() => setOpen(null)}
        onSend={handle}
      >
        <p>{open?.text}</p>
        <Form.Item name="answer" label="处理结果与答复" rules={requiredTextRules('请填写处理结果')}>
          <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
        </Form.Item>
      </FormDialog>
    </>
  )
}
