// A call: opening and closing time, and the review criteria.
import { DeleteOutlined } from '@ant-design/icons'
import { App, Button, DatePicker, Form, Input, InputNumber, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import type { StaffCall } from '@xinqiao/contract/http/submissions/staff.ts'
import {
  callKinds,
  minUnpublishedDays,
  defaultCriteria,
  defaultNoticeDays,
  defaultRetentionDays,
  type CallKind,
  type Criterion,
} from '@xinqiao/contract/submissions.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredRules } from '../kit/forms/forms.ts'
import { api } from '../kit/api/api.ts'

const format = 'YYYY-MM-DD HH:mm:ss' // format of times on the wire (portal.md 5)
type CallFields = {
  kind: CallKind
  title: string
  opensTime: Dayjs
  deadline: Dayjs
  criteria: Criterion[]
  noticeDays: number
  retentionDays: number
}
type CallDialogProps = { call: StaffCall | null; onClose: () => void; onSaved: () => void }

export function CallDialog({ call, onClose, onSaved }: CallDialogProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<CallFields>()
  const [save, busy] = useFormAction(form, async ({ kind, opensTime, deadline, ...fields }: CallFields) => {
    const draft = { ...fields, opensTime: opensTime.format(format), deadline: deadline.format(format) }
    if (call) await api('PUT /admin/call', { ...draft, id: call.id, version: call.version })
    else await api('POST /admin/call', { ...draft, kind })
    message.success('保存成功')
    onSaved()
  })
  const initial = call
    ? { ...call, opensTime: dayjs(call.opensTime), deadline: dayjs(call.deadline) }
    : {
        kind: 'paper' as const,
        title: '',
        criteria: [...defaultCriteria.paper],
        noticeDays: defaultNoticeDays,
        retentionDays: defaultRetentionDays,
      }
  const picker = { showTime: true, format, needConfirm: false, style: { width: '100%' } } as const
  return (
    <FormDialog
      form={form}
      initialValues={initial}
      open
      title={call ? `设置“${call.title}”` : '新建征集'}
      width={640}
      isBusy={busy}
      onClose={onClose}
      onSend={save}
    >
      <Form.Item name="kind" label="类别" rules={requiredRules('请选择类别')}>
        <Select
          disabled={call !== null}
          onChange={(kind: CallKind) => form.setFieldValue('criteria', [...defaultCriteria[kind]])}
          options={Object.entries(callKinds).map(([value, { title }]) => ({ value, label: title }))}
        />
      </Form.Item>
      <Form.Item name="title" label="标题" rules={requiredRules('请输入标题')}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="opensTime" label="开始时间" rules={requiredRules('请选择时间')}>
        <DatePicker {...picker} />
      </Form.Item>
      <Form.Item name="deadline" label="截止时间" rules={requiredRules('请选择时间')} extra="以服务器时间为准">
        <DatePicker {...picker} />
      </Form.Item>
      <Form.Item
        name="noticeDays"
        label="公示天数"
        rules={requiredRules('请填写公示天数')}
        extra="工作日；结果公示期满、异议答复后才能公布。填0为不公示"
      >
        <InputNumber min={0} max={30} precision={0} suffix="个工作日" className="short-field" />
      </Form.Item>
      <Form.Item
        name="retentionDays"
        label="资料保存天数"
        rules={requiredRules('请填写保存天数')}
        extra={`结果公布后满这些天，稿件、文件与作者资料自动删除；评选结果与证书保留。一直没有公布的，截止后满这些天（不少于${minUnpublishedDays}天）删除，之后不能再公布；公示中的不删除`}
      >
        <InputNumber min={90} max={1095} precision={0} suffix="天" className="short-field" />
      </Form.Item>
      <Form.List name="criteria">
        {(fields, { add, remove }, { errors }) => (
          <>
            <p>评分指标（权重之和须为100；已有评分后不能再改）</p>
            {fields.map(({ key, name }) => (
              <div key={key} className="criterion-line">
                <Form.Item name={[name, 'key']} rules={requiredRules('请填写代号')}>
                  <Input aria-label={`第${name + 1}项代号`} placeholder="代号" maxLength={20} />
                </Form.Item>
                <Form.Item name={[name, 'title']} rules={requiredRules('请填写名称')}>
                  <Input aria-label={`第${name + 1}项名称`} placeholder="名称" maxLength={30} />
                </Form.Item>
                <Form.Item name={[name, 'weight']} rules={requiredRules('请填写权重')}>
                  <InputNumber aria-label={`第${name + 1}项权重`} min={1} max={100} precision={0} suffix="%" />
                </Form.Item>
                <Button
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={`删除第${name + 1}项`}
                  onClick={() => remove(name)}
                />
              </div>
            ))}
            <Button onClick={() => add()}>添加指标</Button>
            <Form.ErrorList errors={errors} />
          </>
        )}
      </Form.List>
    </FormDialog>
  )
}
