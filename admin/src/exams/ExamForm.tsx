// Settings of an examination. Times are China time whatever the computer's zone.
import { App, Button, Checkbox, DatePicker, Form, Input, InputNumber, Radio, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import type { StaffExam } from '@xinqiao/contract/http/exams/staff.ts'
import { useFormGuard } from '../kit/forms/form-guard.tsx'
import { focusFirstError, useFormAction, requiredRules, requiredTextRules } from '../kit/forms/forms.ts'
import { navigate } from '../kit/navigation/router.tsx'
import { CheckboxGroup } from './CheckboxGroup.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import { PeopleField } from './PeopleField.tsx'

const format = 'YYYY-MM-DD HH:mm:ss' // format of times on the wire (portal.md 5)
type ExamFields = {
  name: string
  paperId: number
  startTime: Dayjs
  endTime: Dayjs
  duration: number
  attempts: number
  counted: 'best' | 'last'
  order: ('questions' | 'options')[]
  shown: 'afterHandIn' | 'afterEnd'
  givesCertificate: boolean
  wide: ('everyone' | 'members')[]
  groupIds: number[]
  accountIds: number[]
}

const toFormFields = (exam: StaffExam): ExamFields => ({
  ...exam,
  startTime: dayjs(exam.startTime),
  endTime: dayjs(exam.endTime),
  order: [
    ...(exam.shuffleQuestions ? (['questions'] as const) : []),
    ...(exam.shuffleOptions ? (['options'] as const) : []),
  ],
  wide: [...(exam.everyone ? (['everyone'] as const) : []), ...(exam.members ? (['members'] as const) : [])],
  groupIds: exam.groups.map((group) => group.id),
  accountIds: exam.accounts.map((person) => person.id),
})
const blank: Partial<ExamFields> = {
  duration: 60,
  attempts: 1,
  counted: 'best',
  order: ['questions', 'options'],
  shown: 'afterEnd',
  givesCertificate: true,
  wide: [],
  groupIds: [],
  accountIds: [],
}

function TargetFields({ exam }: { exam: StaffExam | null }) {
  const groups = useApi('GET /admin/exam/groups', {})
  return (
    <section className="panel">
      <h2>考试对象</h2>
      <Form.Item name="wide" label="范围">
        <CheckboxGroup
          label="范围"
          options={[
            { value: 'everyone', label: '所有注册用户' },
            { value: 'members', label: '有效会员' },
          ]}
        />
      </Form.Item>
      <Form.Item name="groupIds" label="考生分组">
        <Select
          mode="multiple"
          placeholder="不指定分组"
          options={(groups.data ?? []).map((group) => ({
            value: group.id,
            label: `${group.name}（${group.people.length}人）`,
          }))}
        />
      </Form.Item>
      <Form.Item name="accountIds" label="指定考生">
        <PeopleField label="指定考生" known={exam?.accounts ?? []} />
      </Form.Item>
    </section>
  )
}

const RuleFields = () => (
  <section className="panel">
    <h2>规则</h2>
    <Form.Item name="order" label="乱序" extra="每名考生的顺序不同，同一名考生始终相同">
      <CheckboxGroup
        label="乱序"
        options={[
          { value: 'questions', label: '试题乱序' },
          { value: 'options', label: '选项乱序' },
        ]}
      />
    </Form.Item>
    <Form.Item name="counted" label="多次作答时">
      <Radio.Group
        options={[
          { value: 'best', label: '取最高分' },
          { value: 'last', label: '取最后一次' },
        ]}
      />
    </Form.Item>
    <Form.Item name="shown" label="公布成绩与答案" extra="交卷后即公布时，仍在作答的考生可能从他人得知答案">
      <Radio.Group
        options={[
          { value: 'afterEnd', label: '考试结束后' },
          { value: 'afterHandIn', label: '交卷后' },
        ]}
      />
    </Form.Item>
    <Form.Item name="givesCertificate" valuePropName="checked">
      <Checkbox>合格者发放电子证书</Checkbox>
    </Form.Item>
  </section>
)

export function ExamForm({ exam, onChanged }: { exam: StaffExam | null; onChanged: () => void }) {
  const { message } = App.useApp()
  const [form] = Form.useForm<ExamFields>()
  const guard = useFormGuard()
  const papers = useApi('GET /admin/exam/papers', { state: 'ready', size: 100 })
  const [save, busy] = useFormAction(
    form,
    async ({ order, wide, groupIds, accountIds, startTime, endTime, ...fields }: ExamFields) => {
      const draft = {
        ...fields,
        startTime: startTime.format(format),
        endTime: endTime.format(format),
        shuffleQuestions: order.includes('questions'),
        shuffleOptions: order.includes('options'),
        targets: { everyone: wide.includes('everyone'), members: wide.includes('members'), groupIds, accountIds },
      }
      const savedExam = exam
        ? await api('PUT /admin/exam', { ...draft, id: exam.id, version: exam.version })
        : await api('POST /admin/exam', draft)
      guard.settle()
      message.success('保存成功')
      if (exam) onChanged()
      else navigate(`/exams/${savedExam.id}`, { replace: true, force: true })
    },
  )
  const picker = <DatePicker showTime format={format} needConfirm={false} className="wide-field" />
  return (
    <Form
      form={form}
      layout="vertical"
      disabled={exam?.state === 'cancelled'}
      initialValues={exam ? toFormFields(exam) : blank}
      onValuesChange={guard.touch}
      onFinish={save}
      onFinishFailed={focusFirstError(form)}
    >
      <section className="panel">
        <h2>时间与试卷</h2>
        <Form.Item name="name" label="考试名称" rules={requiredTextRules('请填写考试名称')}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="paperId" label="试卷" extra="只列出已定稿的试卷" rules={requiredRules('请选择试卷')}>
          <Select
            loading={papers.loading}
            showSearch={{ optionFilterProp: 'label' }}
            options={(papers.data?.content ?? []).map((paper) => ({
              value: paper.id,
              label: `${paper.name}（${paper.questions}题）`,
            }))}
          />
        </Form.Item>
        <div className="exam-columns">
          <Form.Item name="startTime" label="开始时间" rules={requiredRules('请选择开始时间')}>
            {picker}
          </Form.Item>
          <Form.Item name="endTime" label="结束时间" rules={requiredRules('请选择结束时间')}>
            {picker}
          </Form.Item>
          <Form.Item name="duration" label="时长（分钟）" rules={requiredRules('请填写分钟数')}>
            <InputNumber min={1} max={600} precision={0} />
          </Form.Item>
          <Form.Item name="attempts" label="可作答次数" rules={requiredRules('请填写次数')}>
            <InputNumber min={1} max={20} precision={0} />
          </Form.Item>
        </div>
      </section>
      <TargetFields exam={exam} />
      <RuleFields />
      <div className="exam-bar exam-foot">
        <Button type="primary" htmlType="submit" loading={busy}>
          保存
        </Button>
      </div>
    </Form>
  )
}
