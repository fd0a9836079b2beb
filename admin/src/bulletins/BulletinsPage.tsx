// Bulletins to all accounts or a group, delivered to the message centre.
import { App, Button, Form, Input, Select, Tag, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { audiences, type Audience } from '@xinqiao/contract/notices.ts'
import type { BulletinRow } from '@xinqiao/contract/http/messages/staff.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { errorMessageOf } from '../kit/api/hooks.ts'
import { sendStaffText } from '../kit/forms/send-staff-text.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredTextRules } from '../kit/forms/forms.ts'
import { useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'

export function BulletinsPage() {
  const { page } = useListAddress()
  const { modal, message } = App.useApp()
  const loaded = useApi('GET /admin/bulletins', { page, size: pageSize })
  const [isNew, setNew] = useState(false)
  const withdraw = (bulletin: BulletinRow) =>
    modal.confirm({
      title: `撤回“${bulletin.title}”吗？`,
      content: '已收到的人将不再看到它。',
      okText: '撤回',
      cancelText: '取消',
      onOk: async () => {
        try {
          await api('POST /admin/bulletin/withdraw', { id: bulletin.id })
          loaded.reload()
        } catch (error) {
          message.error(errorMessageOf(error))
        }
      },
    })
  const listBulletinActions = (bulletin: BulletinRow) =>
    bulletin.withdrawn ? (
      <Tag>已撤回</Tag>
    ) : (
      <Button size="small" onClick={() => withdraw(bulletin)}>
        撤回
      </Button>
    )
  const columns: TableColumnsType<BulletinRow> = [
    { title: '标题', dataIndex: 'title' },
    { title: '接收人', key: 'audience', width: 110, render: (_, row) => audiences[row.audience] },
    { title: '已读', key: 'read', width: 120, render: (_, row) => `${row.readers} / ${row.recipients}` },
    { title: '发布人', dataIndex: 'author', width: 130 },
    {
      title: '时间',
      key: 'time',
      width: 160,
      className: 'nowrap',
      render: (_, row) => formatMinuteOrDash(row.createTime),
    },
    { title: '操作', key: 'actions', width: 100, render: (_, row) => listBulletinActions(row) },
  ]
  return (
    <>
      <ScreenHead title="公告" lead="发到接收人的消息中心，立即送达">
        <Button type="primary" onClick={() => setNew(true)}>
          发布公告
        </Button>
      </ScreenHead>
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(row) => (
          <>
            <strong>{row.title}</strong>
            <div className="cards-facts">
              <span>{audiences[row.audience]}</span>
              <span>
                已读 {row.readers} / {row.recipients}
              </span>
              <span>{formatMinuteOrDash(row.createTime)}</span>
            </div>
            {listBulletinActions(row)}
          </>
        )}
        empty={<EmptyList message="还没有公告" />}
        unit="条"
        minWidth={900}
      />
      <NewBulletin
        isOpen={isNew}
        onClose={() => setNew(false)}
        onSent={() => {
          setNew(false)
          loaded.reload()
        }}
      />
    </>
  )
}

type NewBulletinFields = { title: string; content: string; audience: Audience }

function NewBulletin({ isOpen, onClose, onSent }: { isOpen: boolean; onClose: () => void; onSent: () => void }) {
  const { message, modal } = App.useApp()
  const [form] = Form.useForm<NewBulletinFields>()
  const [send, busy] = useFormAction(form, async (fields: NewBulletinFields) => {
    const mayPublish = await modal.confirm({
      title: `发布给“${audiences[fields.audience]}”吗？`,
      content: '立即送达接收人的消息中心。发布后可以撤回，但已经读过的人看到过它。',
      okText: '确认发布',
      cancelText: '取消',
    })
    if (!mayPublish) return
    const reply = await sendStaffText(modal, (isConfirmed) => api('POST /admin/bulletin', { ...fields, isConfirmed }))
    if (!reply) return
    message.success(`发布成功，已送达${reply.recipients}个账号`)
    form.resetFields()
    onSent()
  })
  return (
    <FormDialog
      form={form}
      initialValues={{ audience: 'everybody' }}
      open={isOpen}
      title="发布公告"
      okText="发布"
      isBusy={busy}
      onClose={onClose}
      onSend={send}
    >
      <Form.Item name="title" label="标题" rules={requiredTextRules('请输入标题')}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="content" label="内容" rules={requiredTextRules('请输入内容')}>
        <Input.TextArea maxLength={5000} showCount autoSize={{ minRows: 5, maxRows: 14 }} />
      </Form.Item>
      <Form.Item name="audience" label="接收人">
        <Select options={Object.entries(audiences).map(([value, label]) => ({ value, label }))} />
      </Form.Item>
    </FormDialog>
  )
}
