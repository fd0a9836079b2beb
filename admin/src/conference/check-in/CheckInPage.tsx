// Check-in: staff scan or type a ticket, and see the attendee. Without a network, tickets are recognised by their
// digests and reported later. The server counts each person once, whichever devices report them.
import { Alert, Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import type { CheckInProgrammeSession } from '@xinqiao/contract/http/conference/days.ts'
import { withQuery } from '@xinqiao/contract/routes.ts'
import { Link, navigate, useRouterLocation } from '../../kit/navigation/router.tsx'
import type { ScreenProps } from '../../kit/navigation/screen-props.ts'
import { ScreenHead } from '../../kit/states.tsx'
import { ToneTag } from '../../kit/lists/ToneTag.tsx'
import { explainClosed } from './check-in-store.ts'
import '../conference.css'
import { Scanner } from './Scanner.tsx'
import { defaultEntrance, useCheckIn, useOfflineScreen } from './use-check-in.ts'

export function CheckInPage({ id: idParam }: ScreenProps) {
  const id = Number(idParam)
  const [entrance, setEntrance] = useState(() => localStorage.getItem('door-name') ?? defaultEntrance)
  const { params } = useRouterLocation()
  const { deviceData, figures, isOnline, session, result, checkIn, clearDevice } = useCheckIn(
    id,
    entrance,
    params.get('session'),
  )
  const isOfflineReady = useOfflineScreen()
  const closedMessage = explainClosed(deviceData.days)
  return (
    <>
      <ScreenHead title="签到" lead="没有网络时照常扫码，恢复后自动上报；同一人在几个签到处只计一次">
        <ToneTag tone={isOnline ? 'good' : 'warm'}>{isOnline ? '已联网' : '离线，照常签到'}</ToneTag>
        <Button onClick={clearDevice}>清除本机名单</Button>
        <Link to="/meetings">返回会议</Link>
      </ScreenHead>
      <section className="panel">
        {closedMessage && <Alert className="note-above" type="warning" showIcon title={closedMessage} />}
        <CheckInFigures
          expected={figures?.expected ?? deviceData.tickets.length}
          arrived={figures?.arrived ?? deviceData.tickets.filter((item) => item.checkedInTime).length}
          waiting={deviceData.waiting.length}
        />
        <Form layout="vertical" className="check-in-fields">
          <SessionField meetingId={id} sessions={deviceData.sessions} chosen={session} />
          <EntranceField entrance={entrance} onChange={setEntrance} />
        </Form>
        <TicketInput onTaken={(text) => void checkIn(text)} />
        <output aria-live="assertive">
          {result && (
            <p className="check-in-result" data-tone={result.tone}>
              <strong>{result.name}</strong>
              {result.text}
            </p>
          )}
        </output>
        <Scanner onFound={(text) => void checkIn(text)} />
        <p className="hint">
          {isOfflineReady
            ? '本机已备好：没有网络时，重新打开或刷新本页也能继续签到。'
            : '请保持本页打开：此浏览器没有网络时不能重新打开本页。'}
        </p>
      </section>
    </>
  )
}

type CheckInFiguresProps = { expected: number; arrived: number; waiting: number }

const CheckInFigures = ({ expected, arrived, waiting }: CheckInFiguresProps) => (
  <dl className="check-in-figures">
    <div>
      <dt>应到</dt>
      <dd>{expected}</dd>
    </div>
    <div>
      <dt>已到</dt>
      <dd data-testid="arrived">{arrived}</dd>
    </div>
    <div>
      <dt>待上报</dt>
      <dd data-testid="waiting">{waiting}</dd>
    </div>
  </dl>
)

type SessionFieldProps = {
  meetingId: number
  sessions: readonly CheckInProgrammeSession[]
  chosen: CheckInProgrammeSession | undefined
}

const SessionField = ({ meetingId, sessions, chosen }: SessionFieldProps) => (
  <Form.Item label="签到内容" htmlFor="door-session" extra="按议题签到的，计入该议题的学分">
    <Select
      id="door-session"
      value={chosen ? `${chosen.id}` : ''}
      onChange={(value: string) => navigate(withQuery(`/door/${meetingId}`, { session: value }))}
      options={[
        { value: '', label: '大会报到' },
        ...sessions.map(({ id, startTime, title, credits }) => ({
          value: `${id}`,
          label: `${startTime.slice(5, 16)} ${title}${credits > 0 ? `（${credits}学分）` : ''}`,
        })),
      ]}
    />
  </Form.Item>
)

const EntranceField = ({ entrance, onChange }: { entrance: string; onChange: (entrance: string) => void }) => (
  <Form.Item label="签到处" htmlFor="door-name">
    <Input
      id="door-name"
      maxLength={30}
      value={entrance}
      onChange={(event) => {
        onChange(event.target.value)
        localStorage.setItem('door-name', event.target.value)
      }}
    />
  </Form.Item>
)

/** Hand scanners type the ticket, then press Enter. */
function TicketInput({ onTaken }: { onTaken: (text: string) => void }) {
  const [text, setText] = useState('')
  const submit = () => {
    onTaken(text)
    setText('')
  }
  return (
    <Input.Search
      aria-label="签到码"
      size="large"
      placeholder="用扫码枪扫描，或输入签到码后按回车"
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onSearch={submit}
      enterButton="签到"
    />
  )
}
