// Notes of the follower, with the next day to contact the writer, or the outcome that ends the alert. The form stays
// when another person ends the alert, so that the text in it can still be saved.
import { App, Button, DatePicker, Form, Input, Select } from 'antd'
import { useEffect } from 'react'
import dayjs, { type Dayjs } from 'dayjs'
import { alertOutcomes, type AlertOutcome } from '@xinqiao/contract/crisis.ts'
import type { CrisisAlert } from '@xinqiao/contract/http/crisis/alert-model.ts'
import { useFormGuard } from '../kit/forms/form-guard.tsx'
import { focusFirstError, useFormAction, requiredTextRules } from '../kit/forms/forms.ts'
import { api } from '../kit/api/api.ts'

type FollowUpFields = { text: string; outcome?: AlertOutcome; followUpOn?: Dayjs | null }
const formatDay = (day: Dayjs | null | undefined) => day?.format('YYYY-MM-DD') ?? null
type FollowUpProps = {
  alert: CrisisAlert
  /** Number of the writer's texts that the page knows; `newHits` of them were not opened yet. */
  hits: number
  newHits: number
  onSeeNews: () => void
  onNoted: () => void
  onClosed: () => void
}

export function FollowUp({ alert, hits, newHits, onSeeNews, onNoted, onClosed }: FollowUpProps) {
  const { id, isDrill, followUpOn: plannedDay } = alert
  const isClosed = alert.state === 'closed'
  const { message, modal } = App.useApp()
  const [form] = Form.useForm<FollowUpFields>()
  const guard = useFormGuard()
  const isEnding = Form.useWatch('outcome', form) !== undefined
  const [save, busy] = useFormAction(form, async ({ text, outcome: chosen, followUpOn }: FollowUpFields) => {
    const outcome = isClosed ? undefined : chosen
    const isPlanChanged = !isClosed && formatDay(followUpOn) !== plannedDay
    if (outcome && newHits > 0) {
      const isLooking = await modal.confirm({
        title: `还有${newHits}条新的表达没有看`,
        content: '建议先看过再结束；您写的内容会保留。',
        okText: '先去查看',
        cancelText: '仍然结束',
      })
      if (isLooking) return onSeeNews()
    }
    // if there are new texts, the server refuses to close; the page then loads them, and the next try asks first
    if (outcome) await api('POST /admin/care/close', { id, text, outcome, seenHits: hits }).finally(onNoted)
    else await api('POST /admin/care/note', { id, text, ...(isPlanChanged && { followUpOn: formatDay(followUpOn) }) })
    message.success(outcome ? '跟进已结束' : '已记录')
    guard.settle()
    form.resetFields(['text', 'outcome'])
    if (outcome) onClosed()
    else onNoted()
  })
  // the field follows the stored day, also when another user has changed it
  useEffect(() => {
    form.setFieldValue('followUpOn', plannedDay === null ? null : dayjs(plannedDay))
  }, [form, plannedDay])
  const outcomes = Object.entries(alertOutcomes).filter(([value]) => (value === 'drilled') === isDrill)
  return (
    <Form
      form={form}
      layout="vertical"
      onValuesChange={guard.touch}
      onFinish={save}
      onFinishFailed={focusFirstError(form)}
      scrollToFirstError={false}
    >
      <Form.Item
        name="text"
        label="跟进情况"
        rules={requiredTextRules('请填写跟进情况')}
        extra="例如：几点联系了谁、对方怎么说、下一步由谁做什么"
      >
        <Input.TextArea maxLength={1000} showCount autoSize={{ minRows: 3, maxRows: 10 }} />
      </Form.Item>
      {!isClosed && (
        <div className="crisis-next">
          <Form.Item name="followUpOn" label="下次回访" extra="当天早上提醒跟进人；不需要时清空">
            <DatePicker
              placeholder="选择日期"
              disabled={isEnding}
              minDate={dayjs()}
              presets={[1, 3, 7, 30].map((days) => ({ label: `${days}天后`, value: dayjs().add(days, 'day') }))}
            />
          </Form.Item>
          <Form.Item name="outcome" label="处理结果" extra="还要继续跟进时不选；选择后本条提醒结束">
            <Select allowClear placeholder="继续跟进" options={outcomes.map(([value, label]) => ({ value, label }))} />
          </Form.Item>
        </div>
      )}
      <Button type="primary" htmlType="submit" loading={busy}>
        {isClosed ? '补充记录' : '保存记录'}
      </Button>
    </Form>
  )
}
