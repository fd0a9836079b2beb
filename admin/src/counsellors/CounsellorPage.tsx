// One counsellor: the public page, and the credentials that staff verify.
import { App, Button, Form, Input, InputNumber, Select, Switch } from 'antd'
import type { StaffCounsellor } from '@xinqiao/contract/http/counsellors/staff.ts'
import { useFormGuard } from '../kit/forms/form-guard.tsx'
import { focusFirstError, useFormAction, requiredRules } from '../kit/forms/forms.ts'
import type { ScreenProps } from '../kit/navigation/screen-props.ts'
import { LoadFailed, ScreenHead, LoadingView } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import { Credentials } from './Credentials.tsx'
import { htmlToLines, linesToHtmlList } from './html-lines.ts'

type CounsellorFields = Omit<StaffCounsellor, 'id' | 'userId' | 'username' | 'nickname' | 'credentials' | 'price'> & {
  yuan: number
}

export function CounsellorPage({ id: idParam }: ScreenProps) {
  const id = Number(idParam)
  const loaded = useApi('GET /admin/counsellor', { id })
  if (loaded.error) return <LoadFailed message={loaded.error} onRetry={loaded.reload} />
  if (!loaded.data) return <LoadingView />
  return (
    <>
      <ScreenHead title={loaded.data.nickname} lead={`账号 ${loaded.data.username}；姓名与头像在账号资料中修改`} />
      <CounsellorForm key={idParam} counsellor={loaded.data} />
      <Credentials counsellorId={id} credentials={loaded.data.credentials} onChange={loaded.reload} />
    </>
  )
}

function CounsellorForm({ counsellor }: { counsellor: StaffCounsellor }) {
  const { message } = App.useApp()
  const [form] = Form.useForm<CounsellorFields>()
  const guard = useFormGuard()
  const qualificationLines = htmlToLines(counsellor.qualification)
  const domains = useApi('GET /admin/counsellorDomains', {})
  const [save, busy] = useFormAction(form, async ({ yuan, qualification: lines, ...fields }: CounsellorFields) => {
    // unchanged text keeps its original HTML
    const qualification = lines === qualificationLines ? counsellor.qualification : linesToHtmlList(lines)
    const price = Math.round(yuan * 100)
    await api('PUT /admin/counsellor', { id: counsellor.id, ...fields, qualification, price })
    guard.settle()
    message.success('保存成功')
  })
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ ...counsellor, qualification: qualificationLines, yuan: counsellor.price / 100 }}
      onValuesChange={guard.touch}
      onFinish={save}
      onFinishFailed={focusFirstError(form)}
      scrollToFirstError={false}
    >
      <section className="panel">
        <h2>展示的资料</h2>
        <Form.Item name="listed" label="在咨询师列表中展示" valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item name="department" label="部门">
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="professionalTitle" label="职称">
          <Input maxLength={30} />
        </Form.Item>
        <Form.Item name="description" label="介绍">
          <Input.TextArea maxLength={600} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
        </Form.Item>
        <Form.Item name="domainIds" label="擅长领域">
          <Select
            mode="multiple"
            maxCount={12}
            options={(domains.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            optionFilterProp="label"
          />
        </Form.Item>
        <Form.Item name="qualification" label="资质与培训经历" extra="一行一项，页面上显示为列表">
          <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} maxLength={3000} />
        </Form.Item>
        <Form.Item name="yuan" label="线下咨询价格（元/次）" rules={requiredRules('请输入价格')}>
          <InputNumber min={0} max={100_000} precision={2} />
        </Form.Item>
        <Form.Item name="duration" label="工作时间">
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="phone" label="对外电话">
          <Input maxLength={30} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={busy}>
          保存
        </Button>
      </section>
    </Form>
  )
}
