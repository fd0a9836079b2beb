// Correction of a receipt by the secretariat, with a reason that the attendee receives. Contact fields left empty stay
// unchanged.
import { Alert, App, Checkbox, DatePicker, Form, Input, InputNumber, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import type { StaffRegistrationDetail } from '@xinqiao/contract/http/conference/registrations.ts'
import { attendTypeIds, invoiceMessages } from '@xinqiao/contract/meetings.ts'
import { FormDialog } from '../../kit/forms/FormDialog.tsx'
import { useFormAction, requiredRules, requiredTextRules } from '../../kit/forms/forms.ts'
import { api } from '../../kit/api/api.ts'
import { useApi } from '../../kit/api/use-api.ts'

const format = 'YYYY-MM-DD HH:mm:ss' // format of times on the wire (portal.md 5)
type RegistrationCorrectionFields = {
  name?: string
  sex?: string
  companyName: string
  profess?: string
  unitId?: number
  arrivalTime: Dayjs
  leaveTime: Dayjs
  dorm: number
  shareWith?: string
  noInvoice?: boolean
  reason: string
} & Partial<Record<(typeof contact)[number][0], string>>
const contact = [
  ['phone', '手机', 20],
  ['email', '邮箱', 100],
  ['address', '通信地址', 200],
  ['diet', '饮食需求', 100],
  ['invoiceTitle', '发票抬头', 100],
  ['taxNumber', '税号', 20],
] as const

const ofInvoice: readonly string[] = ['invoiceTitle', 'taxNumber']

type CorrectRegistrationDialogProps = { registration: StaffRegistrationDetail; onClose: () => void; onDone: () => void }
const picker = { showTime: true, format, needConfirm: false, style: { width: '100%' } } as const

export function CorrectRegistrationDialog({ registration, onClose, onDone }: CorrectRegistrationDialogProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<RegistrationCorrectionFields>()
  const isUnwanted = Form.useWatch('noInvoice', form) === true
  const mayDrop = registration.hasInvoice || registration.invoiceState === 'asked'
  const shownFields = contact.filter(
    ([field]) => !(registration.isPaidByOther || isUnwanted) || !ofInvoice.includes(field),
  )
  const isCommittee = registration.activityAttendTypeId === attendTypeIds.committee
  const units = useApi('GET /activityUnit/getAllUnit', isCommittee ? {} : null)
  const [save, busy] = useFormAction(
    form,
    async ({ arrivalTime, leaveTime, ...fields }: RegistrationCorrectionFields) => {
      const { invoice } = await api('PUT /admin/registration/receipt', {
        ...fields,
        id: registration.id,
        arrivalTime: arrivalTime.format(format),
        leaveTime: leaveTime.format(format),
      })
      message.success(['已更正，本人会收到通知', invoice].filter(Boolean).join('；'))
      onDone()
    },
  )
  const { name, sex, companyName, profess, unitId, arrivalTime, leaveTime, dorm, shareWith } = registration
  return (
    <FormDialog
      form={form}
      initialValues={{
        name,
        companyName,
        profess,
        dorm,
        shareWith,
        ...(sex && { sex }),
        ...(unitId !== null && { unitId }),
        arrivalTime: dayjs(arrivalTime),
        leaveTime: dayjs(leaveTime),
      }}
      open
      title={`更正${name || companyName}的回执`}
      okText="更正"
      width={640}
      isBusy={busy}
      onClose={onClose}
      onSend={save}
    >
      <Alert
        className="note-above"
        type="warning"
        showIcon
        title="更正的项目和理由会告知本人，并记入审计日志。联系方式留空的不变。"
      />
      <div className="form-pairs">
        <Form.Item name="name" label="姓名">
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="sex" label="性别">
          <Select allowClear placeholder="请选择" options={['男', '女'].map((value) => ({ value, label: value }))} />
        </Form.Item>
        <Form.Item name="companyName" label="单位" rules={requiredRules('请输入单位')}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="profess" label="职务或职称">
          <Input maxLength={60} />
        </Form.Item>
        {isCommittee && (
          <Form.Item name="unitId" label="专业委员会" rules={requiredRules('请选择专业委员会')}>
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              options={(units.data ?? []).map((unit) => ({ value: unit.id, label: unit.unitName }))}
            />
          </Form.Item>
        )}
        <Form.Item name="arrivalTime" label="到达时间" rules={requiredRules('请选择时间')}>
          <DatePicker {...picker} />
        </Form.Item>
        <Form.Item name="leaveTime" label="离开时间" rules={requiredRules('请选择时间')}>
          <DatePicker {...picker} />
        </Form.Item>
        <Form.Item name="dorm" label="标准间数量" extra="0为自行安排" rules={requiredRules('请输入房间数')}>
          <InputNumber min={0} max={20} precision={0} suffix="间" className="short-field" />
        </Form.Item>
        <Form.Item name="shareWith" label="合住意愿">
          <Input maxLength={60} />
        </Form.Item>
        {shownFields.map(([field, label, maxLength]) => (
          <Form.Item key={field} name={field} label={label}>
            <Input
              maxLength={maxLength}
              placeholder={field === 'taxNumber' ? '留空不变，更改抬头时留空即去掉' : '留空不变'}
            />
          </Form.Item>
        ))}
      </div>
      {mayDrop && !registration.isPaidByOther && (
        <Form.Item name="noInvoice" valuePropName="checked">
          <Checkbox>不需要发票：去掉抬头和税号，待开具的发票随之撤回</Checkbox>
        </Form.Item>
      )}
      {registration.isPaidByOther && (
        <Alert className="note-above" type="info" showIcon title={`${invoiceMessages.paidByOther}。`} />
      )}
      <Form.Item name="reason" label="理由" rules={requiredTextRules('请填写理由')}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormDialog>
  )
}
