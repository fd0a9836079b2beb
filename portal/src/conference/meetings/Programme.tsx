// The programme of a meeting by day, and its days as text.
import type { ProgrammeSession } from '@xinqiao/contract/http/conference/days.ts'
import type { Meeting } from '@xinqiao/contract/http/conference/meetings.ts'

const formatDayName = (time: string) => {
  const [, month = '', day = ''] = /^\d{4}-(\d\d)-(\d\d)/.exec(time) ?? []
  return `${Number(month)}月${Number(day)}日`
}

type MeetingPeriod = Pick<Meeting, 'meetingStartTime' | 'meetingEndTime'>

/** The days of the meeting as text: 2026年12月24日至26日, or 至1月2日 in another month. */
export function formatDays({ meetingStartTime: from, meetingEndTime: until }: MeetingPeriod): string {
  const first = `${from.slice(0, 4)}年${formatDayName(from)}`
  if (from.slice(0, 10) === until.slice(0, 10)) return first
  const isSameMonth = from.slice(0, 7) === until.slice(0, 7)
  return `${first}至${isSameMonth ? `${Number(until.slice(8, 10))}日` : formatDayName(until)}`
}

export function Programme({ sessions }: { sessions: readonly ProgrammeSession[] }) {
  const days = [...new Set(sessions.map((session) => session.startTime.slice(0, 10)))]
  return (
    <div className="mt-5 space-y-6">
      {days.map((day) => (
        <section key={day} aria-label={formatDayName(day)}>
          <h3 className="font-bold text-brand-deep">{formatDayName(day)}</h3>
          <ol className="mt-2 divide-y divide-line">
            {sessions
              .filter((session) => session.startTime.startsWith(day))
              .map((session) => (
                <li key={session.id} className="grid gap-x-5 py-3 sm:grid-cols-[8rem_1fr]">
                  <p className="text-compact text-muted tabular-nums">
                    {session.startTime.slice(11, 16)}–{session.endTime.slice(11, 16)}
                  </p>
                  <div className="min-w-0">
                    <p className="font-semibold text-ink">
                      {session.title}
                      {session.credits > 0 && (
                        <span className="ml-2.5 inline-block rounded-full bg-tint px-2.5 text-sm font-normal whitespace-nowrap text-brand-deep">
                          {`计${session.credits}学分`}
                        </span>
                      )}
                    </p>
                    {(session.speaker || session.place) && (
                      <p className="text-compact text-muted">
                        {[session.speaker, session.place].filter(Boolean).join(' · ')}
                      </p>
                    )}
                  </div>
                </li>
              ))}
          </ol>
        </section>
      ))}
    </div>
  )
}
