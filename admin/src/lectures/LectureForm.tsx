// Texts, times, addresses and credits of a lecture.
import { App, Button, DatePicker, Form, Input, InputNumber, Select, type FormInstance } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import type { StaffLecture } from '@xinqiao/contract/http/lectures/staff.ts'
import { lectureAudiences, lectureLimits } from '@xinqiao/contract/lectures.ts'
import { api } from '../kit/api/api.ts'
import { useFormGuard } from '../kit/forms/form-guard.tsx'
import { focusFirstError, requiredRules, requiredTextRules, useFormAction } from '../kit/forms/forms.ts'

const format = 'YYYY-MM-DD HH:mm:ss' // format of times on the wire (portal.md 5)
const picker = {
  showTime: { format: 'HH:mm' },
  // shown without seconds; a typed time may have them
  format: ['YYYY-MM-DD HH:mm', format] as string[],
  needConfirm: false,
  style: { width: '100%' },
} as const

type LectureFields = Pick<
  StaffLecture,
  | 'title'
  | 'speaker'
  | 'summary'
  | 'introduction'
  | 'audience'
  | 'streamUrl'
  | 'replayUrl'
  | 'credits'
  | 'neededMinutes'
  | 'announcement'
  | 'slowSeconds'
> & { startTime: Dayjs; endTime: Dayjs; replayFrom: Dayjs | null }

const emptyLecture = {
  audience: 'public',
  streamUrl: '',
  replayUrl: '',
  announcement: '',
  credits: 0,
  neededMinutes: 45,
  slowSeconds: 10,
  replayFrom: null,
} as const

const toFields = (lecture: StaffLecture): LectureFields => ({
  ...lecture,
  startTime: dayjs(lecture.startTime),
  endTime: dayjs(lecture.endTime),
  replayFrom: lecture.replayFrom === lecture.startTime ? null : dayjs(lecture.replayFrom),
})

/** Moderators change these as well, so an untouched one is not sent. */
const pickTouched = (
  { announcement, slowSeconds }: Pick<LectureFields, 'announcement' | 'slowSeconds'>,
  form: FormInstance<LectureFields>,
) => ({
  announcement: form.isFieldTouched('announcement') ? announcement : undefined,
  slowSeconds: form.isFieldTouched('slowSeconds') ? slowSeconds : undefined,
})

/** `lecture` is null for a new one. */
type LectureFormProps = { lecture: StaffLecture | null; onSaved: (id: number) => void }

export function LectureForm({ lecture, onSaved }: LectureFormProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<LectureFields>()
  const guard = useFormGuard()
  const [save, busy] = useFormAction(form, async ({ startTime, endTime, replayFrom, ...fields }: LectureFields) => {
    const draft = {
      ...fields,
      startTime: startTime.format(format),
      endTime: endTime.format(format),
      replayFrom: replayFrom?.format(format),
    }
    const { id, warning } = lecture
      ? await api('PUT /admin/lecture', { id: lecture.id, ...draft, ...pickTouched(draft, form) })
      : await api('POST /admin/lecture', draft)
    guard.settle()
    message.success('保存成功')
    if (warning !== '') message.warning(warning, 8)
    onSaved(id)
  })
  const places = lecture?.streamOrigins.join('、')
  return (
    <Form
      form={form}
      className="panel"
      layout="vertical"
      initialValues={lecture ? toFields(lecture) : emptyLecture}
      onValuesChange={(changed: Partial<LectureFields>) => {
        guard.touch()
        // an address without rules keeps the error of the server otherwise
        form.setFields(Object.keys(changed).map((name) => ({ name: name as keyof LectureFields, errors: [] })))
      }}
      onFinish={save}
      onFinishFailed={focusFirstError(form)}
      scrollToFirstError={false}
    >
      <h2>讲座资料</h2>
      <Form.Item name="title" label="讲座名称" rules={requiredTextRules('请输入讲座名称')}>
        <Input maxLength={60} showCount />
      </Form.Item>
      <Form.Item name="speaker" label="讲者" extra="姓名与职称" rules={requiredTextRules('请输入讲者')}>
        <Input maxLength={60} showCount />
      </Form.Item>
      <Form.Item name="summary" label="一句话介绍" rules={requiredTextRules('请输入一句话介绍')}>
        <Input maxLength={100} showCount />
      </Form.Item>
      <Form.Item name="introduction" label="讲座介绍" rules={requiredTextRules('请输入讲座介绍')}>
        <Input.TextArea maxLength={5000} showCount autoSize={{ minRows: 4, maxRows: 14 }} />
      </Form.Item>
      <Form.Item name="startTime" label="开始时间（北京时间）" rules={requiredRules('请选择时间')}>
        <DatePicker {...picker} />
      </Form.Item>
      <Form.Item name="endTime" label="结束时间（北京时间）" rules={requiredRules('请选择时间')}>
        <DatePicker {...picker} />
      </Form.Item>
      <Form.Item name="audience" label="谁可以看" rules={requiredRules('请选择谁可以看')}>
        <Select options={Object.entries(lectureAudiences).map(([value, label]) => ({ value, label }))} />
      </Form.Item>
      <Form.Item
        name="streamUrl"
        label="直播地址（选填）"
        extra={`HLS播放列表，通常以.m3u8结尾${places ? `；允许的来源：${places}` : ''}`}
      >
        <Input maxLength={500} inputMode="url" />
      </Form.Item>
      <Form.Item name="replayUrl" label="回放地址（选填）" extra="讲座结束后填写；也可以在保存后上传录像">
        <Input maxLength={500} inputMode="url" />
      </Form.Item>
      <Form.Item name="replayFrom" label="回放开头对应的时刻（选填）" extra="聊天按它与回放同步；不填为开始时间">
        <DatePicker {...picker} />
      </Form.Item>
      <Form.Item name="credits" label="学分" extra="0为不计学分" rules={requiredRules('请填写学分')}>
        <InputNumber min={0} max={20} step={0.5} />
      </Form.Item>
      <Form.Item name="neededMinutes" label="记学分所需的观看分钟数" rules={requiredRules('请填写所需的观看时间')}>
        <InputNumber min={1} max={600} precision={0} />
      </Form.Item>
      <Form.Item name="announcement" label="置顶公告（选填）">
        <Input.TextArea maxLength={lectureLimits.announcementLength} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
      <Form.Item
        name="slowSeconds"
        label="慢速模式：两次发言至少间隔的秒数"
        extra="0为不限；主持人不受限制"
        rules={requiredRules('请填写发言间隔')}
      >
        <InputNumber min={0} max={lectureLimits.maxSlowSeconds} precision={0} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        保存
      </Button>
    </Form>
  )
}
