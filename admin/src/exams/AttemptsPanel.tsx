// Invigilation: examinees, their progress and reported events; grants more time or ends attempts. The socket brings
// updates. Reported events do not affect the score.
import { Alert, App, Button, Drawer, Form, Input, InputNumber, Table, Tag } from 'antd'
import { useEffect, useState } from 'react'
import { examEvents } from '@xinqiao/contract/exams.ts'
import { formatDuration } from '@xinqiao/contract/calls.ts'
import type { ExamAttemptForStaff } from '@xinqiao/contract/http/exams/staff.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { useLoaded } from '../kit/api/hooks.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredRules, requiredTextRules } from '../kit/forms/forms.ts'
import { LoadFailed, LoadingView } from '../kit/states.tsx'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import { pollIntervalMs, useAttemptsWatch } from './use-attempts-watch.ts'
import { submissionLabels } from './labels.ts'

const size = 50
const describeAttempt = (row: ExamAttemptForStaff) =>
  row.state === 'inProgress' ? '作答中' : row.handedInBy ? submissionLabels[row.handedInBy] : '已交卷'

/** The target of an action: one examinee, or `all` with a running attempt. */
type AttemptAction = { kind: 'extend'; row: ExamAttemptForStaff | 'all' } | { kind: 'end'; row: ExamAttemptForStaff }

function AttemptActionDialog({
  examId,
  action,
  onClose,
  onDone,
}: {
  examId: number
  action: AttemptAction | null
  onClose: () => void
  onDone: () => void
}) {
  const { message } = App.useApp()
  const [form] = Form.useForm<{ minutes: number; reason: string }>()
  const [act, busy] = useFormAction(form, async ({ minutes, reason }: { minutes: number; reason: string }) => {
    if (action?.kind === 'end') await api('POST /admin/exam/end', { attemptId: action.row.id, reason })
    else if (action) {
      const attemptId = action.row === 'all' ? undefined : action.row.id
      const { extended } = await api('POST /admin/exam/extend', { id: examId, attemptId, minutes, reason })
      message.success(`已为${extended}名考生延长${minutes}分钟`)
    }
    form.resetFields()
    onDone()
  })
  const examinees = action && (action.row === 'all' ? '全场考生' : action.row.nickname)
  return (
    <FormDialog
      form={form}
      initialValues={{ minutes: 10 }}
      open={action !== null}
      title={action?.kind === 'end' ? `结束${examinees}的作答并交卷` : `为${examinees ?? ''}延长时间`}
      okText="确定"
      isBusy={busy}
      onClose={onClose}
      onSend={act}
    >
      {action?.kind === 'extend' && (
        <Form.Item name="minutes" label="延长分钟数" rules={requiredRules('请填写分钟数')}>
          <InputNumber min={1} max={600} precision={0} />
        </Form.Item>
      )}
      <Form.Item name="reason" label="原因" extra="记入考试过程与审计日志" rules={requiredTextRules('请填写原因')}>
        <Input maxLength={200} />
      </Form.Item>
    </FormDialog>
  )
}

function AttemptEvents({ row, onClose }: { row: ExamAttemptForStaff | null; onClose: () => void }) {
  const loaded = useApi('GET /admin/exam/events', row && { attemptId: row.id })
  return (
    <Drawer open={row !== null} title={row ? `${row.nickname}的作答过程` : ''} onClose={onClose} size="large">
      <p className="hint">浏览器报告的情况只供参考，不能单独作为判断依据。</p>
      {loaded.data && (
        <ol className="exam-events">
          {loaded.data.map((event) => (
            <li key={event.id}>
              <span className="hint">{event.time}</span> {examEvents[event.kind]}
              {event.detail && `（${event.detail}）`}
            </li>
          ))}
        </ol>
      )}
    </Drawer>
  )
}

/** Whole seconds since `start` (a value of `performance.now()`), updated every second; 0 without a start. */
function useSecondsSince(start: number | undefined): number {
  const [now, setNow] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return start === undefined ? 0 : Math.max(0, Math.floor((now - start) / 1000))
}

