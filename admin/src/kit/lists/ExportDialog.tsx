// Export of a list to Excel: masked at once, or unmasked in two steps, with progress and download.
import { Alert, App, Button, Form, Input, Modal, Progress, Radio } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { exportKinds, type ExportKindName } from '@xinqiao/contract/exports.ts'
import type { ExportTask } from '@xinqiao/contract/http/exports.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { api } from '../api/api.ts'
import { errorMessageOf, useAction } from '../api/hooks.ts'
import { focusFirstError, useFormAction } from '../forms/forms.ts'

type ExportFields = { isFull: boolean; reason: string }
type ExportDialogProps = {
  isOpen: boolean
  kind: ExportKindName
  /** The filters of the current list. */
  query: Record<string, string | number | undefined>
  onClose: () => void
}

const pollIntervalMs = 1_000
const isUnderWay = (task: ExportTask | null) => task?.state === 'waiting' || task?.state === 'running'

type TaskStateProps = {
  task: ExportTask | null
  secret: string
  unit: string
  isConfirming: boolean
  onConfirm: () => void
  onCancel: () => void
}
const TaskState = ({ task, secret, unit, isConfirming, onConfirm, onCancel }: TaskStateProps) => (
  <div aria-live="polite">
    {task?.state === 'asked' && (
      <>
        <Alert
          type="warning"
          showIcon
          title={`将导出${task.total}${unit}的完整${secret}`}
          description="请只用于所填的理由，妥善保管，用后删除。理由与您的账号已记入审计日志。"
        />
        <p className="export-buttons">
          <Button danger type="primary" loading={isConfirming} onClick={onConfirm}>
            确认导出
          </Button>
          <Button onClick={onCancel}>取消</Button>
        </p>
      </>
    )}
    {task && isUnderWay(task) && (
      <>
        <p>{task.state === 'waiting' ? '正在排队…' : `已处理${task.done}行，共${task.total}行`}</p>
        <Progress
          aria-label="导出进度"
          percent={task.total > 0 ? Math.floor((task.done / task.total) * 100) : 0}
          status="active"
        />
      </>
    )}
    {task?.state === 'done' && (
      <>
        <Alert type="success" showIcon title={`已生成，共${task.total}行`} />
        <p className="export-buttons">
          <Button type="primary" href={task.url}>
            下载 Excel
          </Button>
        </p>
      </>
    )}
    {task?.state === 'failed' && <Alert type="error" showIcon title="生成失败，请稍后再试" />}
  </div>
)

export function ExportDialog({ isOpen, kind, query, onClose }: ExportDialogProps) {
  const { message } = App.useApp()
  const { title, secret, unit } = exportKinds[kind]
  const [form] = Form.useForm<ExportFields>()
  const isFull = Form.useWatch('isFull', form) as boolean | undefined
  const [task, setTask] = useState<ExportTask | null>(null)
  const [requestExport, busy] = useFormAction(form, async ({ isFull: whole, reason }: ExportFields) => {
    const filters = Object.fromEntries(
      Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]])),
    )
    setTask(await api('POST /admin/export', { kind, query: filters, isFull: whole, reason: reason?.trim() ?? '' }))
  })
  const [confirm, isConfirming] = useAction(async () => {
    if (!task) return
    await api('POST /admin/export/confirm', { id: task.id })
    setTask({ ...task, state: 'waiting' })
  })

  const checkTask = useEffectEvent(async (id: number) => {
    try {
      setTask(await api('GET /admin/export', { id }))
    } catch (error) {
      message.error(errorMessageOf(error))
      setTask(null)
    }
  })
  const watchedTaskId = isOpen && isUnderWay(task) ? (task?.id ?? null) : null
  useEffect(() => {
    if (watchedTaskId === null) return
    const timer = setInterval(() => void checkTask(watchedTaskId), pollIntervalMs)
    return () => clearInterval(timer)
  }, [watchedTaskId])

  const close = () => {
    setTask(null)
    form.resetFields()
    onClose()
  }
  return (
    <Modal open={isOpen} title={`导出${title}`} footer={null} onCancel={close} forceRender>
      <Form
        form={form}
        layout="vertical"
        hidden={task !== null}
        initialValues={{ isFull: false, reason: '' }}
        onFinish={requestExport}
        onFinishFailed={focusFirstError(form)}
      >
        <p className="hint export-hint">按当前的筛选条件导出；导出的账号、时间与行数记入审计日志，文件保留一天。</p>
        <Form.Item name="isFull" label={secret}>
          <Radio.Group
            options={[
              { value: false, label: '脱敏' },
              { value: true, label: '完整' },
            ]}
          />
        </Form.Item>
        {isFull && (
          <Form.Item
            name="reason"
            label="导出理由"
            rules={[
              { required: true, whitespace: true, message: '请填写导出理由' },
              { min: limits.minReasonLength, message: `理由至少${limits.minReasonLength}个字` },
            ]}
          >
            <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
          </Form.Item>
        )}
        <Button type="primary" htmlType="submit" loading={busy}>
          {isFull ? '下一步' : '导出'}
        </Button>
      </Form>
      <TaskState
        task={task}
        secret={secret}
        unit={unit}
        isConfirming={isConfirming}
        onConfirm={() => confirm()}
        onCancel={close}
      />
    </Modal>
  )
}
