// Settings of membership: review, grace, reminders, and reviewing branches.
import { App, Button, Form, InputNumber, Select, Switch } from 'antd'
import { useEffect } from 'react'
import type { MembershipSettings } from '@xinqiao/contract/http/membership/levels.ts'
import { focusFirstError, useFormAction } from '../kit/forms/forms.ts'
import { ScreenHead } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import { BranchesPanel } from './BranchesPanel.tsx'
import './membership.css'

export const SettingsPage = () => (
  <>
    <ScreenHead title="会籍设置" lead="入会审核、宽限期与续费提醒，以及参与初审的分支机构" />
    <SettingsForm />
    <BranchesPanel />
  </>
)

type SettingsFields = Omit<MembershipSettings, 'reminderDays'> & { reminderDays: (string | number)[] }

function SettingsForm() {
  const { message } = App.useApp()
  const [form] = Form.useForm<SettingsFields>()
  const loaded = useApi('GET /admin/membership/settings', {})
  useEffect(() => {
    if (loaded.data) form.setFieldsValue({ ...loaded.data, reminderDays: loaded.data.reminderDays.map(String) })
  }, [form, loaded.data])
  const [save, busy] = useFormAction(form, async (fields: SettingsFields) => {
    const reminderDays = fields.reminderDays.map(Number).filter(Number.isInteger)
    await api('PUT /admin/membership/settings', { ...fields, reminderDays })
    message.success('修改成功')
    loaded.reload()
  })
  return (
    <section className="panel">
      <h2>审核与会籍</h2>
      <Form
        form={form}
        layout="vertical"
        className="member-settings"
        disabled={!loaded.data}
        onFinish={save}
        onFinishFailed={focusFirstError(form)}
      >
        <Form.Item name="reviewDays" label="审核时限（天）" extra="超过后在列表中标出">
          <InputNumber min={1} max={90} precision={0} />
        </Form.Item>
        <Form.Item name="graceDays" label="宽限期（天）" extra="会期届满后会员权利不变的天数">
          <InputNumber min={0} max={364} precision={0} />
        </Form.Item>
        <Form.Item name="reminderDays" label="提醒时间" extra="到期前的天数；到期后写负数，如 -30">
          <Select mode="tags" tokenSeparators={[',', '，', ' ']} maxCount={10} />
        </Form.Item>
        <Form.Item
          name="twoStages"
          label="两级审核"
          valuePropName="checked"
          extra="先由申请人所选的分支机构初审，再由秘书处另一人审核"
        >
          <Switch checkedChildren="开" unCheckedChildren="关" />
        </Form.Item>
        <Form.Item
          name="refuseWrongNumber"
          label="证件号码校验位不符时"
          valuePropName="checked"
          extra="关闭时只提醒审核人员"
        >
          <Switch checkedChildren="拒绝" unCheckedChildren="提醒" />
        </Form.Item>
        <Form.Item name="acceptOldNumber" label="15位旧身份证号码" valuePropName="checked">
          <Switch checkedChildren="接受" unCheckedChildren="不接受" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={busy}>
          保存设置
        </Button>
      </Form>
    </section>
  )
}
