// More time or more attempts for one examinee.
import { App, Button, Form, InputNumber, Table } from 'antd'
import type { StaffExam } from '@xinqiao/contract/http/exams/staff.ts'
import { focusFirstError, useFormAction, requiredRules } from '../kit/forms/forms.ts'
import { api } from '../kit/api/api.ts'
import { PeopleField } from './PeopleField.tsx'

type AllowanceFields = { accountIds: number[]; extraMinutes: number; extraAttempts: number }

export function AllowancePanel({ exam, onChanged }: { exam: StaffExam; onChanged: () => void }) {
  const { message } = App.useApp()
  const [form] = Form.useForm<AllowanceFields>()
  const [save, busy] = useFormAction(form, async ({ accountIds, extraMinutes, extraAttempts }: AllowanceFields) => {
    for (const accountId of accountIds) {
      // oxlint-disable-next-line no-await-in-loop -- only a few people, one after the other
      await api('POST /admin/exam/allowance', { id: exam.id, accountId, extraMinutes, extraAttempts })
    }
    message.success('保存成功')
    form.resetFields()
    onChanged()
  })
  return (
    <section className="panel">
      <h2>个别考生的加时与补考</h2>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ extraMinutes: 0, extraAttempts: 0 }}
        onFinish={save}
        onFinishFailed={focusFirstError(form)}
      >
        <div className="exam-columns">
          <Form.Item name="accountIds" label="考生" rules={requiredRules('请选择考生')}>
            <PeopleField label="加时考生" known={[]} />
          </Form.Item>
          <Form.Item name="extraMinutes" label="增加时间（分钟）">
            <InputNumber min={0} max={600} precision={0} />
          </Form.Item>
          <Form.Item name="extraAttempts" label="增加次数">
            <InputNumber min={0} max={20} precision={0} />
          </Form.Item>
        </div>
        <div className="exam-bar">
          <Button htmlType="submit" loading={busy}>
            保存加时
          </Button>
        </div>
      </Form>
      {exam.allowances.length > 0 && (
        <Table
          rowKey="id"
          size="small"
          dataSource={exam.allowances}
          pagination={false}
          scroll={{ x: 420 }}
          columns={[
            { title: '考生', key: 'who', render: (_, row) => `${row.nickname}（${row.username}）` },
            { title: '增加时间', key: 'minutes', width: 120, render: (_, row) => `${row.extraMinutes}分钟` },
            { title: '增加次数', key: 'attempts', width: 100, render: (_, row) => `${row.extraAttempts}次` },
          ]}
        />
      )}
    </section>
  )
}
