// The places where the writer expressed danger, the latest first, and their texts once a reason opened the alert.
import { Button } from 'antd'
import { useState } from 'react'
import type { CrisisSignal } from '@xinqiao/contract/http/crisis/alert-model.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { useAction } from '../kit/api/hooks.ts'
import { api } from '../kit/api/api.ts'
import type { CrisisAlertDetail } from './AlertFacts.tsx'
import { AlertLevelTag } from './alert-rows.tsx'
import { SourceName } from './SourceName.tsx'
import { Transcript } from './Transcript.tsx'

const size = 20

/** A source with new texts moves to the front, so the next page may contain it again. */
const joinById = (first: readonly CrisisSignal[], others: readonly CrisisSignal[]) => [
  ...first,
  ...others.filter(({ id }) => !first.some((signal) => signal.id === id)),
]

export function SignalList({ alert, isOpened }: { alert: CrisisAlertDetail; isOpened: boolean }) {
  const { id, signalCount, writerName, peerName } = alert
  const [older, setOlder] = useState<readonly CrisisSignal[]>([])
  const signals = joinById(alert.signals, older)
  const [load, isLoading] = useAction(async () => {
    const page = Math.floor(signals.length / size) + 1
    const { content } = await api('GET /admin/care/signals', { id, page, size })
    setOlder(joinById(older, content))
  })
  const more = signalCount - signals.length
  return (
    <>
      {signalCount > 1 && (
        <section className="panel">
          <h2>出现过的地方</h2>
          <p className="hint">同一个人的表达都记在这一条提醒里，共{signalCount}处，最近的在前。</p>
          <ul className="crisis-signals">
            {signals.map((signal) => (
              <li key={signal.id}>
                <AlertLevelTag alert={signal} />
                <span>
                  <SourceName name={signal.place} lectureId={signal.lectureId} group={signal.group} />
                </span>
                <span className="hint">
                  {signal.hits}条 · 最近{formatMinuteOrDash(signal.time)}
                </span>
              </li>
            ))}
          </ul>
          {more > 0 && (
            <Button loading={isLoading} onClick={() => load()}>
              显示更早的（还有{more}处）
            </Button>
          )}
        </section>
      )}
      {isOpened &&
        signals.map((signal) => (
          <Transcript
            // a new hit remounts the transcript, which then loads it
            key={`${signal.id} ${signal.hits}`}
            id={id}
            signal={signal}
            isOnly={signalCount === 1}
            writerName={writerName}
            peerName={peerName}
          />
        ))}
    </>
  )
}