export function AttemptsPanel({ examId }: { examId: number }) {
  const [page, setPage] = useState(1)
  const { data, error, reload } = useLoaded(`attempts ${examId} ${page}`, async () => {
    const attempts = await api('GET /admin/exam/attempts', { id: examId, page, size })
    return { ...attempts, readAt: performance.now() }
  })
  const isLive = useAttemptsWatch(examId, reload)
  const sinceRead = useSecondsSince(data?.readAt)
  const [action, setAction] = useState<AttemptAction | null>(null)
  const [shownRow, setShownRow] = useState<ExamAttemptForStaff | null>(null)
  if (error && !data) return <LoadFailed message={error} onRetry={reload} />
  if (!data) return <LoadingView />
  const listMarks = (row: ExamAttemptForStaff) =>
    [
      row.left > 0 && `离开页面${row.left}次`,
      row.pasted > 0 && `粘贴${row.pasted}次`,
      row.offline > 0 && `断网${row.offline}次`,
      row.elsewhere > 0 && `换设备${row.elsewhere}次`,
    ].filter(Boolean)
  return (
    <>
      {error && <Alert className="note-above" type="error" showIcon title={`未能更新：${error}`} />}
      <div className="exam-bar">
        <strong>
          作答中{data.running}人，已交卷{data.handedIn}人
        </strong>
        <ToneTag tone={isLive ? 'good' : 'calm'}>{isLive ? '实时更新' : `每${pollIntervalMs / 1000}秒更新`}</ToneTag>
        <span className="hint">{data.serverTime}</span>
        <Button disabled={data.running === 0} onClick={() => setAction({ kind: 'extend', row: 'all' })}>
          全场延长
        </Button>
      </div>
      <div className="panel table-panel">
        <Table
          rowKey="id"
          dataSource={data.content}
          locale={{ emptyText: '还没有考生打开试卷' }}
          scroll={{ x: 980 }}
          pagination={{
            current: page,
            pageSize: size,
            total: data.totalElements,
            showSizeChanger: false,
            hideOnSinglePage: true,
            onChange: setPage,
          }}
          columns={[
            { title: '考生', key: 'who', render: (_, row) => `${row.nickname}（${row.username}）` },
            { title: '状态', key: 'state', width: 120, render: (_, row) => <Tag>{describeAttempt(row)}</Tag> },
            {
              title: '剩余',
              key: 'left',
              width: 90,
              render: (_, row) => (row.state === 'inProgress' ? formatDuration(row.seconds - sinceRead) : '—'),
            },
            { title: '已答', key: 'answered', width: 90, render: (_, row) => `${row.answered}/${row.questions}` },
            { title: '开始', key: 'start', width: 150, render: (_, row) => formatMinuteOrDash(row.startTime) },
            { title: '成绩', key: 'score', width: 80, render: (_, row) => row.score ?? '—' },
            { title: '过程', key: 'marks', width: 180, render: (_, row) => listMarks(row).join('，') || '无异常记录' },
            {
              title: '操作',
              key: 'actions',
              width: 190,
              render: (_, row) => (
                <div className="row-actions">
                  <Button type="link" aria-label={`查看过程：${row.nickname}`} onClick={() => setShownRow(row)}>
                    过程
                  </Button>
                  {row.state === 'inProgress' && (
                    <>
                      <Button
                        type="link"
                        aria-label={`延长：${row.nickname}`}
                        onClick={() => setAction({ kind: 'extend', row })}
                      >
                        延长
                      </Button>
                      <Button
                        type="link"
                        danger
                        aria-label={`结束：${row.nickname}`}
                        onClick={() => setAction({ kind: 'end', row })}
                      >
                        结束
                      </Button>
                    </>
                  )}
                </div>
              ),
            },
          ]}
        />
      </div>
      <AttemptActionDialog
        examId={examId}
        action={action}
        onClose={() => setAction(null)}
        onDone={() => {
          setAction(null)
          reload()
        }}
      />
      <AttemptEvents row={shownRow} onClose={() => setShownRow(null)} />
    </>
  )
}
