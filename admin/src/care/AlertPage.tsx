// One crisis alert: writer, history, and the next step.
import { App, Button, Form, Input, Select } from 'antd'
import { useRef, useState } from 'react'
import { alertOutcomes, type AlertOutcome } from '@xinqiao/contract/care.ts'
import { useAction, useLoaded } from '../frame/calls.ts'
import { focusFirstError, useFormAction } from '../frame/forms.ts'
import { useFormGuard } from '../frame/form-guard.tsx'
import { Link } from '../frame/router.tsx'
import type { ScreenProps } from '../frame/screen-props.ts'
import { LoadFailed, ScreenHead, Waiting } from '../frame/states.tsx'
import { api } from '../session/api.ts'
import { LevelTag, shortTime, StateTag } from './alert-rows.tsx'
import './care.css'
import { ReasonDialog } from './ReasonDialog.tsx'
import { Transcript } from './Transcript.tsx'

type Fields = { text: string; outcome?: AlertOutcome }

type FollowUpProps = { id: number; onNoted: () => void; onClosed: () => void }

function FollowUp({ id, onNoted, onClosed }: FollowUpProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const guard = useFormGuard()
  const [save, busy] = useFormAction(form, async ({ text, outcome }: Fields) => {
    if (outcome) await api('POST /admin/care/close', { id, text, outcome })
    else await api('POST /admin/care/note', { id, text })
    message.success(outcome ? '跟进已结束' : '已记录')
    guard.settle()
    form.resetFields()
    if (outcome) onClosed()
    else onNoted()
  })
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
        rules={[{ required: true, whitespace: true, message: '请填写跟进情况' }]}
        extra="例如：几点联系了谁、对方怎么说、下一步由谁做什么"
      >
        <Input.TextArea maxLength={1000} showCount autoSize={{ minRows: 3, maxRows: 10 }} />
      </Form.Item>
      <Form.Item name="outcome" label="处理结果" extra="还要继续跟进时不选；选择后本条提醒结束">
        <Select
          allowClear
          placeholder="继续跟进"
          options={Object.entries(alertOutcomes).map(([value, label]) => ({ value, label }))}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        保存记录
      </Button>
    </Form>
  )
}

const leadOf = ({ signals, peerName, hits }: { signals: readonly unknown[]; peerName: string; hits: number }) =>
  signals.length > 1 ? `共${signals.length}处，${hits}条` : `写给${peerName}，共${hits}条`

export function AlertPage({ id: idParam }: ScreenProps) {
  const id = Number(idParam)
  const { data: alert, error, reload } = useLoaded(`alert ${id}`, () => api('GET /admin/care/alert', { id }))
  const [phone, setPhone] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const facts = useRef<HTMLElement>(null)
  const phoneLine = useRef<HTMLSpanElement>(null)
  // the button of a finished step is removed, so the state gets the focus
  const showState = () => {
    facts.current?.focus()
    reload()
  }
  const [take, busy] = useAction(async () => {
    await api('POST /admin/care/take', { id }).finally(showState)
  })
  if (error) return <LoadFailed sentence={error} onRetry={reload} extra={<Link to="/care">返回列表</Link>} />
  if (!alert) return <Waiting />
  return (
    <>
      <ScreenHead title={`危机提醒：${alert.writerName}`} lead={leadOf(alert)}>
        {alert.state === 'open' && (
          <Button type="primary" size="large" loading={busy} onClick={() => take()}>
            由我接手
          </Button>
        )}
      </ScreenHead>
      <section ref={facts} className="panel" tabIndex={-1} aria-labelledby="care-facts">
        <h2 id="care-facts">基本情况</h2>
        <dl className="care-facts">
          <dt>状态</dt>
          <dd>
            <StateTag alert={alert} />
            {alert.takenBy && <span>由{alert.takenBy}跟进</span>}
          </dd>
          <dt>程度</dt>
          <dd>
            <LevelTag alert={alert} />
          </dd>
          <dt>首次提醒</dt>
          <dd>{shortTime(alert.createTime)}</dd>
          <dt>最近一条</dt>
          <dd>{shortTime(alert.messageTime)}</dd>
          <dt>手机号</dt>
          <dd>
            <span ref={phoneLine} tabIndex={-1}>
              {phone ?? (alert.writerPhone || '匿名提问，未显示')}
            </span>
            {!phone && (
              <Button type="link" onClick={() => setAsking(true)}>
                查看完整号码
              </Button>
            )}
          </dd>
          {alert.outcome && (
            <>
              <dt>处理结果</dt>
              <dd>{alertOutcomes[alert.outcome]}</dd>
            </>
          )}
        </dl>
        {alert.state !== 'closed' && (
          <p className="hint care-urgent">情况紧急时请直接联系120、110，或请本人拨打12356。</p>
        )}
      </section>
      {alert.signals.length > 1 && (
        <section className="panel">
          <h2>出现过的地方</h2>
          <p className="hint">同一个人的表达都记在这一条提醒里，共{alert.signals.length}处。</p>
          <ul className="care-signals">
            {alert.signals.map((signal) => (
              <li key={signal.id}>
                <LevelTag alert={signal} />
                <span>{signal.place}</span>
                <span className="hint">
                  {signal.hits}条 · 最近{shortTime(signal.time)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {alert.signals.map((signal) => (
        <Transcript
          key={signal.id}
          id={id}
          signal={signal}
          isOnly={alert.signals.length === 1}
          writerName={alert.writerName}
          peerName={alert.peerName}
        />
      ))}
      <section className="panel">
        <h2>跟进记录</h2>
        {alert.notes.length === 0 && <p className="hint">还没有记录</p>}
        <ol className="care-notes">
          {alert.notes.map((note) => (
            <li key={note.id}>
              <span className="hint">
                {note.author} · {shortTime(note.time)}
              </span>
              <p>{note.text}</p>
            </li>
          ))}
        </ol>
        {alert.state === 'taken' && <FollowUp id={id} onNoted={reload} onClosed={showState} />}
      </section>
      <ReasonDialog
        title={isAsking ? '查看手机号' : null}
        onClose={() => setAsking(false)}
        onGiven={async (reason) => {
          setPhone((await api('POST /admin/care/phone', { id, reason })).phone)
          setAsking(false)
        }}
        revealed={phone === null ? undefined : phoneLine}
      />
    </>
  )
}
