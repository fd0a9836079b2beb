// Walk-in registration: cash payment, and immediate check-in.
import { useEffect, useState } from 'react'
import { Alert, App, Form, Input, InputNumber, Select } from 'antd'
import { attendTypeIds, attendTypeList, attendTypeTitle } from '@xinqiao/contract/meetings.ts'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { FormDialog } from '../../kit/forms/FormDialog.tsx'
import { useFormAction, requiredRules } from '../../kit/forms/forms.ts'
import { api } from '../../kit/api/api.ts'
import { useApi } from '../../kit/api/use-api.ts'

type WalkInFields = {
  name: string
  sex?: string
  companyName: string
  phone: string
  activityAttendTypeId: number
  unitId?: number
  paid: number
  entrance: string
}
type WalkInDialogProps = { meetingId: number; onClose: () => void; onDone: () => void }

export function WalkInDialog({ meetingId, onClose, onDone }: WalkInDialogProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<WalkInFields>()
  // idempotency key: a retry after a lost reply is the same registration and payment
  const [key] = useState(() => crypto.randomUUID())
  const meeting = useApi('GET /admin/meeting', { id: meetingId })
  const types = meeting.data?.types.filter((type) => type.enabled) ?? []
  const units = useApi('GET /activityUnit/getAllUnit', {})
  const typeId = Form.useWatch('activityAttendTypeId', form)
  const feeCents = types.find((type) => type.activityAttendTypeId === typeId)?.feeCents
  useEffect(() => {
    if (feeCents !== undefined) form.setFieldValue('paid', feeCents / 100)
  }, [form, feeCents])
  const [save, busy] = useFormAction(form, async ({ paid, ...fields }: WalkInFields) => {
    await api('POST /admin/registration/walkIn', {
      ...fields,
      meetingId,
      key,
      paidCents: Math.round(paid * 100),
    })
    message.success('已收款、登记并签到')
    onDone()
  })
  return (
    <FormDialog
      form={form}
      initialValues={{ activityAttendTypeId: 2, entrance: '报到处' }}
      open
      title="现场报名"
      okText="收款、登记并签到"
      isBusy={busy}
      okButtonProps={{ disabled: feeCents === undefined }}
      onClose={onClose}
      onSend={save}
    >
      {meeting.error && <Alert type="error" showIcon title={meeting.error} />}
      <Form.Item name="name" label="姓名" rules={requiredRules('请输入姓名')}>
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item name="sex" label="性别">
        <Select allowClear options={['男', '女'].map((value) => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item name="companyName" label="单位" rules={requiredRules('请输入单位')}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="phone" label="手机" rules={requiredRules('请输入手机号码')}>
        <Input maxLength={11} inputMode="tel" />
      </Form.Item>
      <Form.Item name="activityAttendTypeId" label="参会身份" rules={requiredRules('请选择参会身份')}>
        <Select
          options={attendTypeList.map((id) => ({
            value: id,
            label: attendTypeTitle(id),
            disabled: !types.some((type) => type.activityAttendTypeId === id),
          }))}
        />
      </Form.Item>
      {typeId === attendTypeIds.committee && (
        <Form.Item name="unitId" label="专业委员会" rules={requiredRules('请选择专业委员会')}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="请选择专业委员会"
            notFoundContent={units.error ?? '还没有专业委员会'}
            options={(units.data ?? []).map((unit) => ({ value: unit.id, label: unit.unitName }))}
          />
        </Form.Item>
      )}
      <Form.Item
        name="paid"
        label="现场实收（现金）"
        extra={feeCents === undefined ? undefined : `应收${formatYuan(feeCents)}元，登记后记入账目，退款须由财务办理`}
        rules={[
          ...requiredRules('请输入金额'),
          {
            validator: (_, paid: number | null) =>
              paid === null || feeCents === undefined || Math.round(paid * 100) === feeCents
                ? Promise.resolve()
                : Promise.reject(new Error(`该参会身份应收${formatYuan(feeCents)}元`)),
          },
        ]}
      >
        <InputNumber min={0} precision={2} suffix="元" className="wide-field" />
      </Form.Item>
      <Form.Item name="entrance" label="签到处" rules={requiredRules('请输入签到处')}>
        <Input maxLength={30} />
      </Form.Item>
    </FormDialog>
  )
}
