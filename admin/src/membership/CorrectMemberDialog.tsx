// Correction of a member's data. Masked values stay unchanged unless replaced.
import { Alert, App, Form, Input, Select } from 'antd'
import type { MemberForStaff } from '@xinqiao/contract/http/membership/members.ts'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { formatTerm } from '@xinqiao/contract/membership.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredTextRules } from '../kit/forms/forms.ts'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'

type MemberCorrectionFields = {
  name: string
  organization: string
  idNumber?: string
  phone?: string
  email?: string
  levelId: number
  reason: string
}
type CorrectMemberDialogProps = { member: MemberForStaff; onClose: () => void; onDone: () => void }

export function CorrectMemberDialog({ member, onClose, onDone }: CorrectMemberDialogProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<MemberCorrectionFields>()
  const levels = useApi('GET /admin/memberLevels', {})
  const chosenId = Form.useWatch('levelId', form)
  const isUnit = member.kind === 'unit'
  const selectableLevels = (levels.data ?? []).filter(
    ({ id, kind, enabled, fee }) => kind === member.kind && ((enabled && fee) || id === member.levelId),
  )
  const chosenLevel = chosenId === member.levelId ? undefined : selectableLevels.find(({ id }) => id === chosenId)
  const [save, busy] = useFormAction(form, async (fields: MemberCorrectionFields) => {
    await api('PUT /admin/member', { ...fields, id: member.id, version: member.version })
    message.success('已更正，证书同步更新，会员已收到通知')
    onDone()
  })
  const { name, organization, levelId } = member
  return (
    <FormDialog
      form={form}
      initialValues={{ name, organization, levelId }}
      open
      title="更正资料"
      isBusy={busy}
      onClose={onClose}
      onSend={save}
    >
      <Form.Item name="name" label={isUnit ? '单位名称' : '姓名'} rules={requiredTextRules('请输入姓名')}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="organization" label={isUnit ? '会员代表' : '所在单位'}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item
        name="idNumber"
        label={isUnit ? '统一社会信用代码' : '身份证号码'}
        extra={describeMasked(member.idNumber)}
      >
        <Input maxLength={18} autoComplete="off" />
      </Form.Item>
      <Form.Item name="phone" label="手机号码" extra={describeMasked(member.phone)}>
        <Input maxLength={11} inputMode="tel" autoComplete="off" />
      </Form.Item>
      <Form.Item name="email" label="邮箱" extra={describeMasked(member.email)}>
        <Input maxLength={100} inputMode="email" autoComplete="off" />
      </Form.Item>
      <Form.Item name="levelId" label="会员类别">
        <Select
          virtual={false}
          loading={!levels.data}
          options={selectableLevels.map(({ id, title }) => ({ value: id, label: title }))}
          disabled={selectableLevels.length < 2}
        />
      </Form.Item>
      {chosenLevel && (
        <Alert
          className="note-above"
          type="info"
          showIcon
          title={`自保存起改为“${chosenLevel.title}”，本会期已缴的会费不变，下次续费按${formatYuan(chosenLevel.fee!.cents)}元／${formatTerm(chosenLevel.fee!.termMonths)}。`}
        />
      )}
      <Form.Item
        name="reason"
        label="更正理由"
        extra="记入审计日志，号码不记入"
        rules={requiredTextRules('请填写理由')}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormDialog>
  )
}

const describeMasked = (masked: string) => (masked ? `现为 ${masked}，不更正则留空` : '尚未登记，可以补填')
